import TestSupport
import Testing

@testable import Inputs

@Suite("Shared texts of a workbook")
struct SharedStringsTests {
    @Test(
        "Texts are restored, from memory and from the file beyond the limit",
        arguments: [0, 1, 1_000, 70_000, 1 << 24])
    func spilled(bound: Int) throws {
        var random = SeededGenerator(seed: UInt64(bound))
        let file = SpillingBuffer(bound: bound, path: "items.xlsx")
        var all: [UInt8] = []
        var ranges: [Range<Int>] = []
        // Some are longer than a block of the file, and some are empty.
        for length in (0..<600).map({ $0 % 97 == 0 ? 40_000 : Int.random(in: 0...300, using: &random) }) {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            ranges.append(all.count..<all.count + length)
            all += bytes
            try file.append(bytes)
        }
        try file.finish()
        #expect(file.count == all.count)
        #expect(file.hasSpilled == (all.count > bound))
        for range in ranges + ranges.shuffled(using: &random) {
            try file.withBytes(range) { #expect($0.elementsEqual(all[range])) }
        }
    }
}
