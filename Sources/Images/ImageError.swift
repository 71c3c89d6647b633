/// Why no thumbnail can be made of some bytes.
package enum ImageError: Error, Equatable, Sendable {
    /// They are no image that anybody knows.
    case notAnImage
    /// They are an image of another kind, such as `HEIC`, which this system cannot read.
    case unsupported(String)
    /// They begin as an image and cannot be read as one; in the words of the reader.
    case damaged(String)
    /// The image has more pixels than are read.
    case tooLarge(width: Int, height: Int)
}
