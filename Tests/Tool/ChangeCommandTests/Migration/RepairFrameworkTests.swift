import CommandSupport
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@Suite("zseed repair of a store without a known framework")
struct RepairFrameworkTests {
    @Test(
        "An unknown framework number is an error of the store, not of the command line",
        arguments: [0, -1, 1 << 40] as [Int64])
    func framework(number: Int64) throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/></entity>
            """, as: "App.xcdatamodel")
        try #require(Zseed.run("create", "App.xcdatamodel", "-o", "A.sqlite", in: folder.path).status == 0)
        do {
            let store = try Connection(path: folder.path + "/A.sqlite", mode: .readWrite)
            var metadata = try StoreMetadata.read(from: store)
            metadata.entries[StoreMetadata.Key.frameworkVersion] = .integer(number)
            try store.execute("UPDATE Z_METADATA SET Z_PLIST = \(metadata.propertyList.sqlBlobLiteral)")
        }
        let result = try Zseed.run("repair", "A.sqlite", "-o", "B.sqlite", in: folder.path)
        #expect(result.status == 1)
        #expect(
            result.errors.contains("the framework version \(number) in its metadata is invalid"),
            "\(result.errors)")
    }
}
