import TestSupport
import Testing

@testable import Files

@Suite("Text as bytes")
struct TextBytesTests {
    private func text(_ body: (inout TextBytes) -> Void) -> String {
        var text = TextBytes(capacity: 1)
        text.append("<")
        body(&text)
        return String(text.string().dropFirst())
    }

    @Test("Integers have String's digits")
    func integers() {
        var random = SeededGenerator(seed: 1)
        var numbers: [Int64] = [0, 9, 10, -1, .max, .min]
        for bits in 0..<64 {
            numbers.append(Int64(bitPattern: random.next() >> UInt64(bits)))
            numbers.append(-Int64((random.next() >> 1) >> UInt64(bits)))
        }
        for number in numbers { #expect(text { $0.append(integer: number) } == String(number)) }
    }

    @Test("Reals and floats have Swift's digits", arguments: 1...4)
    func reals(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var numbers: [Double] = [
            0, -0.0, 1, -1, 0.1, 0.3, 1e15, 1e16, -1e15, 999_999_999_999_999, 1e-3, 9.999e-4, 0.001, 1e-4,
            123456789.123456, 0.1 + 0.2, .infinity, -.infinity, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude, 16_777_216, 16_777_215, 1e7, 2.5, 4503599627370497.5,
        ]
        for _ in 0..<5_000 {
            let bits = Double(bitPattern: random.next())
            if !bits.isNaN { numbers.append(bits) }
            let places = [1.0, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e9]
            let digits = Double(Int64(bitPattern: random.next()) >> Int64.random(in: 4..<60, using: &random))
            numbers.append(digits / (places.randomElement(using: &random) ?? 1))
            numbers.append(Double.random(in: -1000...1000, using: &random))
        }
        for number in numbers {
            let expected = "\(number)"
            let plain = expected.hasSuffix(".0") ? String(expected.dropLast(2)) : expected
            let float = Float(number)
            let short = "\(float)"
            // Separate expectations would take minutes.
            guard text({ $0.append(shortest: number, showsFraction: true) }) == expected,
                text({ $0.append(shortest: number, showsFraction: false) }) == plain,
                text({ $0.append(shortest: float) })
                    == (short.hasSuffix(".0") ? String(short.dropLast(2)) : short)
            else {
                Issue.record("\(number)")
                continue
            }
        }
    }

    @Test("Plain bytes are printable ASCII with few exceptions")
    func plain() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0x20..<0x7F, using: &random)
            }
            if !bytes.isEmpty, Bool.random(using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            }
            let expected = bytes.allSatisfy {
                (0x20..<0x7F).contains($0) && ![0x22, 0x2C, 0x3B, 0x5C].contains($0)
            }
            let found = bytes.withUnsafeBytes { ASCIIBytes.isPlain($0, without: 0x22, 0x2C, 0x3B, 0x5C) }
            if found != expected { Issue.record("\(bytes)") }
        }
    }

    @Test("ASCII is appended unchanged or in lower case, and other text is refused")
    func ascii() {
        func appended(_ source: String, isLowercased: Bool) -> String? {
            var isASCII = false
            let result = text { text in
                var copy = source
                isASCII = copy.withUTF8 {
                    text.append(ascii: UnsafeRawBufferPointer($0), isLowercased: isLowercased)
                }
            }
            return isASCII ? result : nil
        }
        let all = String(decoding: UInt8(0)..<0x80, as: UTF8.self)
        #expect(appended(all, isLowercased: false) == all)
        #expect(appended(all, isLowercased: true) == all.lowercased())
        #expect(appended("abcdefghiÄ", isLowercased: true) == nil)
        #expect(appended("", isLowercased: true) == "")
    }

    @Test("Bytes can be removed and repeated")
    func editing() {
        var repeated = 0
        let result = text { text in
            text.append(text: "abc")
            let end = text.count
            text.append(repeating: 0x2D, count: 300)
            repeated = text.bytes(from: end).count
            text.removeAll(from: end)
            text.append(digits: 7, count: 3)
            text.append(hexadecimal: 0xAF, isUppercase: true)
            text.append(hexadecimal: 0x0B, isUppercase: false)
        }
        #expect(repeated == 300)
        #expect(result == "abc007AF0b")
    }
}
