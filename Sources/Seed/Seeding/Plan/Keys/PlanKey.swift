/// One key of a plan: its name, its value, and its meaning.
///
/// ``PlanSection/keys`` is the only list of keys. The reader refuses keys that are not in it,
/// `docs/reference/plan.md` lists it, and `zseed schema` gives it to editors.
package struct PlanKey: Sendable {
    /// The key in a plan.
    package let name: String
    /// The kind of its value.
    package let value: PlanValue
    /// Whether its mapping must have the key.
    package let isRequired: Bool
    /// The value if the key is missing, as in a plan; nil if there is none, or if it depends on something else.
    package let usual: String?
    /// The meaning, as Markdown with links relative to `docs/reference/`.
    package let meaning: String

    init(
        _ name: String, _ value: PlanValue, isRequired: Bool = false, usual: String? = nil,
        _ meaning: String
    ) {
        self.name = name
        self.value = value
        self.isRequired = isRequired
        self.usual = usual
        self.meaning = meaning
    }
}

/// The kind of value that a key of a plan has.
package indirect enum PlanValue: Sendable {
    /// Any single value, which is read as a text.
    case text
    /// A text: one of some known texts, or another.
    case known([String])
    /// A name from the plan or the model.
    case name(PlanName)
    /// The path of a file or folder.
    case path
    /// `true` or `false`.
    case flag
    /// A positive integer.
    case count
    /// An integer other than zero, counted from the front or from the back.
    case position
    /// A single value, or `null`.
    case scalar
    /// A single character, or one of some words.
    case sign(orWords: [String])
    /// One of some words.
    case choice([String])
    /// A value, or a list of values.
    case oneOrMore(PlanValue)
    /// One word or a list of words, as written: `NULL` is a word.
    case words
    /// A list.
    case list(PlanValue)
    /// A mapping with free names, whose values are all of one kind.
    case byName(PlanName?, PlanValue)
    /// A mapping with the keys of a section.
    case section(PlanSection)
    /// A column, or a mapping with the keys of a section.
    case columnOr(PlanSection)
    /// A value of a property list: text, number, truth value, date, bytes, list or mapping.
    case propertyList

    /// Returns a choice of the words of an enumeration.
    static func choice<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> PlanValue {
        .choice(type.allCases.map(\.rawValue))
    }
}

/// The kinds of names in a plan that can be looked up in a model.
package enum PlanName: Sendable {
    case source, column, entity, attribute, relationship
    /// An attribute of a relationship's destination, with or without its entity.
    case destination
    /// An entity and its to-many relationship, as in `Recipe.tags`.
    case toMany
}
