import Foundation
import ObjectModel
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import Verification

@Suite("The walk of objects")
struct ObjectWalkTests {
    private static let boxes = """
        INSERT INTO ZBOX (Z_PK, Z_ENT, Z_OPT, ZTITLE)
        SELECT i, (SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Box'), 1, 'box' FROM n
        """

    @Test(
        "Two threads find the same as one",
        arguments: Corpus.all)
    func threads(entry: Corpus.Entry) throws {
        let store = try VerifiedStore(path: entry.store)
        var alone = CheckOutcome()
        try ObjectWalkCheck().run(on: store, into: &alone)
        let thread = CheckThread(path: entry.store)
        let together = try ObjectWalkCheck().start(on: store, thread)?.finish(on: store)
        #expect(together == nil || together == alone)
        #expect(try together != nil || !Connection.readsInPlace(entry.store))
    }

    @Test("Damage is reported once, in the order of entities, whichever thread finds it")
    func order() throws {
        let store = try SoundStore()
        // The walk is skipped for invalid objects if the row checks run. There are enough boxes for both threads.
        try store.change(
            """
            WITH RECURSIVE n(i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            \(Self.boxes);
            UPDATE ZITEM SET ZNAME = NULL, ZPLACE = 99; UPDATE ZBOX SET ZTITLE = 7
            """)
        let check = ObjectWalkCheck()
        let verified = try VerifiedStore(path: store.path)
        var alone = CheckOutcome()
        try check.run(on: verified, into: &alone)
        #expect(alone.wrong > 1)
        for _ in 0..<20 {
            let thread = CheckThread(path: store.path)
            #expect(try check.start(on: verified, thread)?.finish(on: verified) == alone)
        }
    }

    /// An object with a given number of members that counts how often members are read.
    private struct Owner: WalkedObject {
        final class Looks { var count = 0 }

        let entity = "Owner"
        let primaryKey: Int64?
        let size: Int
        let looks: Looks

        static func == (one: Owner, other: Owner) -> Bool { one.primaryKey == other.primaryKey }
        func hash(into hasher: inout Hasher) { hasher.combine(primaryKey) }
        func fire() { if size < 0 { looks.count += 1 } }
        func destination(of relationship: String) -> Owner? { nil }
        func members(of relationship: String, upTo limit: Int) -> [Owner]? {
            guard size <= limit else { return nil }
            return (0..<max(size, 0)).map { Owner(primaryKey: Int64($0), size: -1, looks: looks) }
        }
    }

    @Test(
        "Ten members per object are examined on average, and all of a small table",
        arguments: [(5, 150, 750), (1_000, 10, 10_000), (1_000, 100, 11_900), (1_000, 201, 0)])
    func members(objects: Int, size: Int, looks: Int) {
        let relationship = RelationshipDescription(
            PropertyTraits(name: "members"), destinationEntityName: "Owner", maxCount: 0)
        let walk = ObjectGraphWalk(steps: [.init(relationship: relationship, inverse: nil)])
        let counter = Owner.Looks()
        var outcome = CheckOutcome()
        for key in 1...objects {
            walk.examine(Owner(primaryKey: Int64(key), size: size, looks: counter), into: &outcome)
        }
        #expect(counter.count == looks)
        #expect(outcome.examined == Int64(objects) && outcome.wrong == 0)
    }

    @Test("Large tables are sampled in runs, up to the greatest primary keys")
    func manyObjects() throws {
        let store = try SoundStore()
        try store.change(
            """
            WITH RECURSIVE n(i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
            \(Self.boxes);
            WITH RECURSIVE n(i) AS (
              SELECT 9223372036854775307 UNION ALL SELECT i + 1 FROM n WHERE i < 9223372036854775806
            ) \(Self.boxes)
            """)
        var outcome = CheckOutcome()
        let verified = try VerifiedStore(path: store.path)
        try ObjectWalkCheck().run(on: verified, into: &outcome)
        #expect(outcome.wrong == 0, "\(outcome.examples.map(\.line))")
        // The walk includes a run of low keys and one of high keys, beginning where a step goes past all keys.
        #expect((200...1_100).contains(outcome.examined))
    }

    @Test("A thread runs one check after the other over one connection")
    func thread() throws {
        let store = try SoundStore()
        let thread = CheckThread(path: store.path)
        let numbers = Mutex<[Int]>([])
        let outcomes = (0..<5).map { number in
            ConcurrentOutcome(on: thread) { connection, outcome in
                numbers.withLock { $0.append(number) }
                // Each job finds what earlier jobs left on the connection.
                try connection.execute("CREATE TEMP TABLE IF NOT EXISTS w (n)")
                try connection.execute("INSERT INTO temp.w VALUES (1)")
                outcome.examine(try connection.integer("SELECT count(*) FROM temp.w") ?? 0)
            }
        }
        #expect(outcomes.map { $0.wait().examined } == [1, 2, 3, 4, 5])
        #expect(numbers.withLock { $0 } == [0, 1, 2, 3, 4])
    }

    @Test("If a thread cannot open the store, its checks report it")
    func noStore() throws {
        let folder = try TestFolder()
        let thread = CheckThread(path: folder.path + "/nothing.sqlite")
        let outcome = ConcurrentOutcome(on: thread) { _, outcome in outcome.examine(1) }.wait()
        #expect(outcome.examined == 0)
        // This is a machine fault, which means nothing about the store.
        #expect(outcome.wrong == 0)
        #expect(outcome.machineFault != nil)
    }

    @Test("Each entity is walked once, by one of two threads", arguments: [0, 1, 2, 7])
    func shares(count: Int) {
        let shares = WalkShares(count: count)
        var taken: [Int] = []
        shares.take(from: .front) { place, outcome in
            taken.append(place)
            outcome.examine(1 << Int64(place))
            // The other thread, meanwhile.
            guard place == 0 else { return }
            shares.take(from: .back) { place, outcome in
                taken.append(place)
                outcome.examine(1 << Int64(place))
                outcome.report(Finding("\(place)"))
            }
        }
        #expect(taken.sorted() == Array(0..<count))
        #expect(shares.outcome.examined == (1 << Int64(count)) - 1)
        #expect(shares.outcome.examples.map(\.line) == (1..<max(count, 1)).map { "\($0)" })
    }
}
