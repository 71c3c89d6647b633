/// What source code says of the values of attributes and no store does: the cases of enumerations with
/// their raw values, and the elements of arrays.
public struct SourceValues: Equatable, Sendable {
    /// A case of an enumeration.
    public struct Case: Equatable, Sendable {
        /// Its name in the source.
        public let name: String
        /// What a store holds for it: an integer or a text.
        public let rawValue: PropertyValue

        /// Creates a case.
        public init(name: String, rawValue: PropertyValue) {
            self.name = name
            self.rawValue = rawValue
        }
    }

    /// What the elements of an array are.
    public indirect enum Element: Equatable, Sendable {
        /// A value of one of the standard types.
        case value(AttributeType)
        /// An enumeration with raw values.
        case enumeration([Case])
        /// A structure with these members, as a JSON encoder writes it.
        case structure([Member])
        /// A list of these.
        case list(of: Element)
        /// What else a JSON encoder makes of it.
        case other

        /// Whether it is one value, which a cell can have as it is.
        package var isPlain: Bool {
            switch self {
            case .value, .enumeration: true
            case .structure, .list, .other: false
            }
        }
    }

    /// A member of a structure in an array.
    public struct Member: Equatable, Sendable {
        /// Its name.
        public let name: String
        /// What it is.
        public let element: Element
        /// Whether it may be missing.
        public let isOptional: Bool

        /// Creates a member.
        public init(name: String, element: Element, isOptional: Bool) {
            self.name = name
            self.element = element
            self.isOptional = isOptional
        }
    }

    /// What is known of a value.
    public enum Form: Equatable, Sendable {
        /// One of these.
        case enumeration([Case])
        /// A list, kept as JSON.
        case array(of: Element)
        /// Bytes as they are.
        case data
    }

    private let forms: [String: [String: Form]]
    private let required: [String: Set<String>]
    private let defaults: [String: [String: PropertyValue]]
    private let launched: [String: Set<String>]

    /// Creates what is known: by the names of entities and the paths of attributes.
    ///
    /// - Parameters:
    ///   - required: the members of structures that are not optional.
    ///   - defaults: the values of new objects where the model has no default for them.
    ///   - launched: the attributes whose values are made when the app makes the object.
    public init(
        _ forms: [String: [String: Form]] = [:], required: [String: Set<String>] = [:],
        defaults: [String: [String: PropertyValue]] = [:], launched: [String: Set<String>] = [:]
    ) {
        self.forms = forms
        self.required = required
        self.defaults = defaults
        self.launched = launched
    }

    /// Nothing.
    public static let none = SourceValues()

    /// Whether nothing is known, as of all models that are not read from source code.
    public var isEmpty: Bool { forms.isEmpty }

    /// What is known of an attribute, or of an element of a composite one by its dotted path.
    public func form(of path: String, entity: String) -> Form? { forms[entity]?[path] }

    /// The value that a new object has for an attribute, or an element of a composite one, where the model
    /// has no default: the raw value or the case of an enumeration, a member of a structure.
    public func defaultValue(of path: String, entity: String) -> PropertyValue? {
        defaults[entity]?[path]
    }

    /// Whether the app gives an attribute its value when it makes the object.
    public func isMadeAtLaunch(_ name: String, entity: String) -> Bool {
        launched[entity]?.contains(name) ?? false
    }

    /// Whether a member of a structure must have a value wherever the structure has one: the model calls
    /// all members of an optional structure optional.
    public func isRequired(_ path: String, entity: String) -> Bool {
        required[entity]?.contains(path) ?? false
    }
}
