import Files
import TestSupport

/// Damages input in ways that depend on a seed.
struct InputDamage {
    private var generator: SeededGenerator
    private let tokens: [[UInt8]]
    private let amounts: [Int]

    /// - Parameters:
    ///   - tokens: words that may cause trouble for the reader.
    ///   - limits: the limits of the reader.
    init(seed: UInt64, tokens: [String], limits: [Limit]) {
        generator = SeededGenerator(seed: seed)
        amounts = limits.map(\.most).filter { $0 <= Self.mostRepetitions }.flatMap { [$0 - 1, $0, $0 + 1] }
        self.tokens = tokens.map { Array($0.utf8) } + Self.troubles
    }

    private static let mostRepetitions = 20_000

    private static let troubles: [[UInt8]] = [
        [0], [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xEF, 0xBB, 0xBF], [0x1B, 0x5B, 0x32, 0x4A],
        Array("\u{202E}".utf8), Array("-9223372036854775808".utf8), Array("1e400".utf8),
        Array("\n".utf8), Array(repeating: 0x28, count: 3_000), [0x7F, 0xFF, 0xFF, 0xFF],
    ]

    private mutating func below(_ limit: Int) -> Int {
        Int.random(in: 0..<max(1, limit), using: &generator)
    }

    /// Returns the input with one to six damages.
    mutating func applied(to input: [UInt8]) -> [UInt8] {
        var bytes = input
        for _ in 0...below(6) {
            guard !bytes.isEmpty else { return bytes }
            let place = below(bytes.count)
            let end = min(bytes.count, place + 1 + below(64))
            switch below(amounts.isEmpty ? 9 : 10) {
            case 0: bytes[place] = UInt8(below(256))
            case 1: bytes[place] ^= 1 << UInt8(below(8))
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count))
            case 4: bytes.removeLast(bytes.count - place)
            case 5:
                for offset in place..<end { bytes[offset] = [0, 0x7F, 0x80, 0xFF][below(4)] }
            case 6:
                let other = below(bytes.count)
                bytes.swapAt(place, other)
            case 9:
                let part = below(2) == 0 ? tokens[below(tokens.count)] : Array(bytes[place..<end])
                let count = amounts[below(amounts.count)]
                bytes.insert(contentsOf: repeatElement(part.prefix(64), count: count).joined(), at: place)
            default: bytes.insert(contentsOf: tokens[below(tokens.count)], at: place)
            }
        }
        return bytes
    }
}
