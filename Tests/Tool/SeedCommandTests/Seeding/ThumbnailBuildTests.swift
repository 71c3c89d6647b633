import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("Thumbnails in a build")
struct ThumbnailBuildTests {
    private static let model = """
        <entity name="Photo"><attribute name="name" attributeType="String"/>
        <attribute name="small" optional="YES" attributeType="Binary"/>
        <attribute name="outside" optional="YES" attributeType="Binary"
            allowsExternalBinaryDataStorage="YES"/></entity>
        """

    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        try folder.writeModel(Self.model, as: "Model.xcdatamodel")
        try folder.write(Data(SampleImages.jpeg), as: "photos/a.jpg")
        try folder.write(Data(SampleImages.interlacedPNG), as: "photos/b.png")
        try folder.write("name,file\na,a.jpg\nb,b.png\nc,\n", as: "photos.csv")
    }

    private func build(_ value: String, options: [String] = []) throws -> ProcessResult {
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { photos: { csv: photos.csv } }
            entities:
              Photo:
                from: photos
                attributes:
                  name: name
                  small: \(value)

            """, as: "plan.yml")
        return try Zseed.run(["build", "plan.yml", "-q"] + options, in: folder.path)
    }

    /// Returns the width and height of the PNG images in a column, and the byte before each image.
    private func sizes(_ column: String = "ZSMALL", _ prefix: Int = 0) throws -> [String] {
        try Connection(path: folder.path + "/out.sqlite", mode: .readOnly).rows(
            """
            SELECT ZNAME || ' ' || hex(substr(\(column), \(17 + prefix), 8)) || ' '
                || hex(substr(\(column), 1, 4)) FROM ZPHOTO ORDER BY Z_PK
            """
        ) { $0.text(at: 0) ?? "" }
    }

    @Test("Images are scaled to fit, empty cells stay empty, and every build gives the same bytes")
    func files() throws {
        let value = "{ column: file, binary: file, folder: photos, thumbnail: { width: 8, format: png } }"
        let result = try build(value)
        #expect(result.errors == "")
        #expect(
            try sizes() == ["a 0000000800000004 89504E47", "b 0000000800000004 89504E47", "c  "])
        let first = try bytes(of: folder.path + "/out.sqlite")
        try build(value).expectSuccess()
        #expect(try bytes(of: folder.path + "/out.sqlite") == first)
        #expect(try Zseed.run("verify", "out.sqlite", "--strict", in: folder.path).status == 0)
    }

    @Test("Images keep their format unless one is given; a JPEG can have a quality")
    func formats() throws {
        try build("{ column: file, binary: file, folder: photos, thumbnail: { height: 4 } }").expectSuccess()
        #expect(try sizes().map { $0.suffix(8) } == ["FFD8FFE0", "89504E47", "c  "])
        try build(
            "{ column: file, binary: file, folder: photos, "
                + "thumbnail: { height: 4, format: jpeg, quality: 30 } }"
        ).expectSuccess()
        #expect(try sizes().map { $0.suffix(8) } == ["FFD8FFE0", "FFD8FFE0", "c  "])
    }

    @Test("Base64, BLOBs of a database and external storage work")
    func others() throws {
        let text = Data(SampleImages.png).base64EncodedString()
        try folder.write("name,file\na,\(text)\n", as: "photos.csv")
        try build("{ column: file, binary: base64, thumbnail: { width: 8 } }").expectSuccess()
        #expect(try sizes() == ["a 0000000800000004 89504E47"])
        try Connection(path: folder.path + "/photos.db", mode: .create).execute(
            "CREATE TABLE photos (name, file); INSERT INTO photos VALUES ('a', x'"
                + SampleImages.png.map { String(format: "%02x", $0) }.joined() + "')")
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { photos: { sqlite: photos.db, table: photos } }
            entities:
              Photo:
                from: photos
                attributes:
                  name: name
                  small: { column: file, thumbnail: { width: 8 } }
                  outside: { column: file, thumbnail: { width: 4 } }

            """, as: "blobs.yml")
        try Zseed.run("build", "blobs.yml", "-q", in: folder.path).expectSuccess()
        #expect(try sizes() == ["a 0000000800000004 89504E47"])
        #expect(try sizes("ZOUTSIDE", 1) == ["a 0000000400000002 0189504E"])
    }

    @Test(
        "An unreadable image is reported at its cell, with its own code",
        arguments: [
            ("hello", "notAnImage", "'x.img' (column `file`) is not an image"),
            (
                "GIF89a", "unsupportedImage",
                "'x.img' (column `file`) is a GIF image, which this system does not read; it reads JPEG and PNG"
            ),
            ("\u{89}PNG", "notAnImage", "'x.img' (column `file`) is not an image"),
        ])
    func refused(text: String, code: String, words: String) throws {
        try folder.write(text, as: "photos/x.img")
        try folder.write("name,file\na,a.jpg\nx,x.img\n", as: "photos.csv")
        let value = "{ column: file, binary: file, folder: photos, thumbnail: { width: 8 } }"
        let result = try build(value)
        #expect(result.status == 1)
        #expect(result.errors.contains("photos.csv:3:3: error: Photo.small: \(words)"), "\(result.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.sqlite"))
        let json = try build(value, options: ["--json"])
        #expect(json.output.contains("\"\(code)\""))
    }

    @Test("Damaged and oversized images are reported, and can be skipped")
    func damaged() throws {
        try folder.write(Data(SampleImages.jpeg.prefix(500)), as: "photos/cut.jpg")
        var bomb = SampleImages.png
        bomb.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        try folder.write(Data(bomb), as: "photos/bomb.png")
        try folder.write("name,file\na,a.jpg\ncut,cut.jpg\nbomb,bomb.png\n", as: "photos.csv")
        let value = "{ column: file, binary: file, folder: photos, thumbnail: { width: 8, format: png } }"
        let result = try build(value)
        #expect(result.status == 1)
        #expect(result.errors.contains("'cut.jpg' (column `file`) is a damaged image: "))
        #expect(
            result.errors.contains(
                "'bomb.png' (column `file`) is an image of 65536 by 65536 pixels, which is too large"))
        let plan = try String(decoding: bytes(of: folder.path + "/plan.yml"), as: UTF8.self)
        try folder.write("onError: skip\n" + plan, as: "plan.yml")
        let skipped = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(try sizes() == ["a 0000000800000004 89504E47"], "\(skipped.errors)")
    }

    @Test(
        "Invalid options of `thumbnail:` are refused",
        arguments: [
            ("thumbnail: {}", "`width` or `height`"), ("thumbnail: { format: png }", "`width` or `height`"),
            ("thumbnail: { width: 0 }", "a positive integer"),
            ("thumbnail: { width: -3 }", "a positive integer"),
            ("thumbnail: { width: 2.5 }", "a positive integer"),
            ("thumbnail: { width: 20000 }", "a number from 1 to 16384"),
            ("thumbnail: { width: 8, quality: 101 }", "a number from 1 to 100"),
            ("thumbnail: { width: 8, format: png, quality: 50 }", "quality"),
            ("thumbnail: { width: 8, format: gif }", "gif"),
            ("thumbnail: { width: 8, size: 9 }", "size"), ("thumbnail: 8", "{ width: 200, height: 200 }"),
            ("thumbnail: { width: 8 }, binary: text", "thumbnail"),
        ])
    func plans(options: String, words: String) throws {
        let result = try build("{ column: file, \(options) }")
        #expect(result.status == 2)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.errors.hasPrefix("plan.yml:"))
    }

    #if !canImport(ImageIO)
        @Test("HEIC is refused by name, as a format and as an image")
        func heic() throws {
            let format = try build("{ column: file, thumbnail: { width: 8, format: heic } }")
            #expect(format.status == 2)
            #expect(format.errors.contains("a format that this system writes: jpeg or png"))
            try folder.write("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", as: "photos/a.jpg")
            let image = try build("{ column: file, binary: file, folder: photos, thumbnail: { width: 8 } }")
            #expect(image.status == 1)
            #expect(image.errors.contains("is a HEIC image, which this system does not read"))
        }
    #endif

    @Test("An attribute that is not binary cannot have a thumbnail")
    func otherTypes() throws {
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            sources: { photos: { csv: photos.csv } }
            entities:
              Photo: { from: photos, attributes: { name: { column: name, thumbnail: { width: 8 } } } }

            """, as: "plan.yml")
        let result = try Zseed.run("build", "plan.yml", "-q", in: folder.path)
        #expect(result.status == 2)
        #expect(result.errors.contains("`thumbnail`"), "\(result.errors)")
    }
}
