import Files
import Foundation

/// Bytes as hexadecimal digits.
package enum BytesText {
    /// Returns two digits for each byte.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
        var text = TextBytes()
        for byte in bytes { text.append(hexadecimal: byte, isUppercase: uppercase) }
        return text.string()
    }

    /// Returns sixteen bytes as a UUID, in upper case as in stores. Other numbers of bytes are returned as plain
    /// digits.
    package static func uuid(_ bytes: some Collection<UInt8>) -> String {
        guard bytes.count == 16 else { return hexadecimal(bytes, uppercase: true) }
        var text = TextBytes()
        Array(bytes).withUnsafeBytes { text.append(uuid: $0) }
        return text.string()
    }

    /// Returns the sixteen bytes of a UUID's text; nil for other texts.
    package static func bytes(ofUUID text: String) -> [UInt8]? {
        UUID(uuidString: text).map { withUnsafeBytes(of: $0.uuid) { Array($0) } }
    }
}
