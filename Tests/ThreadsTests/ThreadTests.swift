import Foundation
import Synchronization
import Testing

@testable import Threads

private struct Failure: Error, Equatable {
    var number = 0
}

@Suite("A result from another thread")
struct BackgroundResultTests {
    @Test("It is the same however often it is asked for")
    func value() throws {
        let result = BackgroundResult(named: "test") { 7 }
        #expect(try result.wait() == 7)
        #expect(try result.wait() == 7)
    }

    @Test("What the work throws is thrown where it is waited for")
    func failure() {
        let result = BackgroundResult<Int>(named: "test") { throw Failure(number: 1) }
        #expect(throws: Failure(number: 1)) { try result.wait() }
        #expect(throws: Failure(number: 1)) { try result.wait() }
    }

    /// Tells when it goes.
    private final class Witness: Sendable {
        let count: SharedCount

        init(_ count: SharedCount) { self.count = count }

        deinit { count.add(1) }

        func look() {}
    }

    @Test("What the work holds is let go before the result can be had", arguments: [false, true])
    func holding(fails: Bool) {
        let gone = SharedCount()
        for number in 1...200 {
            let result = Self.result(holding: Witness(gone), fails: fails)
            _ = try? result.wait()
            #expect(gone.value == number)
        }
    }

    private static func result(holding witness: Witness, fails: Bool) -> BackgroundResult<Void> {
        BackgroundResult(named: "test") {
            witness.look()
            if fails { throw Failure() }
        }
    }
}

@Suite("A thread that does one work after the other")
struct SerialWorkerTests {
    @Test("Work is done in order, on what the works before have left", arguments: [1, 3, Int.max])
    func order(limit: Int) throws {
        let worker = SerialWorker(named: "test", limit: limit) { [Int]() }
        for number in 0..<1000 { worker.add { $0.append(number) } }
        let all = worker.result { $0 }
        #expect(try all.wait() == Array(0..<1000))
        try worker.wait()
    }

    @Test("After work that failed nothing is done, except for what somebody waits for")
    func failure() throws {
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

    @Test("Work that fails with a result of its own stops nothing")
    func ownFailure() throws {
        let worker = SerialWorker(named: "test") { 0 }
        let failed: BackgroundResult<Int> = worker.result { _ in throw Failure(number: 3) }
        worker.add { $0 += 1 }
        #expect(throws: Failure(number: 3)) { try failed.wait() }
        try worker.wait()
        #expect(try worker.result { $0 }.wait() == 1)
    }

    @Test("Whoever gives more work than there is room for, waits")
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
            // The first work was still to be ended when this one was given.
            return ended.value
        }
        // Long enough to give it, were there room.
        Thread.sleep(forTimeInterval: 0.05)
        gate.signal()
        #expect(try third.wait() == 1)
        try worker.wait()
    }

    @Test("What was given is done though nobody can give more")
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

    @Test("Without work there is nothing to wait for")
    func idle() throws {
        try SerialWorker(named: "test") {}.wait()
    }
}

@Suite("Blocks that go round between two threads")
struct BlockPipeTests {
    private final class Block {
        var numbers: [Int] = []
    }

    /// Sends numbers in blocks from another thread.
    private static func sending(
        _ count: Int, through pipe: BlockPipe<Block>, failure: Failure? = nil
    ) -> BackgroundResult<Void> {
        BackgroundResult(named: "sending") {
            for number in 0..<count {
                let block = try pipe.emptyBlock()
                block.numbers.append(number)
                pipe.send(block)
            }
            pipe.close(failure)
        }
    }

    @Test("Blocks arrive in order, and go round", arguments: [1, 2, 4])
    func order(blocks: Int) throws {
        let pipe = BlockPipe((0..<blocks).map { _ in Block() })
        let sending = Self.sending(10_000, through: pipe)
        var received: [Int] = []
        while let block = try pipe.fullBlock() {
            #expect(block.numbers.count == 1)
            received += block.numbers
            block.numbers = []
            pipe.recycle(block)
        }
        try sending.wait()
        #expect(received == Array(0..<10_000))
        #expect(try pipe.fullBlock() == nil)
    }

    @Test("What the side that fills failed with comes behind its last block", arguments: [0, 1, 100])
    func failure(count: Int) throws {
        let pipe = BlockPipe([Block(), Block()])
        let sending = Self.sending(count, through: pipe, failure: Failure(number: 4))
        var received = 0
        #expect(throws: Failure(number: 4)) {
            while let block = try pipe.fullBlock() {
                received += 1
                block.numbers = []
                pipe.recycle(block)
            }
        }
        try sending.wait()
        #expect(received == count)
    }

    @Test("Once the side that empties has stopped, the other one fails with its reason")
    func stop() throws {
        let pipe = BlockPipe([Block(), Block()])
        let sending = Self.sending(1000, through: pipe)
        let first = try #require(try pipe.fullBlock())
        #expect(first.numbers == [0])
        pipe.stop(Failure(number: 5))
        pipe.stop(Failure(number: 6))
        #expect(throws: Failure(number: 5)) { try sending.wait() }
        #expect(throws: Failure(number: 5)) { try pipe.emptyBlock() }
    }

    @Test("What was taken back does not arrive")
    func cancel() throws {
        let pipe = BlockPipe([Block(), Block()])
        pipe.send(try pipe.emptyBlock())
        pipe.send(try pipe.emptyBlock())
        pipe.cancel()
        #expect(try pipe.fullBlock() == nil)
        _ = try pipe.emptyBlock()
        _ = try pipe.emptyBlock()
    }
}

private final class SharedCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .acquiring) }
    func add(_ number: Int) { count.add(number, ordering: .acquiringAndReleasing) }
}
