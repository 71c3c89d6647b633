import Foundation
import ObjectLayer
import ObjectModel
import SQLite

/// The masked values of an attribute. They are of its type, and the model allows them.
struct MaskForms {
    private let attribute: AttributeDescription
    private let hash: KeyedHash
    private let validator: AttributeValidator

    init(_ attribute: AttributeDescription, _ hash: KeyedHash) throws {
        self.attribute = attribute
        self.hash = hash
        validator = try AttributeValidator(attribute)
    }

    /// The minimum length of a text whose hashes are certain to differ: 64 bits.
    private static let leastUniqueLength = 16
    private static let usualLength = 32

    // MARK: Hashes

    /// - Throws: ``MaskRefusal``, `FetchRequestError`.
    func hashed(isUnique: Bool) throws -> MaskedValue.Form {
        let form = try hashForm(isUnique: isUnique)
        // All hashes have the same form, so a few of them show whether the model allows it.
        for number in 0..<16 {
            let masked = MaskedValue(form: form, hash: hash).value(.integer(Int64(number)))
            let value: PropertyValue =
                switch masked {
                case .text(let text): attribute.type == .uri ? .uri(text) : .string(text)
                case .integer(let integer): .integer(integer)
                case .blob(let bytes): attribute.type == .uuid ? .uuid(bytes) : .data(bytes)
                case .real(let real): .double(real)
                case .null: .null
                }
            guard try validator.reasons(against: value).isEmpty else {
                throw MaskRefusal.hashesNotAllowed
            }
        }
        return form
    }

    private func hashForm(isUnique: Bool) throws -> MaskedValue.Form {
        let validation = attribute.validation
        switch attribute.type {
        case .string:
            let most = min(Self.usualLength, validation.maximumLength ?? Self.usualLength)
            let length = max(most, validation.minimumLength ?? 0, 1)
            guard !isUnique || length >= Self.leastUniqueLength else {
                throw MaskRefusal.hashesTooShort(length: length)
            }
            return .hexadecimal(length: length)
        case .integer16, .integer32, .integer64:
            let type = Self.range(of: attribute.type)
            let low = max(type.lowerBound, Self.integer(validation.minimum) ?? type.lowerBound)
            let high = min(type.upperBound, Self.integer(validation.maximum) ?? type.upperBound)
            guard low <= high else { return .number(type) }
            let width = high.subtractingReportingOverflow(low)
            guard !isUnique || width.overflow || width.partialValue > 1 << 61 else {
                throw MaskRefusal.tooFewNumbers
            }
            return .number(low...high)
        case .uuid: return .uuid
        case .uri: return .uri
        case .binaryData where !attribute.allowsExternalBinaryDataStorage: return .bytes
        case .binaryData: throw MaskRefusal.mayLieInFiles
        default: throw MaskRefusal.noHash(attribute.type)
        }
    }

    private static func range(of type: AttributeType) -> ClosedRange<Int64> {
        switch type {
        case .integer16: Int64(Int16.min)...Int64(Int16.max)
        case .integer32: Int64(Int32.min)...Int64(Int32.max)
        default: .min ... .max
        }
    }

    private static func integer(_ value: PropertyValue?) -> Int64? {
        switch value {
        case .integer(let integer): integer
        case .double(let double): Int64(exactly: double.rounded(.towardZero))
        default: nil
        }
    }

    // MARK: Constants

    /// - Throws: ``MaskRefusal``, `FetchRequestError`.
    func constant(_ text: String) throws -> MaskedValue.Form {
        guard let value = plain(text), let stored = Value(value, of: attribute) else {
            throw MaskRefusal.noConstant(attribute.type, text: text)
        }
        guard try validator.reasons(against: value).isEmpty else {
            throw MaskRefusal.constantNotAllowed(text)
        }
        return .constant(stored)
    }

    private func plain(_ text: String) -> PropertyValue? {
        switch attribute.type {
        case .string: return .string(text)
        case .uri: return URL(string: text).map { _ in .uri(text) }
        case .integer16, .integer32, .integer64:
            return Int64(text).flatMap { Self.range(of: attribute.type).contains($0) ? .integer($0) : nil }
        case .double, .float, .decimal:
            return Double(text).flatMap { $0.isFinite ? .double($0) : nil }
        case .boolean:
            switch text.lowercased() {
            case "yes", "true", "1": return .bool(true)
            case "no", "false", "0": return .bool(false)
            default: return nil
            }
        case .date: return ISO8601Date.referenceSeconds(text).map { .date($0) }
        case .uuid: return BytesText.bytes(ofUUID: text).map { .uuid($0) }
        default: return nil
        }
    }
}
