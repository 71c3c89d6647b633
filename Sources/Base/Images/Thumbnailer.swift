#if Thumbnails && !canImport(ImageIO)
    /// Reads, scales and writes images with this system's JPEG and PNG libraries.
    enum Thumbnailer {
        static func writes(_ format: ThumbnailForm.Format) -> Bool { format != .heic }

        static func thumbnail(
            of bytes: UnsafeRawBufferPointer, _ kind: ImageKind, _ form: ThumbnailForm
        ) throws(ImageError) -> [UInt8] {
            let read = try read(bytes, kind, form)
            let scaler = AreaScaler(width: read.size.width, height: read.size.height)
            let image = scaler.scaled(read.image).upright(read.orientation)
            switch form.format ?? (kind == .png ? .png : .jpeg) {
            case .jpeg: return try JPEGCodec.bytes(image.opaque(), quality: form.quality)
            case .png: return try PNGCodec.bytes(image)
            case .heic: throw .unsupported(ImageKind.heic.rawValue)
            }
        }

        /// Returns an image as stored in the file, with its target size before rotation.
        private static func read(
            _ bytes: UnsafeRawBufferPointer, _ kind: ImageKind, _ form: ThumbnailForm
        ) throws(ImageError) -> (
            image: Bitmap, orientation: ImageOrientation, size: (width: Int, height: Int)
        ) {
            func size(
                _ width: Int, _ height: Int, _ orientation: ImageOrientation
            ) -> (width: Int, height: Int) {
                guard orientation.swapsSides else { return form.size(ofWidth: width, height: height) }
                let size = form.size(ofWidth: height, height: width)
                return (size.height, size.width)
            }
            switch kind {
            case .jpeg:
                let segments = JPEGSegments(bytes)
                let read = try JPEGCodec.read(bytes, segments) { size($0, $1, segments.orientation) }
                return (read.image, segments.orientation, read.size)
            case .png:
                let chunks = PNGChunks(bytes)
                let image = try PNGCodec.read(chunks)
                return (
                    image, chunks.orientation, size(image.width, image.height, chunks.orientation)
                )
            default: throw .unsupported(kind.rawValue)
            }
        }
    }
#elseif !canImport(ImageIO)
    /// Reads and writes no images, because the program was built without the trait `Thumbnails`.
    enum Thumbnailer {
        static func writes(_ format: ThumbnailForm.Format) -> Bool { false }

        static func thumbnail(
            of bytes: UnsafeRawBufferPointer, _ kind: ImageKind, _ form: ThumbnailForm
        ) throws(ImageError) -> [UInt8] {
            throw .unsupported(kind.rawValue)
        }
    }
#endif
