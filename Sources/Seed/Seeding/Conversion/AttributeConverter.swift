import Foundation
import Inputs
import ObjectModel

/// Converts cells to values of one attribute, in the encodings of docs/internals/format.md#rows, and refuses values
/// that the model's validation forbids.
package final class AttributeConverter {
    private let kind: Kind
    private let validator: ValueValidator?
    private let transform: TextTransform?
    private let template: TextTemplate?
    package let numbers: NumberForm
    let allowsNonFinite: Bool

    /// The value of an empty cell. It differs from NULL only for an attribute that gets a part of a larger cell.
    var empty = BoundValue.null

    /// Whether a BLOB is read as its hexadecimal digits, as in keys, which are not stored.
    var takesBlobs = false

    /// Converts cells of the usual form.
    let quick: QuickConverter

    private enum Kind {
        case string
        case integer(ClosedRange<Int64>)
        case boolean(BooleanParser)
        case double
        case float
        case decimal
        case date(DateConverter)
        case uuid
        case uri
        case bytes(BytesConverter)
        case choice(EnumerationChoice)
        case member(StructureMember, AttributeConverter)
        case unsupported(AttributeType)
    }

    /// Prepares a converter.
    ///
    /// - Throws: ``DatePattern/PatternError``.
    init(_ settings: ConversionSettings) throws {
        kind =
            switch settings.type {
            case _ where settings.part != nil: Self.kind(settings.part, settings.type)
            case .string: .string
            case .integer16: .integer(Int64(Int16.min)...Int64(Int16.max))
            case .integer32: .integer(Int64(Int32.min)...Int64(Int32.max))
            case .integer64: .integer(Int64.min...Int64.max)
            case .boolean: .boolean(BooleanParser(settings.booleanWords))
            case .double: .double
            case .float: .float
            case .decimal: .decimal
            case .date:
                .date(
                    try DateConverter(settings))
            case .uuid: .uuid
            case .uri: .uri
            case .binaryData, .transformable: .bytes(try BytesConverter(settings))
            case .objectID, .composite, .undefined: .unsupported(settings.type)
            }
        validator = settings.validator
        transform = settings.transform
        template = settings.template
        numbers = settings.numbers
        allowsNonFinite = settings.allowsNonFinite
        let isPlain =
            validator == nil && transform == nil && template == nil && numbers.isUsual
        quick = isPlain ? Self.quick(kind) : .none
    }

    private static func kind(_ part: ConversionSettings.Part?, _ type: AttributeType) -> Kind {
        switch part {
        case .choice(let choice): .choice(choice)
        case .member(let member, let converter): .member(member, converter)
        case nil: .unsupported(type)
        }
    }

    private static func quick(_ kind: Kind) -> QuickConverter {
        switch kind {
        case .string: .string
        case .integer(let range): .integer(range)
        case .boolean(let parser) where parser.isUsual: .boolean
        case .double: .double
        case .date(let converter): converter.quick
        default: .none
        }
    }

    /// Prepares a converter without further options.
    ///
    /// - Parameters:
    ///   - dateFormat: the format of dates; ISO 8601 unless the plan names another.
    ///   - zone: the zone of dates that do not name one.
    /// - Throws: ``DatePattern/PatternError``.
    package convenience init(
        type: AttributeType, dateFormat: DateFormat = .iso8601, zone: TimeZone?
    ) throws {
        var settings = ConversionSettings(type: type)
        settings.dateFormat = dateFormat
        settings.zone = zone
        try self.init(settings)
    }

    // MARK: Cells

    /// Returns the value of a cell of a row, or of the columns that a template joins; NULL if empty.
    @inline(__always)
    package func convert(_ record: Record, at index: Int) throws(ConversionFailure) -> BoundValue {
        guard let template else { return try convert(record[index]) }
        guard let text = try template.text(record) else { return empty }
        return try transformed(text)
    }

    /// Passes the list in a cell of a row, or in the columns that a template joins, to `body`.
    func withList<Result>(_ record: Record, at index: Int, _ body: (Field) throws -> Result) throws -> Result
    {
        guard let template else { return try body(record[index]) }
        guard let text = try template.text(record) else { return try body(.null) }
        return try text.withUTF8Bytes { try body(.text($0)) }
    }

    /// Returns the value of a cell; NULL if empty.
    @inline(__always)
    package func convert(_ field: Field) throws(ConversionFailure) -> BoundValue {
        guard transform != nil else { return try checked(field) }
        if field.isEmpty { return empty }
        switch field {
        case .blob: return try checked(field)
        default: return try transformed(field.display)
        }
    }

    /// Returns the value of a constant of the plan. Constants are not transformed, and an empty text is an empty text
    /// or no bytes.
    func constant(_ field: Field) throws(ConversionFailure) -> BoundValue {
        if case .text(let bytes) = field, bytes.isEmpty, let value = emptyConstant {
            try validator?.check(value)
            return value
        }
        return try checked(field).owned
    }

    private var emptyConstant: BoundValue? {
        switch kind {
        case .string: .ownedText("")
        case .bytes(let converter): converter.empty
        default: nil
        }
    }

    private func transformed(_ text: String) throws(ConversionFailure) -> BoundValue {
        switch try transform?.apply(text) ?? .text(text) {
        case .none: return empty
        case .value(.text(let text)) where isPart:
            // The text is converted to a part of its cell, or to no value.
            return try converted(text)
        case .value(let value): return BoundValue(value)
        case .text(let changed):
            return try converted(changed)
        }
    }

    /// Returns the value of a text that does not come from a cell.
    private func converted(_ text: String) throws(ConversionFailure) -> BoundValue {
        // The value must not refer to the text, which ends here.
        let result: Result<BoundValue, ConversionFailure> = text.withUTF8Bytes { bytes in
            do throws(ConversionFailure) {
                return .success(try checked(.text(bytes)).owned)
            } catch {
                return .failure(error.naming(text))
            }
        }
        return try result.get()
    }

    /// Whether the value is a part of a cell that fills several columns.
    var isPart: Bool {
        switch kind {
        case .choice, .member: true
        default: false
        }
    }

    private func checked(_ field: Field) throws(ConversionFailure) -> BoundValue {
        guard let validator else { return try converted(field) }
        let value: BoundValue
        do throws(ConversionFailure) {
            value = try converted(field)
        } catch {
            throw validator.failure(of: field) ?? error
        }
        try validator.check(value)
        return value
    }

    private func converted(_ field: Field) throws(ConversionFailure) -> BoundValue {
        if field.isEmpty { return empty }
        let field = numbers.scaled(field)
        switch kind {
        case .string: return try string(field)
        case .integer(let range): return .integer(try integer(field, range))
        case .boolean(let parser):
            guard let flag = parser.boolean(field) else {
                throw ConversionFailure(.value(.notA(.boolean)))
            }
            return .integer(flag ? 1 : 0)
        case .double: return .real(try double(field))
        case .float: return .real(try float(field))
        case .decimal: return .real(try decimal(field))
        case .date(let converter): return .real(try converter.referenceSeconds(field).get())
        case .uuid: return .ownedBlob(try uuid(field))
        case .uri: return try uri(field)
        case .bytes(let converter): return try converter.bytes(field)
        case .choice(let choice): return try choice.value(field)
        case .member(let member, let converter): return try member.value(field, converter)
        case .unsupported(let type):
            throw ConversionFailure(.value(.wrongStorageClass("\(type.xcodeName) attribute")))
        }
    }

    // MARK: Texts

    private func string(_ field: Field) throws(ConversionFailure) -> BoundValue {
        switch field {
        case .text(let bytes): return .text(bytes)
        case .integer(let value): return .ownedText(numbers.shape?.text(of: Decimal(value)) ?? String(value))
        case .real(let value):
            let shown = numbers.shape.flatMap { shape in Decimal(string: "\(value)").flatMap(shape.text) }
            return .ownedText(shown ?? "\(value)")
        case .blob(let bytes):
            guard takesBlobs else { throw ConversionFailure(.value(.wrongStorageClass("blob"))) }
            // As a literal of SQL, which is no text of digits.
            let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return .ownedText("x'\(digits)'")
        case .null: return .null
        }
    }

    private func uri(_ field: Field) throws(ConversionFailure) -> BoundValue {
        guard case .text(let bytes) = field, URISyntax.isURI(bytes) else {
            throw ConversionFailure(.value(.notA(.uri)))
        }
        return .text(bytes)
    }

    /// Returns the 16 bytes of a UUID: 16 bytes, or 32 hexadecimal digits with hyphens in the usual positions.
    private func uuid(_ field: Field) throws(ConversionFailure) -> [UInt8] {
        switch field {
        case .blob(let bytes) where bytes.count == 16: return Array(bytes)
        case .text(let bytes):
            guard bytes.count == 36,
                let uuid = BytesText.bytes(ofUUID: String(decoding: bytes, as: UTF8.self))
            else {
                throw ConversionFailure(.value(.notA(.uuid)))
            }
            return uuid
        default: throw ConversionFailure(.value(.notA(.uuid)))
        }
    }
}
