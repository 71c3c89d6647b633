/// The kind of an image, recognized by its first bytes.
package enum ImageKind: String, CaseIterable, Sendable {
    case jpeg = "JPEG"
    case png = "PNG"
    case gif = "GIF"
    case webP = "WebP"
    case tiff = "TIFF"
    case bmp = "BMP"
    case heic = "HEIC"
    case avif = "AVIF"
    case jpeg2000 = "JPEG 2000"
    case jpegXL = "JPEG XL"
    case svg = "SVG"
    case pdf = "PDF"

    /// Recognizes the kind of image in some bytes. Returns nil for an unknown kind.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        func has(_ text: [UInt8], at offset: Int = 0) -> Bool {
            bytes.count >= offset + text.count
                && text.indices.allSatisfy { bytes[offset + $0] == text[$0] }
        }
        func has(_ text: String, at offset: Int = 0) -> Bool { has(Array(text.utf8), at: offset) }
        if has([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if has([0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]) {
            self = .png
        } else if has("GIF8") {
            self = .gif
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webP
        } else if has("II*\0") || has("MM\0*") {
            self = .tiff
        } else if has("BM"), bytes.count >= 26, has([0, 0, 0, 0], at: 6) {
            self = .bmp
        } else if has("ftyp", at: 4) {
            let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]
            if has("avif", at: 8) || has("avis", at: 8) {
                self = .avif
            } else if brands.contains(where: { has($0, at: 8) }) {
                self = .heic
            } else {
                return nil
            }
        } else if has([0, 0, 0, 12] + Array("jP  ".utf8)) {
            self = .jpeg2000
        } else if has([0xFF, 0x0A]) || has([0, 0, 0, 12] + Array("JXL ".utf8)) {
            self = .jpegXL
        } else if has("%PDF-") {
            self = .pdf
        } else if has("<svg")
            || has("<?xml")
                && String(decoding: bytes.prefix(512), as: UTF8.self)
                    .contains("<svg")
        {
            self = .svg
        } else {
            return nil
        }
    }
}
