import Files

/// The format of the dates of a column.
package enum DateFormat: Equatable, Sendable {
    /// ISO 8601, with or without time and zone.
    case iso8601
    /// Seconds since 1970-01-01T00:00:00Z, fractions allowed.
    case unix
    /// Milliseconds since 1970-01-01T00:00:00Z.
    case unixMilliseconds
    /// Microseconds since 1970-01-01T00:00:00Z.
    case unixMicroseconds
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    case unixNanoseconds
    /// Microseconds since 1601-01-01T00:00:00Z, as browsers of WebKit's family count.
    case webkit
    /// Tenths of microseconds since 1601-01-01T00:00:00Z, as Windows counts.
    case filetime
    /// Tenths of microseconds since 0001-01-01T00:00:00Z, as .NET counts.
    case dotNetTicks
    /// Nanoseconds since 2001-01-01T00:00:00Z.
    case appleNanoseconds
    /// Seconds since 2001-01-01T00:00:00Z, as Core Data stores them.
    case reference
    /// Days since noon of 24 November 4714 BC in UTC, as SQLite's `julianday()` gives them.
    case julianDay
    /// Days of a spreadsheet since the end of 1899, on the wall clock.
    case excel1900
    /// Days of a spreadsheet since 1904-01-01, on the wall clock.
    case excel1904
    /// A day in ISO 8601 without time, which begins at midnight.
    case dateOnly
    /// A Unicode pattern; see the plan reference for the letters.
    case pattern(String)

    private static let withNames: [(name: String, format: DateFormat)] = [
        ("iso8601", .iso8601), ("unix", .unix), ("unixMilliseconds", .unixMilliseconds),
        ("unixMicroseconds", .unixMicroseconds), ("reference", .reference), ("julianDay", .julianDay),
        ("excel1900", .excel1900), ("excel1904", .excel1904), ("dateOnly", .dateOnly),
        ("unixNanoseconds", .unixNanoseconds), ("webkit", .webkit), ("filetime", .filetime),
        ("dotNetTicks", .dotNetTicks), ("appleNanoseconds", .appleNanoseconds),
    ]

    /// The formats that have a name in plans, and their other names.
    package static let named: [String: DateFormat] = Dictionary(
        keepingFirst: withNames.map { ($0.name, $0.format) } + [("julian", .julianDay)])

    /// The names of formats in plans.
    static let names = withNames.map(\.name)

    /// Creates the format with a name; any other text is a pattern.
    package init(_ text: String) { self = Self.named[text] ?? .pattern(text) }

    /// The name or pattern in a plan.
    package var name: String {
        if case .pattern(let text) = self { return text }
        return Self.withNames.first { $0.format == self }?.name ?? ""
    }

    /// Whether texts in this format never name their zone.
    var alwaysNeedsZone: Bool {
        switch self {
        case .excel1900, .excel1904, .dateOnly: true
        case .pattern(let text): (try? DatePattern(text).hasOffset) != true
        default: false
        }
    }
}
