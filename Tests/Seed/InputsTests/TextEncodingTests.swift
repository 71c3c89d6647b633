import Foundation
import SQLite
@testable import Inputs
import TestSupport
import Testing

@Suite("Encodings")
struct TextEncodingTests {
    private static func outcome(
        _ bytes: [UInt8], encoding: TextEncoding? = nil, bufferSize: Int = 256 * 1024
    ) throws -> SourceOutcome {
        try SourceOutcome.of(bytes) { path in
            var options = CSVOptions()
            options.encoding = encoding
            return try CSVSource(path: path, options: options, bufferSize: bufferSize)
        }
    }

    private static func utf16(_ text: String, high: Int, mark: Bool) -> [UInt8] {
        (mark ? [0xFEFF] : [] + Array("".utf16)).flatMap { bytes($0, high) }
            + text.utf16.flatMap { bytes($0, high) }
    }

    private static func bytes(_ unit: UInt16, _ high: Int) -> [UInt8] {
        let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
        return high == 0 ? pair : pair.reversed()
    }

    private static let text = "größe,b\r\n\"1\n€\",🌱é\r\n"

    @Test(
        "The same text in every form of Unicode",
        arguments: [
            ("UTF-8", Array(text.utf8), nil), ("UTF-8 named", Array(text.utf8), .utf8),
            ("UTF-8 with mark", [0xEF, 0xBB, 0xBF] + Array(text.utf8), nil),
            ("LE with mark", utf16(text, high: 1, mark: true), nil),
            ("BE with mark", utf16(text, high: 0, mark: true), nil),
            ("LE with mark, named UTF-16", utf16(text, high: 1, mark: true), .utf16),
            ("BE with mark, named", utf16(text, high: 0, mark: true), .utf16BigEndian),
            ("LE without mark, named", utf16(text, high: 1, mark: false), .utf16LittleEndian),
            ("BE without mark, named", utf16(text, high: 0, mark: false), .utf16BigEndian),
            ("LE without mark, named UTF-16", utf16(text, high: 1, mark: false), .utf16),
            ("BE without mark, named UTF-16", utf16(text, high: 0, mark: false), .utf16),
        ] as [(String, [UInt8], TextEncoding?)])
    func unicode(name: String, bytes: [UInt8], encoding: TextEncoding?) throws {
        for size in [1, 2, 3, 5, 4096] {
            let outcome = try Self.outcome(bytes, encoding: encoding, bufferSize: size)
            #expect(outcome.columns == ["größe", "b"])
            #expect(outcome.rows == ["1\n€ | 🌱é"])
        }
    }

    @Test(
        "Single-byte encodings",
        arguments: [
            (TextEncoding.windows1252, [0x80, 0x8A, 0x93, 0xE4, 0xFF], "€Š“äÿ"),
            (.macRoman, [0x80, 0x8A, 0xDB, 0xA5, 0xCA, 0xF0], "Ää€•\u{A0}\u{F8FF}"),
            (.latin1, [0xA0, 0xE4, 0xFF], "\u{A0}äÿ"),
        ] as [(TextEncoding, [UInt8], String)])
    func singleBytes(encoding: TextEncoding, bytes: [UInt8], expected: String) throws {
        let outcome = try Self.outcome(
            Array("a,b\n1,".utf8) + bytes + [0x0A], encoding: encoding)
        #expect(outcome.rows == ["1 | \(expected)"])
    }

    @Test("Every byte of an encoding is decoded as in Python")
    func tables() throws {
        for (encoding, codec) in [
            (TextEncoding.windows1252, "cp1252"), (.macRoman, "mac_roman"), (.latin1, "latin_1"),
            (.windows1256, "cp1256"), (.windows1258, "cp1258"), (.windows874, "cp874"),
            (.latin3, "iso8859_3"),
            (.latin4, "iso8859_4"), (.arabic, "iso8859_6"), (.hebrew, "iso8859_8"), (.latin6, "iso8859_10"),
            (.latin7, "iso8859_13"), (.latin8, "iso8859_14"), (.latin10, "iso8859_16"),
            (.macCyrillic, "mac_cyrillic"), (.macCentralEurope, "mac_latin2"), (.macGreek, "mac_greek"),
            (.macTurkish, "mac_turkish"), (.windows1255, "cp1255"), (.ibm737, "cp737"), (.ibm775, "cp775"),
            (.ibm855, "cp855"), (.ibm857, "cp857"), (.ibm858, "cp858"), (.ibm860, "cp860"),
            (.ibm861, "cp861"),
            (.ibm862, "cp862"), (.ibm863, "cp863"), (.ibm865, "cp865"),
        ] {
            // Undefined bytes are U+FFFD in Python and 0 here.
            let program = """
                import sys
                text = bytes(range(128, 256)).decode("\(codec)", "replace")
                print(",".join(str(ord(c) % 0xFFFD) for c in text), end="")
                """
            let result = try run("python3", ["-c", program])
            let characters = try #require(encoding.upperHalf)
            #expect(result.output == characters.map(String.init).joined(separator: ","))
        }
    }

    @Test(
        "Invalid bytes are located at their cell, and reading continues",
        arguments: [
            (TextEncoding.windows1252, Array("a,b\n1,x".utf8) + [0x81] + Array("\n3,4\n".utf8)),
            (
                .utf16LittleEndian,
                utf16("a,b\n1,x", high: 1, mark: false) + [0x00, 0xDC]
                    + utf16("\n3,4\n", high: 1, mark: false)
            ),
            (
                .utf16BigEndian,
                utf16("a,b\n1,x", high: 0, mark: false) + [0xD8, 0x00]
                    + utf16("\n3,4\n", high: 0, mark: false)
            ),
        ] as [(TextEncoding, [UInt8])])
    func badBytes(encoding: TextEncoding, bytes: [UInt8]) throws {
        let outcome = try Self.outcome(bytes, encoding: encoding)
        #expect(outcome.rows == ["2:3 \(SeedIssue.Reason.file(.invalidText(encoding))) [b]", "3 | 4"])
    }

    @Test("Half a character at the end of UTF-16 is an error")
    func halfUnit() throws {
        let unit = Self.utf16("a,b\n1,2", high: 1, mark: true)
        let reason = SeedIssue.Reason.file(.invalidText(.utf16LittleEndian))
        #expect(try Self.outcome(unit + [0x33]).rows == ["2:3 \(reason) [b]"])
        #expect(try Self.outcome(unit + [0x3D, 0xD8]).rows == ["2:3 \(reason) [b]"])
    }

    @Test(
        "Contradictory encodings are an error",
        arguments: [
            (
                [0xEF, 0xBB, 0xBF, 0x61], TextEncoding.windows1252,
                SeedIssue.Reason.file(
                    .contradictingByteOrderMark(
                        declared: .windows1252, found: .utf8))
            ),
            (
                [0xFF, 0xFE, 0x61, 0x00], .utf16BigEndian,
                .file(.contradictingByteOrderMark(declared: .utf16BigEndian, found: .utf16LittleEndian))
            ),
            (
                [0xEF, 0xBB, 0xBF, 0x61], .utf16,
                .file(.contradictingByteOrderMark(declared: .utf16, found: .utf8))
            ),
            ([0x4E, 0x2D, 0x56, 0xFD], .utf16, .file(.unknownByteOrder)),
        ] as [([UInt8], TextEncoding, SeedIssue.Reason)])
    func contradictions(bytes: [UInt8], encoding: TextEncoding, reason: SeedIssue.Reason) throws {
        #expect(try Self.outcome(bytes, encoding: encoding).rows == [" \(reason)"])
        #expect(reason.fault == .plan)
    }
}
