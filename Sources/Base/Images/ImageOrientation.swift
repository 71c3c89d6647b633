/// The orientation of an image. Raw values are those of the EXIF tag 0x0112.
enum ImageOrientation: Int {
    case up = 1
    case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    /// Whether turning the image upright swaps its width and height.
    var swapsSides: Bool { rawValue > 4 }

    /// Returns the stored pixel for a position in the upright image.
    ///
    /// - Parameters:
    ///   - width: the stored width.
    ///   - height: the stored height.
    func source(ofX x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch self {
        case .up: (x, y)
        case .upMirrored: (width - 1 - x, y)
        case .down: (width - 1 - x, height - 1 - y)
        case .downMirrored: (x, height - 1 - y)
        case .leftMirrored: (y, x)
        case .right: (y, height - 1 - x)
        case .rightMirrored: (width - 1 - y, height - 1 - x)
        case .left: (width - 1 - y, x)
        }
    }

    /// Reads the orientation from EXIF data. It is `up` if the tag is missing or the data is damaged.
    ///
    /// - Parameter exif: a TIFF header with its directories.
    init(exif: Slice<UnsafeRawBufferPointer>) {
        self = Self.tag(UnsafeRawBufferPointer(rebasing: exif)).flatMap(Self.init) ?? .up
    }

    private static func tag(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 8 else { return nil }
        let isLittle: Bool
        switch (bytes[0], bytes[1]) {
        case (0x49, 0x49): isLittle = true
        case (0x4D, 0x4D): isLittle = false
        default: return nil
        }
        func number(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, offset <= bytes.count - size else { return nil }
            return (0..<size).reduce(0) { value, index in
                value << 8 | Int(bytes[offset + (isLittle ? size - 1 - index : index)])
            }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = number(entry, 2) else { return nil }
            // The value is a single short integer in the first half of the field.
            if tag == 0x0112, number(entry + 2, 2) == 3 { return number(entry + 8, 2) }
        }
        return nil
    }
}
