/// What a thumbnail is to be like.
///
/// ```swift
/// let form = ThumbnailForm(width: 200, height: 200)
/// let small = try photo.withUnsafeBytes { try form.thumbnail(of: $0) }
/// ```
package struct ThumbnailForm: Equatable, Sendable {
    /// The format of a thumbnail's bytes.
    package enum Format: String, CaseIterable, Sendable {
        case jpeg, png, heic

        /// The formats that this system writes.
        package static var written: [Format] { allCases.filter(Thumbnailer.writes) }
    }

    /// The most pixels of an image that is read, as 16,384 by 8,192: four bytes of memory are needed for
    /// each, and a small file can claim any number.
    package static let mostPixels = 1 << 27
    /// The longest side of a thumbnail.
    package static let longestSide = 16_384
    /// The quality where none is given.
    package static let usualQuality = 80

    /// The greatest width; nil where only the height counts.
    package var width: Int?
    /// The greatest height; nil where only the width counts.
    package var height: Int?
    /// The format; nil for the image's own, and JPEG for one that is not written here.
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

    /// The size of an image scaled to fit, its proportions kept; never a larger one.
    package func size(ofWidth width: Int, height: Int) -> (width: Int, height: Int) {
        // The smaller of the two scales, as a fraction.
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

    /// The bytes of a thumbnail of an image.
    package func thumbnail(of image: UnsafeRawBufferPointer) throws(ImageError) -> [UInt8] {
        guard let kind = ImageKind(image) else { throw .notAnImage }
        return try Thumbnailer.thumbnail(of: image, kind, self)
    }
}
