#if !canImport(ImageIO)
    import Foundation
    import TestSupport
    import Testing

    @testable import Images

    /// The pixels of thumbnails, with the libraries that give the same result on every machine.
    @Suite("Pixels of thumbnails")
    struct PixelTests {
        private func pixels(_ image: [UInt8], _ form: ThumbnailForm) throws -> Bitmap {
            var form = form
            form.format = .png
            let png = try ThumbnailTests.thumbnail(image, form)
            return try PNGCodec.read(png.withUnsafeBytes { PNGChunks($0) })
        }

        /// Returns the colours of the four quarters, rounded so that JPEG's losses do not matter.
        private func quarters(_ image: Bitmap) -> [String] {
            [(1, 1), (3, 1), (1, 3), (3, 3)].map { x, y in
                let pixel = (image.height * y / 4) * image.width + image.width * x / 4
                let values = (0..<image.channels).map { image.pixels[pixel * image.channels + $0] }
                return values.map { $0 > 170 ? "1" : $0 < 85 ? "0" : "?" }.joined()
            }
        }

        @Test("Every kind of JPEG and PNG has the right colours")
        func colours() throws {
            let form = ThumbnailForm(width: 16)
            let coloured = ["100", "010", "001", "111"]
            for name in ["jpeg", "progressive", "inks", "png", "deep", "interlaced"] {
                let image = try #require(ThumbnailTests.all.first { $0.name == name }).bytes
                let small = try pixels(image, form)
                #expect(small.width == 16 && small.height == 8, "\(name)")
                #expect(quarters(small) == coloured, "\(name)")
            }
            #expect(
                try quarters(pixels(SampleImages.palettePNG, form)) == ["1001", "0101", "0011", "0000"])
            #expect(
                try quarters(pixels(SampleImages.greyAlphaPNG, form)) == ["11", "00", "11", "00"])
            #expect(try quarters(pixels(SampleImages.bitPNG, form)) == ["0", "1", "0", "1"])
            // Red is a dark grey, green a light one. One channel is enough.
            #expect(try pixels(SampleImages.greyJPEG, form).channels == 1)
        }

        @Test("Transparent pixels are white in JPEG, and their colour does not bleed in PNG")
        func opacity() throws {
            // Columns of opaque red and clear green: half of each pixel is red, nothing green.
            let half = try pixels(SampleImages.clearPNG, ThumbnailForm(width: 16))
            #expect(half.channels == 4)
            #expect(Array(half.pixels.prefix(4)) == [255, 0, 0, 128])
            let jpeg = try ThumbnailTests.thumbnail(
                SampleImages.clearPNG, ThumbnailForm(width: 16, format: .jpeg, quality: 100))
            let flat = try pixels(jpeg, ThumbnailForm(width: 16))
            #expect(flat.channels == 3)
            #expect(abs(Int(flat.pixels[0]) - 255) < 5 && abs(Int(flat.pixels[1]) - 127) < 5)
        }

        @Test("Each pixel is the mean of its area, in integer arithmetic")
        func areas() {
            let image = Bitmap(width: 3, height: 2, channels: 1, pixels: [0, 90, 180, 30, 60, 90])
            #expect(AreaScaler(width: 1, height: 1).scaled(image).pixels == [75])
            // The middle column is shared: (2 · 0 + 90 + 2 · 30 + 60) / 6 = 35.
            #expect(AreaScaler(width: 2, height: 1).scaled(image).pixels == [35, 115])
            #expect(AreaScaler(width: 3, height: 1).scaled(image).pixels == [15, 75, 135])
            #expect(AreaScaler(width: 3, height: 2).scaled(image).pixels == image.pixels)
        }

        // MARK: Orientation

        /// Returns the sample as a rotated camera writes it, with EXIF data in either byte order.
        private func turned(_ orientation: UInt8, isLittle: Bool) -> [UInt8] {
            func number(_ value: Int, _ size: Int) -> [UInt8] {
                let big = (0..<size).map { UInt8(value >> (8 * (size - 1 - $0)) & 0xFF) }
                return isLittle ? big.reversed() : big
            }
            let exif =
                Array("Exif\0\0".utf8) + Array((isLittle ? "II" : "MM").utf8) + number(42, 2)
                + number(8, 4) + number(2, 2)
                + number(0x010F, 2) + number(2, 2) + number(1, 4) + [0, 0, 0, 0]
                + number(0x0112, 2) + number(3, 2) + number(1, 4) + number(Int(orientation), 2) + [0, 0]
                + number(0, 4)
            let segment = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
            return Array(SampleImages.jpeg.prefix(2)) + segment + SampleImages.jpeg.dropFirst(2)
        }

        @Test(
            "The EXIF orientation is applied, and the size is that of the upright image",
            arguments: [
                (1, ["100", "010", "001", "111"]), (2, ["010", "100", "111", "001"]),
                (3, ["111", "001", "010", "100"]), (4, ["001", "111", "100", "010"]),
                (5, ["100", "001", "010", "111"]), (6, ["001", "100", "111", "010"]),
                (7, ["111", "010", "001", "100"]), (8, ["010", "111", "100", "001"]),
                (0, ["100", "010", "001", "111"]), (9, ["100", "010", "001", "111"]),
            ] as [(UInt8, [String])])
        func orientation(value: UInt8, expected: [String]) throws {
            for isLittle in [true, false] {
                let small = try pixels(turned(value, isLittle: isLittle), ThumbnailForm(height: 8))
                let isTurned = (5...8).contains(value)
                #expect(small.height == 8)
                #expect(small.width == (isTurned ? 4 : 16))
                #expect(quarters(small) == expected)
            }
        }

        // MARK: Profiles

        @Test("A display's colour profile is kept in both formats, a printer's is not")
        func profiles() throws {
            var profile = [UInt8](repeating: 0x5A, count: 70_000)
            profile.replaceSubrange(16..<20, with: Array("RGB ".utf8))
            let jpeg = JPEGSegments.adding(profile, to: SampleImages.jpeg)
            let png = PNGChunks.adding(profile, to: SampleImages.png)
            for image in [jpeg, png] {
                let small = try ThumbnailTests.thumbnail(image, ThumbnailForm(width: 8, format: .png))
                #expect(small.withUnsafeBytes { PNGChunks($0) }.profile == profile)
                let other = try ThumbnailTests.thumbnail(
                    image, ThumbnailForm(width: 32, format: .jpeg, quality: 95))
                #expect(other.withUnsafeBytes { JPEGSegments($0) }.profile == profile)
                #expect(try quarters(pixels(other, ThumbnailForm(width: 8)))[0] == "100")
            }
            profile.replaceSubrange(16..<20, with: Array("CMYK".utf8))
            let inks = JPEGSegments.adding(profile, to: SampleImages.jpeg)
            let plain = try ThumbnailTests.thumbnail(inks, ThumbnailForm(width: 8))
            #expect(plain.withUnsafeBytes { JPEGSegments($0) }.profile == nil)
        }
    }
#endif
