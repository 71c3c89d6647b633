/// The reasons that prevent a thumbnail.
package enum ImageError: Error, Equatable, Sendable {
    /// The bytes are not an image of a known kind.
    case notAnImage
    /// The bytes are an image of a kind that this system cannot read, such as `HEIC`.
    case unsupported(String)
    /// The bytes begin like an image but cannot be decoded. The text is the decoder's.
    case damaged(String)
    /// The image has more pixels than the limit.
    case tooLarge(width: Int, height: Int)
}
