import Images
import Inputs
import ObjectModel
import StoreFormat

/// Converts cells to the bytes of binary and transformable attributes.
final class BytesConverter {
    private let binary: BinaryForm?
    private let folder: ConfinedFolder?
    private let archive: ArchiveConverter?
    private let separator: String?
    private let list: CodableList?
    private let hasLeadingByte: Bool
    private let thumbnail: ThumbnailForm?

    /// Prepares a converter.
    ///
    /// - Throws: ``DatePattern/PatternError``.
    init(_ settings: ConversionSettings) throws {
        binary = settings.binary
        folder = settings.folder
        separator = settings.separator
        list = settings.list
        hasLeadingByte = settings.allowsExternalStorage
        thumbnail = settings.thumbnail
        let isArchive = settings.type == .transformable && settings.archive != .raw
        archive = isArchive ? try ArchiveConverter(settings, form: settings.archive) : nil
    }

    /// Returns the bytes of a cell that is not empty.
    func bytes(_ field: Field) throws(ConversionFailure) -> BoundValue {
        if let archive { return stored(try archive.archive(field)) }
        switch field {
        case .blob(let bytes):
            if let thumbnail { return stored(try thumbnail.bytes(of: bytes)) }
            return hasLeadingByte ? stored(Array(bytes)) : .blob(bytes)
        case .text(let bytes):
            if let list { return stored(try list.bytes(field)) }
            let value = try read(bytes)
            return stored(try thumbnail?.bytes(of: value) ?? value)
        case .integer, .real:
            guard let list else { throw ConversionFailure(.value(.wrongStorageClass("number"))) }
            return stored(try list.bytes(field))
        case .null: throw ConversionFailure(.value(.wrongStorageClass("number")))
        }
    }

    /// The value without bytes; nil if the attribute contains archives or lists.
    var empty: BoundValue? {
        archive == nil && list == nil && binary != .jsonList ? stored([]) : nil
    }

    private func stored(_ bytes: [UInt8]) -> BoundValue {
        .ownedBlob(ExternalValues.stored(bytes, isExternal: hasLeadingByte))
    }

    private func read(_ text: UnsafeRawBufferPointer) throws(ConversionFailure) -> [UInt8] {
        switch binary {
        case .base64:
            guard let bytes = BinaryText.base64(text) else {
                throw ConversionFailure(.value(.notA(.base64)))
            }
            return bytes
        case .hex:
            guard let bytes = BinaryText.hexadecimal(text) else {
                throw ConversionFailure(.value(.notA(.hexadecimal)))
            }
            return bytes
        case .file:
            guard let folder else { throw ConversionFailure(.value(.noSuchFile)) }
            return try folder.bytes(ofFile: String(decoding: text, as: UTF8.self))
        case .text: return Array(text)
        case .jsonList:
            if let elements = try JSONValue.writtenList(text) {
                return JSONValue.list(elements, in: text)
            }
            let list = String(decoding: text, as: UTF8.self)
            return QuotedText.codableList(
                list.components(separatedBy: separator ?? "|").map { $0.trimmed })
        case nil: throw ConversionFailure(.value(.textForBytes))
        }
    }
}
