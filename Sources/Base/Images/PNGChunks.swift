#if Thumbnails && !canImport(ImageIO)
    import CZlib

    /// The chunks of a PNG file.
    struct PNGChunks {
        private(set) var width = 0
        private(set) var height = 0
        private(set) var orientation = ImageOrientation.up
        /// The ICC profile, or nil if the file has none.
        private(set) var profile: [UInt8]?
        /// The file without the chunks that do not affect its pixels.
        ///
        /// If the file has a profile, which is carried over, the gamma chunks are removed too.
        private(set) var plain: [UInt8]

        static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

        /// Reads the chunks up to the first invalid one. The decoder reports the damage.
        init(_ bytes: UnsafeRawBufferPointer) {
            let all = Self.chunks(bytes)
            plain = Self.signature
            plain.reserveCapacity(bytes.count)
            for chunk in all where chunk.content.count <= bytes.count {
                switch chunk.name {
                case "IHDR" where chunk.content.count == 13:
                    width = Self.number(chunk.content.prefix(4))
                    height = Self.number(chunk.content.dropFirst(4).prefix(4))
                case "eXIf": orientation = ImageOrientation(exif: chunk.content)
                case "iCCP": profile = Self.inflated(chunk.content)
                default: break
                }
            }
            var kept: Set = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]
            if profile == nil { kept.formUnion(["gAMA", "cHRM", "sRGB"]) }
            for chunk in all where kept.contains(chunk.name) { plain += chunk.whole }
        }

        /// Returns a file with a profile inserted after its header, replacing all other colour information.
        static func adding(_ profile: [UInt8], to file: [UInt8]) -> [UInt8] {
            file.withUnsafeBytes { bytes in
                chunks(bytes).reduce(into: signature) { result, chunk in
                    guard !["gAMA", "cHRM", "sRGB"].contains(chunk.name) else { return }
                    result += chunk.whole
                    if chunk.name == "IHDR" { result += self.chunk("iCCP", deflated(profile)) }
                }
            }
        }

        // MARK: Reading

        private typealias Part = Slice<UnsafeRawBufferPointer>

        /// Returns the chunks in file order. A truncated last chunk has its available bytes.
        private static func chunks(
            _ bytes: UnsafeRawBufferPointer
        ) -> [(name: String, content: Part, whole: Part)] {
            var result: [(name: String, content: Part, whole: Part)] = []
            var offset = signature.count
            while offset + 12 <= bytes.count {
                let length = number(bytes[offset..<(offset + 4)])
                let name = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
                let end = min(offset + 12 + length, bytes.count)
                result.append(
                    (
                        name, bytes[(offset + 8)..<max(offset + 8, min(offset + 8 + length, bytes.count))],
                        bytes[offset..<end]
                    ))
                offset = end
                if name == "IEND" { break }
            }
            return result
        }

        private static func number(_ bytes: Part) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

        /// Returns the profile in an `iCCP` chunk: a name, a zero byte, the compression method, the compressed
        /// profile.
        private static func inflated(_ content: Part) -> [UInt8]? {
            guard let zero = content.prefix(80).firstIndex(of: 0), zero + 2 < content.endIndex else {
                return nil
            }
            let packed = Array(content[(zero + 2)...])
            var result = [UInt8](repeating: 0, count: ColourProfile.largest)
            var count = uLongf(result.count)
            guard uncompress(&result, &count, packed, uLong(packed.count)) == Z_OK else { return nil }
            return Array(result.prefix(Int(count)))
        }

        // MARK: Writing

        private static func deflated(_ profile: [UInt8]) -> [UInt8] {
            var count = compressBound(uLong(profile.count))
            var result = [UInt8](repeating: 0, count: Int(count))
            compress2(&result, &count, profile, uLong(profile.count), Z_BEST_COMPRESSION)
            return Array("ICC profile".utf8) + [0, 0] + result.prefix(Int(count))
        }

        private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian, Array.init) }
            let named = Array(name.utf8) + content
            let sum = crc32(0, named, uInt(named.count))
            return bytes(UInt32(content.count)) + named + bytes(UInt32(truncatingIfNeeded: sum))
        }
    }
#endif
