#if canImport(ImageIO)
    import CoreGraphics
    import Foundation
    import ImageIO

    /// Reads, scales and writes images with Apple's ImageIO, in every format that the system supports.
    enum Thumbnailer {
        static func writes(_ format: ThumbnailForm.Format) -> Bool {
            let known = CGImageDestinationCopyTypeIdentifiers() as? [String] ?? []
            return known.contains(identifier(format))
        }

        static func thumbnail(
            of bytes: UnsafeRawBufferPointer, _ kind: ImageKind, _ form: ThumbnailForm
        ) throws(ImageError) -> [UInt8] {
            guard let source = CGImageSourceCreateWithData(Data(bytes) as CFData, nil),
                CGImageSourceGetCount(source) > 0
            else { throw .unsupported(kind.rawValue) }
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any]
            guard let width = properties?[kCGImagePropertyPixelWidth] as? Int,
                let height = properties?[kCGImagePropertyPixelHeight] as? Int, width > 0, height > 0
            else { throw .damaged("it has no size") }
            guard width <= ThumbnailForm.mostPixels, height <= ThumbnailForm.mostPixels,
                width * height <= ThumbnailForm.mostPixels
            else { throw .tooLarge(width: width, height: height) }
            let isTurned = (properties?[kCGImagePropertyOrientation] as? Int ?? 1) > 4
            let size = form.size(ofWidth: isTurned ? height : width, height: isTurned ? width : height)
            let options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true,
                kCGImageSourceCreateThumbnailWithTransform: true,
                kCGImageSourceThumbnailMaxPixelSize: max(size.width, size.height),
            ]
            guard CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete,
                let image = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
            else { throw .damaged("ImageIO cannot decode it") }
            return try encoded(image, form.format ?? own(kind), quality: form.quality)
        }

        private static func own(_ kind: ImageKind) -> ThumbnailForm.Format {
            switch kind {
            case .png: .png
            case .heic where writes(.heic): .heic
            default: .jpeg
            }
        }

        private static func encoded(
            _ image: CGImage, _ format: ThumbnailForm.Format, quality: Int
        ) throws(ImageError) -> [UInt8] {
            let data = NSMutableData()
            guard
                let destination = CGImageDestinationCreateWithData(
                    data, identifier(format) as CFString, 1, nil)
            else { throw .unsupported(format.rawValue) }
            let options: [CFString: Any] = [
                kCGImageDestinationLossyCompressionQuality: Double(quality) / 100,
                // Formats without opacity get a white background.
                kCGImageDestinationBackgroundColor: CGColor(red: 1, green: 1, blue: 1, alpha: 1),
            ]
            CGImageDestinationAddImage(destination, image, options as CFDictionary)
            guard CGImageDestinationFinalize(destination) else { throw .damaged("ImageIO cannot encode it") }
            return Array(data as Data)
        }

        private static func identifier(_ format: ThumbnailForm.Format) -> String {
            switch format {
            case .jpeg: "public.jpeg"
            case .png: "public.png"
            case .heic: "public.heic"
            }
        }
    }
#endif
