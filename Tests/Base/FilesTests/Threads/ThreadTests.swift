import Foundation
import Synchronization
import Testing

@testable import Files

private struct Failure: Error, Equatable {
    var number = 0
}

@Suite("A result from another thread")
struct BackgroundResultTests {
    @Test("The result is the same however often it is requested")
    func value() throws {
        let result = BackgroundResult(named: "test") { 7 }
        #expect(try result.wait() == 7)
        #expect(try result.wait() == 7)
    }

    @Test("An error of the work is thrown to the caller that waits for it")
    func failure() {
        let result = BackgroundResult<Int>(named: "test") { throw Failure(number: 1) }
        #expect(throws: Failure(number: 1)) { try result.wait() }
        #expect(throws: Failure(number: 1)) { try result.wait() }
    }

    @Test("Without a thread, the work is done before the caller gets the result")
    func refused() throws {
        let caller = pthread_self()
        let count = SharedCount()
        let (value, failed) = NewThread.$isRefused.withValue(true) {
            (
                BackgroundResult(named: "test") {
                    count.add(1)
                    return pthread_equal(caller, pthread_self()) != 0
                }, BackgroundResult<Int>(named: "test") { throw Failure(number: 1) }
            )
        }
        #expect(count.value == 1)
        #expect(try value.wait() && value.wait())
        #expect(throws: Failure(number: 1)) { try failed.wait() }
        #expect(count.value == 1)
    }

    /// Counts its deallocation.
    private final class Witness: Sendable {
        let count: SharedCount

        init(_ count: SharedCount) { self.count = count }

        deinit { count.add(1) }

        func look() {}
    }

    @Test(
        "Objects that the work retains are released before the result is available",
        arguments: [false, true], [false, true])
    func holding(fails: Bool, isRefused: Bool) {
        let gone = SharedCount()
        NewThread.$isRefused.withValue(isRefused) {
            for number in 1...200 {
                let result = Self.result(holding: Witness(gone), fails: fails)
                _ = try? result.wait()
                #expect(gone.value == number)
            }
        }
    }

    private static func result(holding witness: Witness, fails: Bool) -> BackgroundResult<Void> {
        BackgroundResult(named: "test") {
            witness.look()
            if fails { throw Failure() }
        }
    }
}

@Suite("A thread that does one piece of work after another")
struct SerialWorkerTests {
    @Test(
        "Work is done in order, on the results of earlier work", arguments: [1, 3, Int.max],
        [false, true])
    func order(limit: Int, isRefused: Bool) throws {
        try NewThread.$isRefused.withValue(isRefused) {
            let worker = SerialWorker(named: "test", limit: limit) { [Int]() }
            for number in 0..<1000 { worker.add { $0.append(number) } }
            let all = worker.result { $0 }
            #expect(try all.wait() == Array(0..<1000))
            try worker.wait()
        }
    }

    @Test(
        "After a failure, only work that is waited for is done",
        arguments: [false, true])
    func failure(isRefused: Bool) throws {
        try NewThread.$isRefused.withValue(isRefused) { try Self.checkFailure() }
    }

    private static func checkFailure() throws {
        let worker = SerialWorker(named: "test") { 0 }
        worker.add { $0 += 1 }
        worker.add { _ in throw Failure(number: 1) }
        worker.add { $0 += 10 }
        worker.add { _ in throw Failure(number: 2) }
        #expect(throws: Failure(number: 1)) { try worker.wait() }
        worker.add { $0 += 100 }
        #expect(throws: Failure(number: 1)) { try worker.wait() }
        #expect(try worker.result { $0 }.wait() == 1)
    }

    @Test("Work that fails with its own result stops nothing")
    func ownFailure() throws {
        let worker = SerialWorker(named: "test") { 0 }
        let failed: BackgroundResult<Int> = worker.result { _ in throw Failure(number: 3) }
        worker.add { $0 += 1 }
        #expect(throws: Failure(number: 3)) { try failed.wait() }
        try worker.wait()
        #expect(try worker.result { $0 }.wait() == 1)
    }

    @Test("A caller that submits too much work waits")
    func room() throws {
        let gate = DispatchSemaphore(value: 0)
        let started = DispatchSemaphore(value: 0)
        let ended = SharedCount()
        let worker = SerialWorker(named: "test", limit: 3) {}
        worker.add { _ in
            started.signal()
            gate.wait()
            ended.add(1)
        }
        started.wait()
        worker.add { _ in }
        worker.add { _ in }
        let third = BackgroundResult(named: "third") {
            worker.add { _ in }
            // The first job had not ended when this one was added.
            return ended.value
        }
        // Long enough to add the job, if there were room for it.
        Thread.sleep(forTimeInterval: 0.05)
        gate.signal()
        #expect(try third.wait() == 1)
        try worker.wait()
    }

    @Test("Submitted work is done even if no more can be submitted")
    func end() throws {
        let count = SharedCount()
        let results = (0..<5).map { _ in
            let worker = SerialWorker(named: "test") {}
            worker.add { _ in count.add(1) }
            return worker.result { _ in count.add(1) }
        }
        for result in results { try result.wait() }
        #expect(count.value == 10)
    }

    @Test("Several callers without a thread take turns, and all their work is done")
    func callers() throws {
        let limit = 3
        let worker = SerialWorker(named: "test", limit: limit) { [Int]() }
        NewThread.$isRefused.withValue(true) { worker.add { $0.append(0) } }
        let callers = (1...4).map { caller in
            BackgroundResult(named: "caller") {
                for number in 1...500 { worker.add { $0.append(caller * 1_000 + number) } }
                return try worker.result { _ in caller }.wait()
            }
        }
        #expect(try callers.map { try $0.wait() } == [1, 2, 3, 4])
        let all = try worker.result { $0 }.wait()
        #expect(all.count == 2_001)
        for caller in 1...4 {
            #expect(all.filter { $0 / 1_000 == caller } == (1...500).map { caller * 1_000 + $0 })
        }
    }

