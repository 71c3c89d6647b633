#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
#else
    import CLibMD
#endif

/// SHA-2 and SHA-1, from CryptoKit if available and otherwise from libmd.
package enum SecureHash {
    /// Returns the SHA-1 of some bytes: 20 bytes, for name-based UUIDs (RFC 9562).
    package static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(Insecure.SHA1.hash(data: bytes))
        #else
            var context = SHA1_CTX()
            var result = [UInt8](repeating: 0, count: 20)
            SHA1Init(&context)
            SHA1Update(&context, bytes, bytes.count)
            SHA1Final(&result, &context)
            return result
        #endif
    }

    /// Returns the SHA-256 of some bytes: 32 bytes.
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(SHA256.hash(data: bytes))
        #else
            var context = SHA2_CTX()
            var result = [UInt8](repeating: 0, count: 32)
            SHA256Init(&context)
            SHA256Update(&context, bytes, bytes.count)
            SHA256Final(&result, &context)
            return result
        #endif
    }

    /// Returns the SHA-512 of some bytes: 64 bytes.
    static func sha512(_ bytes: [UInt8]) -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(SHA512.hash(data: bytes))
        #else
            var context = SHA2_CTX()
            var result = [UInt8](repeating: 0, count: 64)
            SHA512Init(&context)
            SHA512Update(&context, bytes, bytes.count)
            SHA512Final(&result, &context)
            return result
        #endif
    }
}
