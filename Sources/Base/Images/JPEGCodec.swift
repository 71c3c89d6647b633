#if Thumbnails && !canImport(ImageIO)
    import CTurboJPEG

    /// JPEG through libjpeg-turbo.
    enum JPEGCodec {
        /// Decodes an image, scaled down during decoding to no less than twice the target size.
        ///
        /// - Parameters:
        ///   - size: returns the target size for the stored size.
        static func read(
            _ bytes: UnsafeRawBufferPointer, _ segments: JPEGSegments,
            _ size: (_ width: Int, _ height: Int) -> (width: Int, height: Int)
        ) throws(ImageError) -> (image: Bitmap, size: (width: Int, height: Int)) {
            guard let handle = tjInitDecompress() else { throw .damaged("no memory") }
            defer { tjDestroy(handle) }
            let start = bytes.bindMemory(to: UInt8.self).baseAddress
            let count = UInt(bytes.count)
            var width: Int32 = 0
            var height: Int32 = 0
            var sampling: Int32 = 0
            var space: Int32 = 0
            if tjDecompressHeader3(handle, start, count, &width, &height, &sampling, &space) != 0,
                !isHarmless(handle)
            {
                throw .damaged(words(handle))
            }
            guard width > 0, height > 0 else { throw .damaged("it has no size") }
            guard Int(width) * Int(height) <= ThumbnailForm.mostPixels else {
                throw .tooLarge(width: Int(width), height: Int(height))
            }
            let wanted = size(Int(width), Int(height))
            let fits = { (scale: Int) -> Bool in
                Int(width) / scale >= 2 * wanted.width && Int(height) / scale >= 2 * wanted.height
            }
            let scale = [8, 4, 2].first(where: fits) ?? 1
            let inks = [Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue)].contains(space)
            let isGrey = space == Int32(TJCS_GRAY.rawValue)
            let channels = inks ? 4 : isGrey ? 1 : 3
            let format = inks ? TJPF_CMYK : isGrey ? TJPF_GRAY : TJPF_RGB
            let scaled = (width: (Int(width) + scale - 1) / scale, height: (Int(height) + scale - 1) / scale)
            var pixels = [UInt8](repeating: 0, count: scaled.width * scaled.height * channels)
            let result = pixels.withUnsafeMutableBufferPointer { buffer in
                tjDecompress2(
                    handle, start, count, buffer.baseAddress, Int32(scaled.width), 0,
                    Int32(scaled.height), Int32(format.rawValue),
                    // Accurate DCT gives the same values on every machine. The scan limit stops files with endless
                    // scans.
                    Int32(TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS))
            }
            if result != 0, !isHarmless(handle) { throw .damaged(words(handle)) }
            var image = Bitmap(
                width: scaled.width, height: scaled.height, channels: channels, pixels: pixels,
                profile: ColourProfile.fitting(segments.profile, isGrey: isGrey))
            if inks { image = withoutInks(image, areInverted: segments.isAdobe) }
            return (image, wanted)
        }

        /// Returns the JPEG bytes of an image without opacity.
        static func bytes(_ image: Bitmap, quality: Int) throws(ImageError) -> [UInt8] {
            guard let handle = tjInitCompress() else { throw .damaged("no memory") }
            defer { tjDestroy(handle) }
            var output: UnsafeMutablePointer<UInt8>?
            var count: UInt = 0
            let format = image.isGrey ? TJPF_GRAY : TJPF_RGB
            let sampling = image.isGrey ? TJSAMP_GRAY : quality < 90 ? TJSAMP_420 : TJSAMP_444
            let result = tjCompress2(
                handle, image.pixels, Int32(image.width), 0, Int32(image.height), Int32(format.rawValue),
                &output, &count, Int32(sampling.rawValue), Int32(quality), Int32(TJFLAG_ACCURATEDCT))
            defer { tjFree(output) }
            guard result == 0, let output else { throw .damaged(words(handle)) }
            let file = Array(UnsafeBufferPointer(start: output, count: Int(count)))
            return image.profile.map { JPEGSegments.adding($0, to: file) } ?? file
        }

        /// Converts CMYK to RGB without the printer's profile, as other programs do.
        private static func withoutInks(_ image: Bitmap, areInverted: Bool) -> Bitmap {
            let mask: UInt8 = areInverted ? 0 : 255
            var pixels = [UInt8](repeating: 0, count: image.width * image.height * 3)
            for pixel in 0..<(image.width * image.height) {
                let black = Int(image.pixels[pixel * 4 + 3] ^ mask)
                for channel in 0..<3 {
                    let ink = Int(image.pixels[pixel * 4 + channel] ^ mask)
                    pixels[pixel * 3 + channel] = UInt8((ink * black + 127) / 255)
                }
            }
            return Bitmap(width: image.width, height: image.height, channels: 3, pixels: pixels)
        }

        /// Returns whether the warning is only about extraneous bytes between segments, which some cameras write.
        private static func isHarmless(_ handle: tjhandle) -> Bool {
            tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
                && words(handle).contains("extraneous bytes before marker")
        }

        private static func words(_ handle: tjhandle) -> String {
            tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown"
        }
    }
#endif
