#if Thumbnails && !canImport(ImageIO)
    import CPNG

    /// PNG through libpng's simplified interface, which does not need `longjmp`.
    enum PNGCodec {
        /// Reads any kind of PNG as eight bits per channel, in sRGB or in the colours of its profile.
        static func read(_ chunks: PNGChunks) throws(ImageError) -> Bitmap {
            guard chunks.width > 0, chunks.height > 0 else { throw .damaged("it has no size") }
            guard chunks.width <= ThumbnailForm.mostPixels, chunks.height <= ThumbnailForm.mostPixels,
                chunks.width * chunks.height <= ThumbnailForm.mostPixels
            else { throw .tooLarge(width: chunks.width, height: chunks.height) }
            var image = png_image()
            image.version = UInt32(PNG_IMAGE_VERSION)
            defer { png_image_free(&image) }
            guard png_image_begin_read_from_memory(&image, chunks.plain, chunks.plain.count) != 0 else {
                throw .damaged(words(image))
            }
            // Treats 16-bit values as sRGB too, unless the file has other colour information.
            image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
            image.format &= UInt32(PNG_FORMAT_FLAG_ALPHA) | UInt32(PNG_FORMAT_FLAG_COLOR)
            let channels = channels(image.format)
            let (width, height) = (Int(image.width), Int(image.height))
            var pixels = [UInt8](repeating: 0, count: width * height * channels)
            guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else {
                throw .damaged(words(image))
            }
            return Bitmap(
                width: width, height: height, channels: channels, pixels: pixels,
                profile: ColourProfile.fitting(chunks.profile, isGrey: channels < 3))
        }

        /// Returns the PNG bytes of an image.
        static func bytes(_ bitmap: Bitmap) throws(ImageError) -> [UInt8] {
            var image = png_image()
            image.version = UInt32(PNG_IMAGE_VERSION)
            image.width = UInt32(bitmap.width)
            image.height = UInt32(bitmap.height)
            image.format =
                (bitmap.hasAlpha ? UInt32(PNG_FORMAT_FLAG_ALPHA) : 0)
                | (bitmap.isGrey ? 0 : UInt32(PNG_FORMAT_FLAG_COLOR))
            defer { png_image_free(&image) }
            var count = 0
            guard png_image_write_to_memory(&image, nil, &count, 0, bitmap.pixels, 0, nil) != 0 else {
                throw .damaged(words(image))
            }
            var file = [UInt8](repeating: 0, count: count)
            guard png_image_write_to_memory(&image, &file, &count, 0, bitmap.pixels, 0, nil) != 0 else {
                throw .damaged(words(image))
            }
            file.removeLast(file.count - count)
            return bitmap.profile.map { PNGChunks.adding($0, to: file) } ?? file
        }

        private static func channels(_ format: UInt32) -> Int {
            (format & UInt32(PNG_FORMAT_FLAG_COLOR) != 0 ? 3 : 1)
                + (format & UInt32(PNG_FORMAT_FLAG_ALPHA) != 0 ? 1 : 0)
        }

        private static func words(_ image: png_image) -> String {
            withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
    }
#endif
