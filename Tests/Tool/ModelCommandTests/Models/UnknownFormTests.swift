import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Swift types that no known store contains")
struct UnknownFormTests {
    @Test(
        "The message names the type and its place, and what to do without a Mac",
        arguments: [
            ("[String: [P]]", "a dictionary in Q"), ("Set<Int>", "a set in Q"),
            ("Set<P>?", "a set in Q"), ("[Int: Int]?", "a dictionary in Q"),
        ])
    func collections(type: String, words: String) throws {
        let folder = try TestFolder()
        try folder.write(
            """
            import SwiftData
            struct P: Codable, Hashable { var a: String }
            struct Q: Codable { var list: \(type) }
            @Model class Item { var q: Q; init(q: Q) { self.q = q } }
            """, as: "Models.swift")
        let result = try Zseed.run("hash", "Models.swift", in: folder.path)
        #expect(
            result.errors == """
                Models.swift:4:25: error: Item.q: it is not known how SwiftData stores \(words): pass a store that the app created with --beside STORE; any device that ran the app has one \
                (docs/start/swiftdata.md#a-store-without-a-mac)

                """)
        #expect(result.status == 1)
    }
}
