import Images
import Inputs

extension ThumbnailForm {
    /// Returns the thumbnail of an image that a cell names or contains.
    func bytes(of image: UnsafeRawBufferPointer) throws(ConversionFailure) -> [UInt8] {
        do throws(ImageError) {
            return try thumbnail(of: image)
        } catch {
            throw ConversionFailure(.value(Self.reason(error)))
        }
    }

    /// Returns the thumbnail of an image from its bytes.
    func bytes(of image: [UInt8]) throws(ConversionFailure) -> [UInt8] {
        let result: Result<[UInt8], ConversionFailure> = image.withUnsafeBytes { bytes in
            do throws(ConversionFailure) {
                return .success(try self.bytes(of: bytes))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private static func reason(_ error: ImageError) -> SeedIssue.Reason.Value {
        switch error {
        case .notAnImage: .notAnImage
        case .unsupported(let kind): .unsupportedImage(kind)
        case .damaged(let words): .damagedImage(words)
        case .tooLarge(let width, let height): .imageTooLarge(width: width, height: height)
        }
    }
}
