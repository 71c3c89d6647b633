/// The facts about attribute values that only source code has, and no store: the cases of enumerations with their raw
/// values, and the elements of arrays.
public struct SourceValues: Equatable, Sendable {
    /// A case of an enumeration.
    public struct Case: Equatable, Sendable {
        /// The name in the source code.
        public let name: String
        /// The value in a store: an integer or a text.
        public let rawValue: PropertyValue

        /// Creates a case.
        public init(name: String, rawValue: PropertyValue) {
            self.name = name
            self.rawValue = rawValue
        }
    }

    /// The type of the elements of an array.
    public indirect enum Element: Equatable, Sendable {
        /// A value of one of the standard types.
        case value(AttributeType)
        /// An enumeration with raw values.
        case enumeration([Case])
        /// A structure with these members, as a JSON encoder writes it.
        case structure([Member])
        /// A list of these.
        case list(of: Element)
        /// Any other form of a JSON encoder.
        case other

        /// Whether it is a single value, which a cell can contain directly.
        package var isPlain: Bool {
            switch self {
            case .value, .enumeration: true
            case .structure, .list, .other: false
            }
        }
    }

    /// A member of a structure in an array.
    public struct Member: Equatable, Sendable {
        /// The name.
        public let name: String
        /// The type.
        public let element: Element
        /// Whether the member may be missing.
        public let isOptional: Bool

        /// Creates a member.
        public init(name: String, element: Element, isOptional: Bool) {
            self.name = name
            self.element = element
            self.isOptional = isOptional
        }
    }

    /// The known form of a value.
    public enum Form: Equatable, Sendable {
        /// One of these cases.
        case enumeration([Case])
        /// A list, kept as JSON.
        case array(of: Element)
        /// Bytes, unchanged.
        case data
    }

    private let forms: [String: [String: Form]]
    private let required: [String: Set<String>]
    private let defaults: [String: [String: PropertyValue]]
    private let launched: [String: Set<String>]

    /// Creates the facts, by the names of entities and the paths of attributes.
    ///
    /// - Parameters:
    ///   - required: the members of structures that are not optional.
    ///   - defaults: the values of new objects if the model has no default for them.
    ///   - launched: the attributes whose values are computed when the app creates the object.
    public init(
        _ forms: [String: [String: Form]] = [:], required: [String: Set<String>] = [:],
        defaults: [String: [String: PropertyValue]] = [:], launched: [String: Set<String>] = [:]
    ) {
        self.forms = forms
        self.required = required
        self.defaults = defaults
        self.launched = launched
    }

    /// No facts.
    public static let none = SourceValues()

    /// Whether nothing is known, as for all models that are not from source code.
    public var isEmpty: Bool { forms.isEmpty }

    /// Returns the form of an attribute, or of a composite's element by its dotted path.
    public func form(of path: String, entity: String) -> Form? { forms[entity]?[path] }

    /// Returns the value of an attribute in a new object, or of a composite's element, if the model has no default:
    /// the raw value or the case of an enumeration, or a member of a structure.
    public func defaultValue(of path: String, entity: String) -> PropertyValue? {
        defaults[entity]?[path]
    }

    /// Returns whether the app computes an attribute's value when it creates the object.
    public func isMadeAtLaunch(_ name: String, entity: String) -> Bool {
        launched[entity]?.contains(name) ?? false
    }

    /// Returns whether a member of a structure must have a value if the structure has one. The model marks all
    /// members of an optional structure as optional.
    public func isRequired(_ path: String, entity: String) -> Bool {
        required[entity]?.contains(path) ?? false
    }
}
