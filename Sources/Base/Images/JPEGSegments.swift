#if Thumbnails && !canImport(ImageIO)
    /// The segments of a JPEG file before its image data.
    struct JPEGSegments {
        private(set) var orientation = ImageOrientation.up
        /// Whether an Adobe program wrote the file. Adobe stores CMYK inverted.
        private(set) var isAdobe = false
        /// The ICC profile joined from its segments, or nil if it is missing or incomplete.
        var profile: [UInt8]? {
            guard let count = parts.first?.count, parts.count == count else { return nil }
            let sorted = parts.sorted { $0.number < $1.number }
            guard sorted.map(\.number) == Array(1...count) else { return nil }
            return sorted.flatMap(\.bytes)
        }
        private var parts: [(number: Int, count: Int, bytes: [UInt8])] = []

        /// Reads the segments up to the first invalid one. The decoder reports the damage.
        init(_ bytes: UnsafeRawBufferPointer) {
            var offset = 2
            while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
                let marker = bytes[offset + 1]
                // Markers may be padded with FF.
                if marker == 0xFF {
                    offset += 1
                    continue
                }
                let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
                guard marker != 0xDA, length >= 2, offset + 2 + length <= bytes.count else { return }
                read(marker, bytes[(offset + 4)..<(offset + 2 + length)])
                offset += 2 + length
            }
        }

        private mutating func read(_ marker: UInt8, _ content: Slice<UnsafeRawBufferPointer>) {
            func begins(_ text: String) -> Bool { content.starts(with: Array(text.utf8)) }
            switch marker {
            case 0xE1 where begins("Exif\0\0"):
                orientation = ImageOrientation(exif: content.dropFirst(6))
            case 0xE2 where begins("ICC_PROFILE\0") && content.count > 14:
                let start = content.startIndex
                let size = parts.reduce(content.count) { $0 + $1.bytes.count }
                guard size <= ColourProfile.largest else { return }
                parts.append(
                    (Int(content[start + 12]), Int(content[start + 13]), Array(content.dropFirst(14))))
            case 0xEE where begins("Adobe"): isAdobe = true
            default: break
            }
        }

        /// Returns a file with a profile inserted after its first segment, the JFIF header.
        static func adding(_ profile: [UInt8], to file: [UInt8]) -> [UInt8] {
            guard file.count > 6, file[2] == 0xFF, file[3] == 0xE0 else { return file }
            let end = 4 + Int(file[4]) << 8 | Int(file[5])
            guard end <= file.count else { return file }
            let most = 65_519
            let count = (profile.count + most - 1) / most
            guard count <= 255 else { return file }
            var result = Array(file[..<end])
            for number in 0..<count {
                let part = profile[(number * most)..<min((number + 1) * most, profile.count)]
                let length = part.count + 16
                result += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)]
                result += Array("ICC_PROFILE\0".utf8) + [UInt8(number + 1), UInt8(count)] + part
            }
            return result + file[end...]
        }
    }
#endif
