import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Truncated files")
struct HalfFileTests {
    @Test(
        "A truncated or damaged compressed file never becomes a store, even with `onError: skip`",
        arguments: ["stop", "skip"])
    func compressed(policy: String) throws {
        let shop = try Shop.large()
        try shop.edit("plan.yml", "timeZone: UTC\n", "timeZone: UTC\nonError: \(policy)\n")
        try shop.edit("plan.yml", "csv: items.csv", "csv: items.csv.gz")
        #expect(try run("gzip", ["-n", "items.csv"], in: shop.path).status == 0)
        let whole = try bytes(of: shop.path + "/items.csv.gz")
        var damaged = whole
        for index in whole.count / 2..<whole.count / 2 + 64 { damaged[index] ^= 0xFF }
        for (data, words) in [(whole.prefix(whole.count / 2), "ends too early"), (damaged, "is damaged")] {
            try shop.folder.write(Data(data), as: "items.csv.gz")
            let result = try shop.build()
            #expect(result.status == 1)
            // Rows of damaged bytes may use up the number of errors after which a build stops.
            if policy == "skip" || words == "ends too early" {
                #expect(
                    result.errors.contains("items.csv.gz: error: the gzip file \(words)"), "\(result.errors)")
            }
            #expect(try bytes(of: shop.output) == Data("the old output".utf8))
        }
    }

    @Test("An unclosed quote stops the build, because it swallows all later rows")
    func unclosedQuote() throws {
        let shop = try Shop.large()
        try shop.edit("plan.yml", "timeZone: UTC\n", "timeZone: UTC\nonError: skip\n")
        let lines = String(decoding: try bytes(of: shop.path + "/items.csv"), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var changed = lines
        changed[100] = "\"" + changed[100]
        try shop.folder.write(changed.joined(separator: "\n"), as: "items.csv")
        let result = try shop.build()
        #expect(result.status == 1)
        #expect(
            result.errors.contains("items.csv:101:1: error: a quoted field is never closed"),
            "\(result.errors)")
        #expect(try bytes(of: shop.output) == Data("the old output".utf8))
    }
}
