import ObjectModel

/// The meaning of a type in the source.
indirect enum ResolvedType {
    /// A value of the standard library or Foundation, with its form in a store.
    case standard(StandardType)
    case optional(ResolvedType)
    case array(ResolvedType)
    case set(ResolvedType)
    case dictionary(key: ResolvedType, value: ResolvedType)
    /// A class, structure or enumeration of the sources.
    case declared(DeclaredType)
    /// A tuple, function or protocol, which a store cannot keep.
    case notStorable(String)
    /// No type of that name is declared or known.
    case unknown(String)
    /// A name with several equally good declarations.
    case ambiguous(String, [DeclaredType])

    /// The type without its optionals, and whether there was one.
    var unwrapped: (type: ResolvedType, isOptional: Bool) {
        guard case .optional(let type) = self else { return (self, false) }
        return (type.unwrapped.type, true)
    }

    /// The class, structure or enumeration of the sources.
    var declared: DeclaredType? {
        guard case .declared(let type) = self else { return nil }
        return type
    }
}

/// A type of the standard library or of Apple's frameworks.
struct StandardType: Equatable {
    /// The certainty of a type's form in a store.
    enum Certainty: Equatable {
        /// Shown by stores, or by hashes that Apple's frameworks printed.
        case sampled
        /// Inferred from Core Data's own types.
        case analogy
    }

    let name: String
    /// The attribute type; nil if no store shows one.
    let attribute: AttributeType?
    let certainty: Certainty
    /// The stored properties of a structure.
    let fields: [(name: String, type: AttributeType)]

    static func == (one: StandardType, other: StandardType) -> Bool { one.name == other.name }

    private init(
        _ name: String, _ attribute: AttributeType?, _ certainty: Certainty = .sampled,
        fields: [(name: String, type: AttributeType)] = []
    ) {
        self.name = name
        self.attribute = attribute
        self.certainty = certainty
        self.fields = fields
    }

    /// The modules whose names may qualify their types.
    static let modules: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "CoreGraphics", "CoreFoundation", "SwiftUI",
        "SwiftData", "UIKit", "AppKit", "CoreLocation", "Combine", "Observation", "CoreData",
        "UniformTypeIdentifiers",
    ]

    /// The types by name (docs/start/swiftdata.md).
    static let all: [String: StandardType] = Dictionary(
        uniqueKeysWithValues: ([
            StandardType("String", .string), StandardType("Int", .integer64),
            StandardType("Int16", .integer16), StandardType("Bool", .boolean),
            StandardType("Double", .double), StandardType("Float", .float),
            StandardType("Decimal", .decimal), StandardType("Date", .date),
            StandardType("Data", .binaryData), StandardType("UUID", .uuid),
            StandardType("TimeInterval", .double), StandardType("CGFloat", .float),
            StandardType("Int32", .integer32), StandardType("Int64", .integer64),
            StandardType("UInt8", .integer16), StandardType("UInt16", .integer16),
            StandardType("UInt32", .integer32), StandardType("UInt64", .integer64),
            StandardType("Int8", .integer16, .analogy), StandardType("UInt", .integer64, .analogy),
            StandardType("URL", .uri, .analogy), StandardType("Float64", .double, .analogy),
            StandardType("Float32", .float, .analogy),
            StandardType(
                "Color.Resolved", .composite,
                fields: [
                    ("linearRed", .float), ("linearGreen", .float), ("linearBlue", .float),
                    ("opacity", .float),
                ]),
        ] + unsampled.map { StandardType($0, nil) }).map { ($0.name, $0) })

    /// Codable types for which no store shows the form.
    private static let unsampled = [
        "Int128", "UInt128", "Float16", "Float80", "CGPoint", "CGSize", "CGRect", "CGVector", "Character",
        "Substring",
        "Unicode.Scalar", "Locale", "Locale.Language", "Locale.Region", "Locale.Currency", "TimeZone",
        "Calendar", "DateComponents", "DateInterval", "URLComponents", "Measurement", "PersonNameComponents",
        "IndexSet", "IndexPath", "Range", "ClosedRange", "AttributedString", "NSRange", "Duration",
        "PersistentIdentifier", "ObjectIdentifier", "AnyHashable", "NSAttributedString",
        "NSNumber", "NSString", "NSDate", "NSData", "NSDecimalNumber", "NSUUID", "NSURL",
        "DateInterval", "CLLocationCoordinate2D", "UIColor", "NSColor", "Color", "UIImage", "NSImage",
        "PartialRangeFrom", "CollectionOfOne", "Notification", "Angle", "Morphology", "Result",
        "Never", "Void", "Unit", "Dimension",
    ].reduce(into: [String]()) { names, name in if !names.contains(name) { names.append(name) } }
}
