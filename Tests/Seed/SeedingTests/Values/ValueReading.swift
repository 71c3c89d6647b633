import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport

@testable import Seeding

/// Reads single values as a build would.
enum ValueReading {
    /// A cell that owns its bytes.
    enum Content: Sendable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob([UInt8])

        fileprivate func with<Result>(_ body: (Field) throws -> Result) rethrows -> Result {
            switch self {
            case .null: try body(.null)
            case .integer(let value): try body(.integer(value))
            case .real(let value): try body(.real(value))
            case .text(let text): try text.withUTF8Bytes { try body(.text($0)) }
            case .blob(let bytes): try bytes.withUnsafeBytes { try body(.blob($0)) }
            }
        }
    }

    /// Returns the value of a cell for an attribute of a type.
    static func value(
        _ content: Content, as type: AttributeType,
        _ prepare: (inout ConversionSettings) throws -> Void = { _ in }
    ) throws -> Value {
        var settings = ConversionSettings(type: type)
        settings.zone = TimeZone(secondsFromGMT: 0)
        try prepare(&settings)
        let converter = try AttributeConverter(settings)
        return try content.with { Value(try converter.convert($0)) }
    }

    /// Returns a text after the transforms of a plan's value mapping, such as `trim: true`; nil for no value.
    static func transformed(_ text: String, by yaml: String) throws -> String? {
        let options = try options(yaml)
        let lookup = options.lookup.map { plan in
            TextTransform.Lookup(
                values: Dictionary(
                    plan.entries.map { ($0.text, Value.text("\($0.value.value)")) },
                    uniquingKeysWith: { first, _ in first }), unmatched: plan.unmatched)
        }
        switch try TextTransform(options, lookup: lookup).apply(text) {
        case .none: return nil
        case .text(let text): return text
        case .value(.text(let text)): return text
        case .value(let value): return "\(value)"
        }
    }

    /// Returns the options of a value mapping.
    static func options(_ yaml: String) throws -> ValueOptions {
        let plan = try PlanReader(path: "seed.yml").plan(
            """
            reference: r
            sources: { s: { csv: s.csv } }
            entities: { E: { from: s, attributes: { a: { column: c, \(yaml) } } } }
            """)
        return plan.loads.first?.attributes.first?.value.options ?? ValueOptions()
    }

    /// Returns the issues of a plan's text.
    static func issues(_ yaml: String) -> [SeedIssue] {
        do {
            _ = try options(yaml)
            return []
        } catch let failure as SeedFailure {
            return failure.issues
        } catch {
            return []
        }
    }
}
