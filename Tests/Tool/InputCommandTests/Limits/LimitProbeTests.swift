import CommandSupport
import Files
import Foundation
import TestSupport
import Testing

/// Each limit from both sides, in its own process. `ZSEED_LIMITS=all` includes probes that take long in a debug build.
@Suite("Both sides of every limit")
struct LimitProbeTests {
    private static let triesAll = ProcessInfo.processInfo.environment["ZSEED_LIMITS"] == "all"

    @Test("Every limit is probed or has a reason why not")
    func completeness() {
        let probed = Set(LimitProbe.all.map(\.limit.name))
        let excused = Set(LimitProbe.excused.map(\.limit.name))
        #expect(probed.isDisjoint(with: excused))
        #expect(probed.union(excused) == Set(Limits.all.map(\.name)))
    }

    @Test("The maximum is accepted, and one more is refused", arguments: LimitProbe.all.indices)
    func probe(index: Int) throws {
        let probe = LimitProbe.all[index]
        switch probe.slowness {
        case .both where !Self.triesAll: return
        case .within where !Self.triesAll: break
        default:
            let within = try Self.run(probe, probe.limit.most)
            #expect(!within.errors.contains(probe.words), "\(probe): \(within.errors.prefix(500))")
            #expect((0...2).contains(within.status), "\(probe): \(within.errors.prefix(500))")
        }
        let beyond = try Self.run(probe, probe.limit.most + 1)
        #expect(beyond.errors.contains(probe.words), "\(probe): \(beyond.errors.prefix(500))")
        #expect(beyond.status == probe.limit.exitCode, "\(probe): \(beyond.errors.prefix(500))")
    }

    private static func run(_ probe: LimitProbe, _ amount: Int) throws -> ProcessResult {
        let folder = try TestFolder()
        return try Zseed.run(try probe.input(folder, amount), in: folder.path)
    }
}
