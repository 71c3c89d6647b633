import Foundation

/// A generator that gives the same random numbers for the same seed: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// Returns the number of rounds of a random test: `count`, or `ZSEED_ROUNDS` times as many.
    package static func rounds(_ count: Int = 1) -> Int {
        count * (ProcessInfo.processInfo.environment["ZSEED_ROUNDS"].flatMap(Int.init) ?? 1)
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
