/// The size, format and quality of a thumbnail.
///
/// ```swift
/// let form = ThumbnailForm(width: 200, height: 200)
/// let small = try photo.withUnsafeBytes { try form.thumbnail(of: $0) }
/// ```
package struct ThumbnailForm: Equatable, Sendable {
    /// The file format of a thumbnail.
    package enum Format: String, CaseIterable, Sendable {
        case jpeg, png, heic

        /// The formats that this system can write. Empty if the program was built without thumbnails.
        package static var written: [Format] { allCases.filter(Thumbnailer.writes) }
    }

    /// The largest number of pixels in an image that zseed reads, for example 16,384 by 8,192.
    ///
    /// Each pixel takes four bytes of memory, and a small file can claim any number of pixels.
    package static let mostPixels = 1 << 27
    /// The longest side of a thumbnail, in pixels.
    package static let longestSide = 16_384
    /// The default quality.
    package static let usualQuality = 80

    /// The greatest width, or nil if only the height is limited.
    package var width: Int?
    /// The greatest height, or nil if only the width is limited.
    package var height: Int?
    /// The format, or nil for the image's own format. JPEG replaces a format that this system cannot write.
    package var format: Format?
    /// The quality of JPEG and HEIC, from 1 to 100.
    package var quality: Int

    /// Creates a form with a width, a height or both, from 1 to ``longestSide``.
    package init(
        width: Int? = nil, height: Int? = nil, format: Format? = nil,
        quality: Int = Self.usualQuality
    ) {
        self.width = width
        self.height = height
        self.format = format
        self.quality = quality
    }

    /// Returns the size that fits an image into the form. It keeps the proportions and never enlarges.
    package func size(ofWidth width: Int, height: Int) -> (width: Int, height: Int) {
        // The smaller of the two scale factors, as a fraction.
        var scale = (part: 1, whole: 1)
        for (limit, side) in [(self.width, width), (self.height, height)] {
            guard let limit, limit * scale.whole < scale.part * side else { continue }
            scale = (limit, side)
        }
        func scaled(_ side: Int) -> Int {
            max((side * scale.part * 2 + scale.whole) / (2 * scale.whole), 1)
        }
        return (scaled(width), scaled(height))
    }

    /// Returns the bytes of a thumbnail of an image.
    package func thumbnail(of image: UnsafeRawBufferPointer) throws(ImageError) -> [UInt8] {
        guard let kind = ImageKind(image) else { throw .notAnImage }
        return try Thumbnailer.thumbnail(of: image, kind, self)
    }
}
