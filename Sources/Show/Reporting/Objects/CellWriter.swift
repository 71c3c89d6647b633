import Files
import Foundation
import ObjectModel
import Printing
import SQLite
import StoreFormat

/// Writes the values of objects as JSON for the page: dates as ISO 8601 texts, images as images, and other bytes as
/// their number.
final class CellWriter {
    private let external: ExternalDataFiles
    /// The number of bytes of images that the page still has room for.
    private var room = mostImageBytes
    /// The number of images that were left out because of their size.
    private(set) var omittedImages = 0

    private static let mostImageBytes = 12_000_000
    private static let largestImage = 600_000
    /// The maximum length of a text that is shown in full.
    private static let longestText = 4_000

    private let dates: DateWords

    init(storePath: String, zone: TimeZone?) {
        external = ExternalDataFiles(storePath: storePath)
        dates = DateWords(zone: zone)
    }

    /// Appends a value of a row.
    ///
    /// - Throws: `FileError` if the value is in an existing file that cannot be read.
    func append(
        _ row: Statement, at index: Int, of column: ReportedEntity.Column, to json: inout JSONBytes
    ) throws {
        guard case .attribute(let attribute) = column.content else {
            return row.isNull(at: index) ? json.raw("null") : json.number(row.integer(at: index))
        }
        let type = attribute.attribute.type
        switch row.storageClass(at: index) {
        case .null: json.raw("null")
        case .integer:
            let value = row.integer(at: index)
            switch type {
            case .boolean where value == 0 || value == 1: json.raw(value == 1 ? "true" : "false")
            case .date: append(date: Double(value), to: &json)
            default: json.number(value)
            }
        case .real:
            let value = row.real(at: index)
            if type == .date { append(date: value, to: &json) } else { json.number(value) }
        case .text: row.withText(at: index) { append(text: $0 ?? .init(start: nil, count: 0), to: &json) }
        case .blob:
            try row.withBlob(at: index) { bytes in
                try append(blob: bytes ?? .init(start: nil, count: 0), of: attribute, to: &json)
            }
        }
    }

    private func append(date: Double, to json: inout JSONBytes) {
        if let text = dates.text(date) { json.text(text) } else { json.number(date) }
    }

    private func append(text: UnsafeRawBufferPointer, to json: inout JSONBytes) {
        guard text.count > Self.longestText else { return json.text(utf8: text) }
        json.raw("{\"s\":")
        json.text(String(String(decoding: text.prefix(Self.longestText), as: UTF8.self).dropLast()))
        json.raw(",\"n\":\(text.count)}")
    }

    private func append(
        blob stored: UnsafeRawBufferPointer, of attribute: AttributeColumn, to json: inout JSONBytes
    ) throws {
        if attribute.attribute.type == .uuid, stored.count == 16 {
            return json.text(BytesText.uuid(stored))
        }
        if attribute.attribute.type == .transformable, stored.count <= Self.longestText * 4,
            let archived = CellText.archived(Array(stored))
        {
            guard archived.isJSON else { return json.text(String(archived.text.prefix(Self.longestText))) }
            json.raw("{\"j\":")
            json.text(archived.text)
            return json.sign("}")
        }
        guard attribute.attribute.allowsExternalBinaryDataStorage, stored.first == 1 || stored.first == 2
        else {
            return append(bytes: stored, to: &json)
        }
        do throws(ExternalDataFiles.Failure) {
            try external.withValue(of: stored) { append(bytes: $0, to: &json) }
        } catch {
            if let fault = error.fault { throw fault }
            json.raw("{\"e\":\"is in a missing file\"}")
        }
    }

    private func append(bytes: UnsafeRawBufferPointer, to json: inout JSONBytes) {
        if let kind = Self.imageKind(of: bytes) {
            guard bytes.count <= Self.largestImage, bytes.count <= room else {
                omittedImages += 1
                return json.raw("{\"b\":\(bytes.count),\"t\":\"\(kind)\"}")
            }
            room -= bytes.count
            let text = Data(bytes).base64EncodedString()
            return json.raw("{\"b\":\(bytes.count),\"t\":\"\(kind)\",\"i\":\"\(text)\"}")
        }
        // SwiftData stores `Codable` values as JSON.
        if let first = bytes.first, first == 0x7B || first == 0x5B, bytes.count <= Self.longestText,
            !bytes.contains(0), UTF8Validation.firstInvalidOffset(in: bytes) == nil
        {
            json.raw("{\"j\":")
            json.text(utf8: bytes)
            return json.sign("}")
        }
        json.raw("{\"b\":\(bytes.count)}")
    }

    /// Returns the kind of an image that browsers can show, determined by its first bytes.
    static func imageKind(of bytes: UnsafeRawBufferPointer) -> String? {
        func begins(_ start: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + start.count && bytes[offset..<offset + start.count].elementsEqual(start)
        }
        if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]) { return "png" }
        if begins([0xFF, 0xD8, 0xFF]) { return "jpeg" }
        if begins(Array("GIF8".utf8)) { return "gif" }
        if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) { return "webp" }
        if begins([0x42, 0x4D]), bytes.count > 54, begins([0, 0, 0, 0], at: 6) { return "bmp" }
        return nil
    }
}
