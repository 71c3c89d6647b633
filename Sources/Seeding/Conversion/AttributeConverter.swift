import Foundation
import ObjectModel

/// Turns cells into values of one attribute, in the encodings of SPEC 8.
final class AttributeConverter {
    private let kind: Kind

    private enum Kind {
        case string
        case integer(ClosedRange<Int64>)
        case boolean
        case double
        case float
        case decimal
        case date(DateConverter)
        case uuid
        case uri
        case binary
        case unsupported(AttributeType)
    }

    /// Prepares a converter.
    ///
    /// - Parameters:
    ///   - dateFormat: how dates are written; ISO 8601 unless the plan says otherwise.
    ///   - zone: the zone of dates that do not name one.
    /// - Throws: ``DatePattern/PatternError``.
    init(type: AttributeType, dateFormat: DateFormat = .iso8601, zone: TimeZone?) throws {
        kind =
            switch type {
            case .string: .string
            case .integer16: .integer(Int64(Int16.min)...Int64(Int16.max))
            case .integer32: .integer(Int64(Int32.min)...Int64(Int32.max))
            case .integer64: .integer(Int64.min...Int64.max)
            case .boolean: .boolean
            case .double: .double
            case .float: .float
            case .decimal: .decimal
            case .date: .date(try DateConverter(format: dateFormat, zone: zone))
            case .uuid: .uuid
            case .uri: .uri
            case .binaryData: .binary
            case .transformable, .objectID, .composite, .undefined: .unsupported(type)
            }
    }

    /// The value of a cell; an empty one is NULL.
    func convert(_ field: Field) throws(ConversionFailure) -> BoundValue {
        if field.isEmpty { return .null }
        switch kind {
        case .string: return try string(field)
        case .integer(let range): return .integer(try integer(field, range))
        case .boolean: return .integer(try boolean(field) ? 1 : 0)
        case .double: return .real(try double(field))
        case .float: return .real(try float(field))
        case .decimal: return .real(try double(field, kind: .decimal))
        case .date(let converter): return .real(try converter.referenceSeconds(field).get())
        case .uuid: return .ownedBlob(try uuid(field))
        case .uri: return try uri(field)
        case .binary: return try binary(field)
        case .unsupported(let type):
            throw ConversionFailure(.wrongStorageClass("\(type.xcodeName) attribute"))
        }
    }

    // MARK: Texts

    private func string(_ field: Field) throws(ConversionFailure) -> BoundValue {
        switch field {
        case .text(let bytes): return .text(bytes)
        case .integer(let value): return .ownedText(String(value))
        case .real(let value): return .ownedText("\(value)")
        case .blob: throw ConversionFailure(.wrongStorageClass("blob"))
        case .null: return .null
        }
    }

    private func uri(_ field: Field) throws(ConversionFailure) -> BoundValue {
        guard case .text(let bytes) = field else { throw ConversionFailure(.notA(.uri)) }
        guard URL(string: String(decoding: bytes, as: UTF8.self)) != nil else {
            throw ConversionFailure(.notA(.uri))
        }
        return .text(bytes)
    }

    /// Sixteen bytes, or 32 hexadecimal digits with hyphens in the usual places.
    private func uuid(_ field: Field) throws(ConversionFailure) -> [UInt8] {
        switch field {
        case .blob(let bytes) where bytes.count == 16: return Array(bytes)
        case .text(let bytes):
            guard let uuid = UUID(uuidString: String(decoding: bytes, as: UTF8.self)) else {
                throw ConversionFailure(.notA(.uuid))
            }
            return withUnsafeBytes(of: uuid.uuid) { Array($0) }
        default: throw ConversionFailure(.notA(.uuid))
        }
    }

    private func binary(_ field: Field) throws(ConversionFailure) -> BoundValue {
        guard case .blob(let bytes) = field else {
            throw ConversionFailure(.wrongStorageClass("text"))
        }
        return .blob(bytes)
    }

    // MARK: Numbers

    private func integer(
        _ field: Field, _ range: ClosedRange<Int64>
    ) throws(ConversionFailure) -> Int64 {
        let outOfRange = ConversionFailure(
            .outOfRange(lowest: String(range.lowerBound), highest: String(range.upperBound)))
        let value: Int64
        switch field {
        case .integer(let integer): value = integer
        case .real(let real):
            guard real.isFinite else { throw ConversionFailure(.notFinite) }
            guard real == real.rounded() else { throw ConversionFailure(.fractionInInteger) }
            guard let exact = Int64(exactly: real) else { throw outOfRange }
            value = exact
        case .text(let bytes):
            switch NumberParser.integer(bytes) {
            case .value(let integer): value = integer
            case .overflow: throw outOfRange
            case .fraction: throw ConversionFailure(.fractionInInteger)
            case .malformed: throw ConversionFailure(.notA(.integer))
            }
        case .null, .blob: throw ConversionFailure(.notA(.integer))
        }
        guard range.contains(value) else { throw outOfRange }
        return value
    }

    private func boolean(_ field: Field) throws(ConversionFailure) -> Bool {
        switch field {
        case .integer(0), .real(0): return false
        case .integer(1), .real(1): return true
        case .text(let bytes):
            guard let value = BooleanParser.boolean(bytes) else {
                throw ConversionFailure(.notA(.boolean))
            }
            return value
        default: throw ConversionFailure(.notA(.boolean))
        }
    }

    private func double(
        _ field: Field, kind: SeedIssue.ValueKind = .number
    ) throws(ConversionFailure) -> Double {
        let value: Double
        switch field {
        case .integer(let integer): value = Double(integer)
        case .real(let real): value = real
        case .text(let bytes):
            guard let number = NumberParser.double(bytes) else {
                throw ConversionFailure(Self.isNonFiniteWord(bytes) ? .notFinite : .notA(kind))
            }
            value = number
        case .null, .blob: throw ConversionFailure(.notA(kind))
        }
        guard value.isFinite else { throw ConversionFailure(.notFinite) }
        return value
    }

    /// A float attribute's value, as a `Float` property of the app would hold and store it.
    private func float(_ field: Field) throws(ConversionFailure) -> Double {
        let value = try double(field)
        let rounded = Float(value)
        guard rounded.isFinite else {
            throw ConversionFailure(
                .outOfRange(
                    lowest: "\(-Float.greatestFiniteMagnitude)",
                    highest: "\(Float.greatestFiniteMagnitude)"))
        }
        return Double(rounded)
    }

    private static func isNonFiniteWord(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= 9 else { return false }
        let word = String(decoding: bytes, as: UTF8.self).lowercased()
        let unsigned = word.hasPrefix("-") || word.hasPrefix("+") ? String(word.dropFirst()) : word
        return ["nan", "inf", "infinity"].contains(unsigned)
    }
}
