import Foundation
import TestSupport
import Testing

@testable import Images

@Suite("Thumbnails")
struct ThumbnailTests {
    private func thumbnail(_ image: [UInt8], _ form: ThumbnailForm) throws(ImageError) -> [UInt8] {
        try Self.thumbnail(image, form)
    }

    static func thumbnail(_ image: [UInt8], _ form: ThumbnailForm) throws(ImageError) -> [UInt8] {
        let result: Result<[UInt8], ImageError> = image.withUnsafeBytes { bytes in
            do throws(ImageError) {
                return .success(try form.thumbnail(of: bytes))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    // MARK: Sizes

    @Test(
        "The size fits width and height, keeps proportions, and is never larger or zero",
        arguments: [
            (100, 100, 4000, 3000, [100, 75]), (100, 100, 3000, 4000, [75, 100]),
            (100, nil, 4000, 3000, [100, 75]), (nil, 100, 4000, 3000, [133, 100]),
            (100, 10, 4000, 3000, [13, 10]), (100, 100, 100, 100, [100, 100]),
            (100, 100, 20, 30, [20, 30]), (100, 100, 10_000, 1, [100, 1]),
            (16_384, 1, 16_384, 16_384, [1, 1]),
        ] as [(Int?, Int?, Int, Int, [Int])])
    func sizes(width: Int?, height: Int?, ofWidth: Int, ofHeight: Int, expected: [Int]) {
        let form = ThumbnailForm(width: width, height: height)
        let size = form.size(ofWidth: ofWidth, height: ofHeight)
        #expect([size.width, size.height] == expected)
    }

    // MARK: Kinds

    @Test(
        "Formats other than JPEG and PNG are rejected by name",
        arguments: [
            ("GIF89a", "GIF"), ("RIFF....WEBPVP8 ", "WebP"), ("II*\0........", "TIFF"),
            ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", "HEIC"), ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1", "HEIC"),
            ("\0\0\0\u{18}ftypavif\0\0\0\0", "AVIF"), ("%PDF-1.7", "PDF"),
            ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "SVG"),
            ("<?xml version=\"1.0\"?><svg/>", "SVG"),
        ])
    func kinds(text: String, name: String) {
        #expect(ImageKind.allCases.map(\.rawValue).contains(name))
        #if !canImport(ImageIO)
            #expect(throws: ImageError.unsupported(name)) {
                try thumbnail(Array(text.utf8), ThumbnailForm(width: 10))
            }
        #endif
    }

    @Test(
        "Files that are not images are reported",
        arguments: ["", "x", "hello, world", "<?xml version=\"1.0\"?>"])
    func noImage(text: String) {
        #expect(throws: ImageError.notAnImage) {
            try thumbnail(Array(text.utf8), ThumbnailForm(width: 10))
        }
    }

    @Test("The format is the image's own or the requested one")
    func formats() throws {
        func kind(_ bytes: [UInt8]) -> ImageKind? { bytes.withUnsafeBytes { ImageKind($0) } }
        for (image, own) in [(SampleImages.jpeg, ImageKind.jpeg), (SampleImages.png, .png)] {
            #expect(try kind(thumbnail(image, ThumbnailForm(width: 8))) == own)
            #expect(try kind(thumbnail(image, ThumbnailForm(width: 8, format: .png))) == .png)
            #expect(try kind(thumbnail(image, ThumbnailForm(width: 8, format: .jpeg))) == .jpeg)
        }
        #expect(ThumbnailForm.Format.written.contains(.jpeg))
        #expect(ThumbnailForm.Format.written.contains(.png))
    }

    @Test("A higher quality needs more bytes, and the same image always gives the same bytes")
    func quality() throws {
        let sizes = try [10, 80, 100].map {
            try thumbnail(SampleImages.jpeg, ThumbnailForm(width: 30, quality: $0)).count
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
        let form = ThumbnailForm(width: 11, height: 7)
        #expect(try thumbnail(SampleImages.png, form) == thumbnail(SampleImages.png, form))
    }

    // MARK: Bad images

    static let all: [(name: String, bytes: [UInt8])] = [
        ("jpeg", SampleImages.jpeg), ("progressive", SampleImages.progressiveJPEG),
        ("grey", SampleImages.greyJPEG), ("inks", SampleImages.inkJPEG), ("png", SampleImages.png),
        ("deep", SampleImages.deepPNG), ("interlaced", SampleImages.interlacedPNG),
        ("palette", SampleImages.palettePNG), ("grey alpha", SampleImages.greyAlphaPNG),
    ]

    @Test("A truncated image is damaged, wherever it ends", arguments: all.map(\.name))
    func truncated(name: String) throws {
        let image = try #require(Self.all.first { $0.name == name }).bytes
        // After the last pixel, a JPEG has only two bytes, and a PNG only twelve.
        let end = image.starts(with: [0xFF, 0xD8]) ? image.count - 16 : image.count - 20
        for length in stride(from: 8, to: end, by: 3) {
            #expect(throws: ImageError.self, "\(length)") {
                try thumbnail(Array(image.prefix(length)), ThumbnailForm(width: 8))
            }
        }
    }

    @Test("Changed bytes give another image or an error, never a trap", arguments: all.map(\.name))
    func changed(name: String) throws {
        let image = try #require(Self.all.first { $0.name == name }).bytes
        var state: UInt64 = 7
        var made = 0
        for _ in 0..<400 {
            var copy = image
            for _ in 0..<3 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                copy[Int(state >> 33) % copy.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            if let result = try? thumbnail(copy, ThumbnailForm(width: 8, height: 8)) {
                #expect(!result.isEmpty)
                made += 1
            }
        }
        #expect(made < 400)
    }

    @Test("An image with too many declared pixels is refused before memory is allocated")
    func bombs() {
        var png = SampleImages.png
        png.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        #expect(throws: ImageError.self) { try thumbnail(png, ThumbnailForm(width: 8)) }
        #if !canImport(ImageIO)
            #expect(throws: ImageError.tooLarge(width: 65_536, height: 65_536)) {
                try thumbnail(png, ThumbnailForm(width: 8))
            }
            var jpeg = SampleImages.jpeg
            if let start = jpeg.indices.dropLast(9).first(where: {
                jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0
            }) {
                jpeg.replaceSubrange((start + 5)..<(start + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
            }
            #expect(throws: ImageError.tooLarge(width: 65_500, height: 65_500)) {
                try thumbnail(jpeg, ThumbnailForm(width: 8))
            }
        #endif
    }
}
