#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
#else
    import CLibMD
#endif

/// The SHA-256 of content that is added piece by piece.
package struct ContentDigest {
    #if canImport(CryptoKit)
        private var hasher = SHA256()
    #else
        private var context = SHA2_CTX()
    #endif

    /// Starts without content.
    package init() {
        #if !canImport(CryptoKit)
            SHA256Init(&context)
        #endif
    }

    /// Adds a piece.
    package mutating func update(_ bytes: [UInt8]) {
        #if canImport(CryptoKit)
            hasher.update(data: bytes)
        #else
            SHA256Update(&context, bytes, bytes.count)
        #endif
    }

    /// Returns the digest of all pieces: 32 bytes.
    package func finished() -> [UInt8] {
        #if canImport(CryptoKit)
            return Array(hasher.finalize())
        #else
            var copy = context
            var result = [UInt8](repeating: 0, count: 32)
            SHA256Final(&result, &copy)
            return result
        #endif
    }
}