    @Test("Without work, waiting ends at once")
    func idle() throws {
        try SerialWorker(named: "test") {}.wait()
    }
}

@Suite("Blocks that two threads exchange")
struct BlockPipeTests {
    fileprivate final class Block {
        var numbers: [Int] = []
    }

    /// Returns a pipe through which a thread sends numbers in blocks.
    private static func pipe(
        of blocks: Int = 2, sending count: Int, failure: Failure? = nil
    ) throws -> BlockPipe<Block> {
        let pipe = BlockPipe((0..<blocks).map { _ in Block() }, named: "sending") { pipe in
            for number in 0..<count {
                let block = try pipe.emptyBlock()
                block.numbers.append(number)
                pipe.send(block)
            }
            pipe.close(failure)
        }
        return try #require(pipe)
    }

    @Test("Blocks arrive in order and are reused", arguments: [1, 2, 4])
    func order(blocks: Int) throws {
        let pipe = try Self.pipe(of: blocks, sending: 10_000)
        var received: [Int] = []
        while let block = try pipe.fullBlock() {
            #expect(block.numbers.count == 1)
            received += block.numbers
            block.numbers = []
            pipe.recycle(block)
        }
        try pipe.wait()
        #expect(received == Array(0..<10_000))
        #expect(try pipe.fullBlock() == nil)
    }

    @Test("An error of the filling side follows its last block", arguments: [0, 1, 100])
    func failure(count: Int) throws {
        let pipe = try Self.pipe(sending: count, failure: Failure(number: 4))
        var received = 0
        #expect(throws: Failure(number: 4)) {
            while let block = try pipe.fullBlock() {
                received += 1
                block.numbers = []
                pipe.recycle(block)
            }
        }
        try pipe.wait()
        #expect(received == count)
    }

    @Test("If the emptying side stops, the filling side fails with its reason")
    func stop() throws {
        let pipe = try Self.pipe(sending: 1000)
        let first = try #require(try pipe.fullBlock())
        #expect(first.numbers == [0])
        pipe.stop(Failure(number: 5))
        pipe.stop(Failure(number: 6))
        #expect(throws: Failure(number: 5)) { try pipe.wait() }
        #expect(throws: Failure(number: 5)) { try pipe.emptyBlock() }
    }

    @Test("Blocks that were taken back do not arrive")
    func cancel() throws {
        let pipe = try #require(BlockPipe([Block(), Block()], named: "idle") { _ in })
        pipe.send(try pipe.emptyBlock())
        pipe.send(try pipe.emptyBlock())
        pipe.cancel()
        #expect(try pipe.fullBlock() == nil)
        _ = try pipe.emptyBlock()
        _ = try pipe.emptyBlock()
    }

    @Test("No pipe exists without a thread at its other end")
    func refused() {
        let count = SharedCount()
        let pipe = NewThread.$isRefused.withValue(true) {
            BlockPipe([Block()], named: "test") { _ in count.add(1) }
        }
        #expect(pipe == nil && count.value == 0)
    }
}

@Suite("Blocks that a thread processes")
struct BlockWorkerTests {
    private typealias Block = BlockPipeTests.Block

    /// The results of a worker.
    private final class Sums: @unchecked Sendable {
        var sums: [Int] = []

        func add(_ block: Block, failingAt number: Int?) throws {
            if block.numbers.first == number { throw Failure(number: number ?? 0) }
            sums.append(block.numbers.reduce(0, +))
            block.numbers = []
        }
    }

    private static func worker(_ sums: Sums, failingAt number: Int? = nil) -> BlockWorker<Block> {
        BlockWorker([Block(), Block()], named: "test") { try sums.add($0, failingAt: number) }
    }

    @Test("Blocks are processed in order, with a thread or without", arguments: [false, true])
    func order(isRefused: Bool) throws {
        let sums = Sums()
        let worker = NewThread.$isRefused.withValue(isRefused) { Self.worker(sums) }
        var block = Block()
        for number in 0..<1_000 {
            block.numbers = [number, 1]
            block = try worker.exchange(block)
            #expect(block.numbers.isEmpty)
        }
        block.numbers = [5_000]
        try worker.finish(with: block)
        #expect(sums.sums == (1...1_000) + [5_000])
    }

    @Test("After a failure, no block is processed, and the caller gets the error", arguments: [false, true])
    func failure(isRefused: Bool) {
        let sums = Sums()
        let worker = NewThread.$isRefused.withValue(isRefused) { Self.worker(sums, failingAt: 3) }
        #expect(throws: Failure(number: 3)) {
            var block = Block()
            for number in 0..<1_000 {
                block.numbers = [number]
                block = try worker.exchange(block)
            }
            try worker.finish(with: block)
        }
        worker.cancel()
        #expect(sums.sums == [0, 1, 2])
    }

    @Test("The caller gets the error of the last block, too", arguments: [false, true])
    func lastFailure(isRefused: Bool) {
        let worker = NewThread.$isRefused.withValue(isRefused) { Self.worker(Sums(), failingAt: 7) }
        let block = Block()
        block.numbers = [7]
        #expect(throws: Failure(number: 7)) { try worker.finish(with: block) }
    }
}

private final class SharedCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .acquiring) }
    func add(_ number: Int) { count.add(number, ordering: .acquiringAndReleasing) }
}
