import Inputs
import ObjectModel

/// Converts cells to the archives of a transformable attribute.
///
/// Core Data's own transformer, `NSSecureUnarchiveFromData`, keeps values as keyed archives. SwiftData also uses that
/// transformer for arrays such as `[String]`, but archives data that contains them as JSON
/// (docs/internals/format.md#rows).
final class ArchiveConverter {
    private let form: ArchiveForm
    private let elements: ArchiveForm
    private let separator: String?
    /// Whether an array is archived as data that contains JSON.
    private let keepsJSON: Bool
    private let numbers: NumberForm
    private let booleans: BooleanParser
    private let dates: DateConverter

    /// Prepares a converter.
    ///
    /// - Throws: ``DatePattern/PatternError``.
    init(_ settings: ConversionSettings, form: ArchiveForm) throws {
        self.form = form
        elements = settings.elements
        separator = settings.separator
        keepsJSON = form == .json || form == .array && settings.isCodableArray
        numbers = settings.numbers
        booleans = BooleanParser(settings.booleanWords)
        dates = try DateConverter(settings)
    }

    /// Returns the archive of a cell's value.
    func archive(_ field: Field) throws(ConversionFailure) -> [UInt8] {
        let value: PropertyValue
        switch form {
        case _ where keepsJSON: value = .data(try codable(field))
        case .array: value = try array(field)
        case .dictionary: value = try dictionary(field)
        default: value = try single(field, form)
        }
        do {
            return try value.keyedArchive()
        } catch {
            throw ConversionFailure(.value(.notA(.archive)))
        }
    }

    private func single(
        _ field: Field, _ form: ArchiveForm
    ) throws(ConversionFailure) -> PropertyValue {
        switch form {
        case .string:
            if case .blob = field { throw ConversionFailure(.value(.wrongStorageClass("blob"))) }
            return .string(field.display)
        case .number: return try number(field)
        case .boolean:
            guard let flag = booleans.boolean(field) else {
                throw ConversionFailure(.value(.notA(.boolean)))
            }
            return .bool(flag)
        case .date: return .date(try dates.referenceSeconds(field).get())
        case .raw, .array, .dictionary, .json: throw ConversionFailure(.value(.notA(.archive)))
        }
    }

    /// Returns an integer if the number is whole, and a double otherwise.
    private func number(_ field: Field) throws(ConversionFailure) -> PropertyValue {
        switch field {
        case .integer(let number): return .integer(number)
        case .real(let number) where number.isFinite: return .double(number)
        case .real: throw ConversionFailure(.value(.notFinite))
        case .text(let bytes):
            let parsed = numbers.withUsualForm(of: bytes) { digits -> PropertyValue? in
                if !digits.contains(UInt8(ascii: ".")),
                    case .value(let number) = NumberParser.integer(digits)
                {
                    return .integer(number)
                }
                return NumberParser.double(digits).map { .double($0) }
            }
            guard let parsed else { throw ConversionFailure(.value(.notA(.number))) }
            if case .double(let number) = parsed {
                guard number.isFinite else { throw ConversionFailure(.value(.notFinite)) }
                let isLost = numbers.withUsualForm(of: bytes) { NumberParser.isLost(number, of: $0) }
                guard isLost != true else { throw ConversionFailure(.value(.tooSmall)) }
            }
            return parsed
        case .null, .blob: throw ConversionFailure(.value(.notA(.number)))
        }
    }

    // MARK: Containers

    private func array(_ field: Field) throws(ConversionFailure) -> PropertyValue {
        guard let separator else {
            guard let value = try json(field), case .array = value else {
                throw ConversionFailure(.value(.notA(.jsonArray)))
            }
            return value.propertyValue
        }
        var values: [PropertyValue] = []
        if case .text(let bytes) = field, let list = try JSONValue.writtenList(bytes) {
            for value in list { values.append(try element(value)) }
            return .array(values)
        }
        for part in field.display.components(separatedBy: separator) {
            values.append(try element(part.trimmed))
        }
        return .array(values)
    }

    /// Returns a list in the form of SwiftData's encoder.
    private func codable(_ field: Field) throws(ConversionFailure) -> [UInt8] {
        guard let separator else {
            guard case .text(let bytes) = field, let value = JSONValue.read(bytes),
                case .array(let elements) = value
            else { throw ConversionFailure(.value(.notA(.jsonArray))) }
            return JSONValue.list(elements, in: bytes)
        }
        if case .text(let bytes) = field, let list = try JSONValue.writtenList(bytes) {
            guard elements != .string else { return JSONValue.list(list, in: bytes) }
            var texts: [String] = []
            for value in list { texts.append(try Self.json(element(value))) }
            return Array("[\(texts.joined(separator: ","))]".utf8)
        }
        var texts: [String] = []
        for part in field.display.components(separatedBy: separator) {
            texts.append(try Self.json(element(part.trimmed)))
        }
        return Array("[\(texts.joined(separator: ","))]".utf8)
    }

    private static func json(_ value: PropertyValue) throws(ConversionFailure) -> String {
        switch value {
        case .string(let text): QuotedText.codable(text)
        case .integer(let number): String(number)
        case .double(let number): "\(number)"
        case .bool(let flag): String(flag)
        default: throw ConversionFailure(.value(.notA(.jsonArray)))
        }
    }

    /// Reads `key=value` pairs, or a JSON object.
    private func dictionary(_ field: Field) throws(ConversionFailure) -> PropertyValue {
        guard let separator else {
            guard let value = try json(field), case .object = value else {
                throw ConversionFailure(.value(.notA(.jsonObject)))
            }
            return value.propertyValue
        }
        if case .text(let bytes) = field, case .object? = JSONValue.read(bytes),
            let value = try json(field)
        {
            return value.propertyValue
        }
        var entries: [UserInfo.Entry] = []
        for pair in field.display.components(separatedBy: separator) {
            guard let mark = pair.firstIndex(of: "=") else {
                throw ConversionFailure(.value(.notA(.pair)), value: pair)
            }
            let key = String(pair[..<mark]).trimmed
            guard !key.isEmpty, !entries.contains(where: { $0.key == key }) else {
                throw ConversionFailure(.value(.notA(.pair)), value: pair)
            }
            let value = try element(String(pair[pair.index(after: mark)...]).trimmed)
            entries.append(UserInfo.Entry(key: key, value: value))
        }
        return .dictionary(UserInfo(entries))
    }

    /// Returns an element of a JSON list. It keeps its JSON type unless the plan names another.
    private func element(_ value: JSONValue) throws(ConversionFailure) -> PropertyValue {
        guard elements != .string else { return value.propertyValue }
        switch value {
        case .string(let text): return try element(text)
        case .integer(let number): return try element(String(number))
        case .double(let number): return try element("\(number)")
        case .boolean(let flag): return try element(String(flag))
        case .null, .array, .object: throw ConversionFailure(.value(.notA(.jsonArray)))
        }
    }

    private func element(_ text: String) throws(ConversionFailure) -> PropertyValue {
        if elements == .string { return .string(text) }
        let result: Result<PropertyValue, ConversionFailure> = text.withUTF8Bytes { bytes in
            do throws(ConversionFailure) {
                return .success(try single(.text(bytes), elements))
            } catch {
                return .failure(error.naming(text))
            }
        }
        return try result.get()
    }

    private func json(_ field: Field) throws(ConversionFailure) -> JSONValue? {
        guard case .text(let bytes) = field else {
            throw ConversionFailure(.value(.wrongStorageClass("number")))
        }
        return JSONValue.read(bytes)
    }
}
