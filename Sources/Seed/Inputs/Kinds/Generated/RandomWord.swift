/// Pseudorandom 64-bit words derived from a key and a row by SplitMix64 (Steele, Lea and Flood, "Fast Splittable
/// Pseudorandom Number Generators"), which is the same on every machine.
struct RandomWord {
    private var state: UInt64

    init(_ key: UInt64, _ row: Int) {
        state = Self.mixed(key &+ UInt64(truncatingIfNeeded: row) &* 0x9E37_79B9_7F4A_7C15)
    }

    /// Returns a key for names and a seed.
    static func key(of names: [String], seed: Int64) -> UInt64 {
        var key = mixed(UInt64(bitPattern: seed))
        for name in names {
            for byte in name.utf8 { key = (key ^ UInt64(byte)) &* 0x100_0000_01B3 }
            key = mixed(key)
        }
        return key
    }

    private static func mixed(_ word: UInt64) -> UInt64 {
        var word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// Returns a number below a bound.
    mutating func below(_ bound: Int) -> Int {
        bound <= 1 ? 0 : Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Returns a number from 0 up to but not including 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}
