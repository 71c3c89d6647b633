import Files
import Foundation

/// Bytes as hexadecimal digits.
package enum BytesText {
    /// Two digits for each byte.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>, uppercase: Bool = false) -> String {
        var text = TextBytes()
        for byte in bytes { text.append(hexadecimal: byte, isUppercase: uppercase) }
        return text.string()
    }

    /// Sixteen bytes as a UUID, upper-case as stores have it; other numbers of bytes as digits alone.
    package static func uuid(_ bytes: some Collection<UInt8>) -> String {
        guard bytes.count == 16 else { return hexadecimal(bytes, uppercase: true) }
        var text = TextBytes()
        Array(bytes).withUnsafeBytes { text.append(uuid: $0) }
        return text.string()
    }

    /// The sixteen bytes of a UUID's text; nil for another text.
    package static func bytes(ofUUID text: String) -> [UInt8]? {
        UUID(uuidString: text).map { withUnsafeBytes(of: $0.uuid) { Array($0) } }
    }
}
