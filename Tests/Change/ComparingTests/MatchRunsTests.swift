import TestSupport
import Testing

@testable import Comparing
@testable import Pages

@Suite("Runs of matching objects")
struct MatchRunsTests {
    @Test("Runs give the same result as a dictionary of all pairs", arguments: 0..<60)
    func random(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var runs = MatchRuns()
        var known: [Int64: (new: Int64, isEqual: Bool)] = [:]
        // Unmoved objects, with some keys missing from both stores.
        var continues = false
        for key in Int64(1)...60 where Bool.random(using: &random) {
            runs.append(unmoved: key, continues: continues)
            known[key] = (key, true)
            continues = Int.random(in: 0..<5, using: &random) > 0
            if !continues { continue }
        }
        runs.finishUnmoved()
        for round in 0..<6 {
            // Only unmoved objects are removed.
            if round == 0 {
                let lost = known.keys.sorted().filter { _ in Int.random(in: 0..<6, using: &random) == 0 }
                runs.remove(lost)
                for key in lost { known[key] = nil }
                continue
            }
            var free = Set(Int64(1)...120).subtracting(known.values.map(\.new))
                .filter { runs.old(of: $0) == nil }.sorted()
            if round.isMultiple(of: 2) { free.shuffle(using: &random) }
            var pairs: [(old: Int64, new: Int64)] = []
            for old in Int64(1)...120 where runs.new(of: old) == nil && Bool.random(using: &random) {
                guard let new = free.first else { break }
                free.removeFirst()
                pairs.append((old, new))
            }
            let areEqual = Bool.random(using: &random)
            runs.add(pairs, areEqual: areEqual)
            for pair in pairs { known[pair.old] = (pair.new, areEqual) }
            for (old, match) in known.shuffled(using: &random) {
                #expect(runs.new(of: old) == match.new)
                #expect(runs.old(of: match.new) == old)
                #expect(runs.doubtful(of: old) == (match.isEqual ? nil : match.new))
                #expect(runs.hasOld(old) && runs.hasNew(match.new))
            }
        }
        #expect(runs.new(of: 500) == nil && runs.old(of: -3) == nil && !runs.hasOld(500) && !runs.hasNew(-3))
    }

    @Test("Consecutive objects are one run")
    func compact() {
        var runs = MatchRuns()
        runs.add((1...1000).map { (old: $0, new: $0 + 7) }, areEqual: true)
        #expect(runs.runs.count == 1)
        #expect(runs.new(of: 500) == 507 && runs.old(of: 507) == 500)
        var unmoved = MatchRuns()
        for key in Int64(1)...1000 { unmoved.append(unmoved: key, continues: key > 1) }
        unmoved.finishUnmoved()
        unmoved.remove([500])
        #expect(unmoved.runs.map(\.span) == [498, 499])
        #expect(unmoved.new(of: 500) == nil && unmoved.old(of: 500) == nil && unmoved.new(of: 501) == 501)
    }

    @Test("Extreme keys of damaged stores are handled")
    func extremes() {
        let keys: [Int64] = [.min, -5, 0, 7, .max - 1, .max]
        var unmoved = MatchRuns()
        for key in keys { unmoved.append(unmoved: key, continues: true) }
        unmoved.finishUnmoved()
        for key in keys { #expect(unmoved.new(of: key) == key && unmoved.old(of: key) == key) }
        unmoved.remove([.min, .max])
        #expect(
            unmoved.new(of: .min) == nil && unmoved.new(of: .max) == nil
                && unmoved.new(of: .max - 1) == .max - 1)
        var moved = MatchRuns()
        moved.add(Array(zip(keys, keys.reversed())).map { (old: $0.0, new: $0.1) }, areEqual: true)
        moved.add([(old: 8, new: .min + 1)], areEqual: true)
        for (old, new) in zip(keys, keys.reversed()) {
            #expect(moved.new(of: old) == new && moved.old(of: new) == old)
            #expect(moved.hasOld(old) && moved.hasNew(new))
        }
        #expect(moved.new(of: 8) == .min + 1 && moved.old(of: .min + 1) == 8)
    }

    @Test("Rows are paired in the order of their keys, kept ones first", arguments: 0..<40)
    func pairs(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let fingerprinter = RowFingerprinter(columns: 1)
        func rows() -> [FingerprintTable.Row] {
            (Int64(0)..<50).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }.map { key in
                var fingerprint = fingerprinter.start
                fingerprinter.add(Int64.random(in: 0..<9, using: &random), column: 0, to: &fingerprint)
                return (key, fingerprint)
            }
        }
        let (old, new) = (rows(), rows())
        for prefersUnmoved in [false, true] {
            var table = FingerprintTable(new)
            let pairs = table.pairs(with: old, prefersUnmoved ? .unmovedFirst : .inOrder)
            var expected: [(old: Int64, new: Int64)] = []
            var left = new
            var rest = old
            if prefersUnmoved {
                rest = old.filter { row in
                    guard
                        let index = left.firstIndex(where: {
                            $0.key == row.key && $0.fingerprint == row.fingerprint
                        })
                    else {
                        return true
                    }
                    left.remove(at: index)
                    expected.append((row.key, row.key))
                    return false
                }
            }
            for row in rest {
                guard let index = left.firstIndex(where: { $0.fingerprint == row.fingerprint }) else {
                    continue
                }
                expected.append((row.key, left.remove(at: index).key))
            }
            expected.sort { $0.old < $1.old }
            #expect(pairs.map(\.old) == expected.map(\.old))
            #expect(pairs.map(\.new) == expected.map(\.new))
        }
    }
}
