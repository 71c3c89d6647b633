/// How the dates of a column are written.
public enum DateFormat: Equatable, Sendable {
    /// ISO 8601, with or without time and zone.
    case iso8601
    /// Seconds since 1970-01-01T00:00:00Z, fractions allowed.
    case unix
    /// Milliseconds since 1970-01-01T00:00:00Z.
    case unixMilliseconds
    /// Seconds since 2001-01-01T00:00:00Z, as Core Data stores them.
    case reference
    /// A Unicode pattern; see the plan reference for the letters.
    case pattern(String)

    /// The formats that have a name in a plan.
    static let named: [String: DateFormat] = [
        "iso8601": .iso8601, "unix": .unix, "unixMilliseconds": .unixMilliseconds,
        "reference": .reference,
    ]

    /// The name or pattern, as a plan has it.
    public var name: String {
        switch self {
        case .iso8601: "iso8601"
        case .unix: "unix"
        case .unixMilliseconds: "unixMilliseconds"
        case .reference: "reference"
        case .pattern(let text): text
        }
    }

    /// Whether texts in this format may leave their zone to the plan.
    var mayNeedZone: Bool {
        switch self {
        case .iso8601: true
        case .unix, .unixMilliseconds, .reference: false
        case .pattern(let text): (try? DatePattern(text).hasOffset) != true
        }
    }
}
