/// One key of a plan: what it is called, what it takes, and what that means.
///
/// The table of them (``PlanSection/keys``) is the only one there is: the reader refuses what is not in
/// it, `docs/plan-reference.md` lists it, and `zseed schema` gives it to editors.
package struct PlanKey: Sendable {
    /// The key, as a plan has it.
    package let name: String
    /// What it takes.
    package let value: PlanValue
    /// Whether its mapping must have it.
    package let isRequired: Bool
    /// What counts where the key is missing, as a plan would say it; nil where nothing does, or where
    /// it depends on something else.
    package let usual: String?
    /// What it means, as Markdown with links that begin at `docs/`.
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

/// What a key of a plan takes.
package indirect enum PlanValue: Sendable {
    /// Any single value, which is taken as a text.
    case text
    /// A text, with some that are known and others that may be.
    case known([String])
    /// The name of something that the plan or the model has.
    case name(PlanName)
    /// The path of a file or folder.
    case path
    /// `true` or `false`.
    case flag
    /// A positive integer.
    case count
    /// An integer but zero: from the front, or from the back.
    case position
    /// A single value, `null` included.
    case scalar
    /// A single sign, or one of some words.
    case sign(orWords: [String])
    /// One of some words.
    case choice([String])
    /// A value, or a list of such.
    case oneOrMore(PlanValue)
    /// Words as they are written, one or a list of them: `NULL` is a word.
    case words
    /// A list.
    case list(PlanValue)
    /// A mapping with names of its own, whose values are all of one kind.
    case byName(PlanName?, PlanValue)
    /// A mapping with the keys of a section.
    case section(PlanSection)
    /// A column, or a mapping with the keys of a section.
    case columnOr(PlanSection)
    /// What a property list can hold: texts, numbers, truth values, dates, bytes, lists and mappings.
    case propertyList

    /// One of the words of an enumeration.
    static func choice<Choice: RawRepresentable<String> & CaseIterable>(_ type: Choice.Type) -> PlanValue {
        .choice(type.allCases.map(\.rawValue))
    }
}

/// What a name in a plan is the name of, which a model can tell.
package enum PlanName: Sendable {
    case source, column, entity, attribute, relationship
    /// An attribute of the object that a relationship leads to, with or without its entity.
    case destination
    /// An entity and its to-many relationship, as in `Recipe.tags`.
    case toMany
}
