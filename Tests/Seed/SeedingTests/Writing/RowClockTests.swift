import Testing

@testable import Seeding

@Suite("Times of reading rows")
struct RowClockTests {
    /// Phases once added up to three times the duration of the rows, because the clock's own time was included.
    @Test("The phases of all loads add up to the whole time")
    func sum() {
        let clock = RowClock(isEnabled: true)
        for load in 1...3 {
            for _ in 0..<200 {
                clock.beginRow()
                clock.lap(.read)
                clock.lap(.convert)
                clock.lap(.unique)
            }
            clock.endLoad(.seconds(load))
        }
        clock.endLoad(.seconds(100))  // without rows
        clock.add(.seconds(5), to: .insert)
        let phases: [BuildTimings.Phase] = [.read, .convert, .unique]
        let sum = phases.reduce(Duration.zero) { $0 + clock.timings[$1] }
        #expect(abs((sum - .seconds(6)) / .milliseconds(1)) < 1)
        #expect(phases.allSatisfy { clock.timings[$0] > .zero })
        #expect(clock.timings[.insert] == .seconds(5))
    }
}
