import TestSupport
import Testing

@Suite("Changes without an end")
struct LargeChangesTests {
    @Test("Changes that do not end are refused, not read for ever")
    func endless() throws {
        let shop = try Shop()
        let result = try Zseed.run(
            "merge", "reference.sqlite", "--changes", "/dev/zero", "-o", "out.sqlite", in: shop.folder.path)
        #expect(result.status == 1)
        #expect(result.errors.contains("it is larger than 64 MB"), "\(result)")
    }
}
