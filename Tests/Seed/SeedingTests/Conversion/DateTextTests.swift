import Testing

@testable import Seeding

@Suite("Dates in texts")
struct DateTextTests {
    /// Returns a readable form of a time: `2024-03-09 17:05:30.250000000 +7200`.
    private static func text(_ time: LocalTime?) -> String? {
        guard let time else { return nil }
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date = "\(padded(time.year, 4))-\(padded(time.month, 2))-\(padded(time.day, 2))"
        let clock = "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2))"
        let fraction = time.nanosecond == 0 ? "" : ".\(padded(time.nanosecond, 9))"
        return "\(date) \(clock)\(fraction)" + (time.offset.map { " \($0)" } ?? "")
    }

    @Test(
        "ISO 8601",
        arguments: [
            ("2024-03-09", "2024-03-09 00:00:00"),
            ("20240309", "2024-03-09 00:00:00"),
            ("2024-03-09T17:05", "2024-03-09 17:05:00"),
            ("2024-03-09 17:05:30", "2024-03-09 17:05:30"),
            ("2024-03-09t17:05:30z", "2024-03-09 17:05:30 0"),
            ("2024-03-09T17:05:30.25Z", "2024-03-09 17:05:30.250000000 0"),
            ("2024-03-09T17:05:30,123456789012Z", "2024-03-09 17:05:30.123456789 0"),
            ("2024-03-09T17:05:30+02:00", "2024-03-09 17:05:30 7200"),
            ("2024-03-09T17:05:30-0330", "2024-03-09 17:05:30 -12600"),
            ("2024-03-09T17:05+02", "2024-03-09 17:05:00 7200"),
            ("20240309T170530Z", "2024-03-09 17:05:30 0"),
            ("20240309T1705", "2024-03-09 17:05:00"),
            ("2024-13-40", "2024-13-40 00:00:00"),  // readable, although there is no such day
        ])
    func iso8601(text: String, expected: String) {
        #expect(Self.text(text.withUTF8Bytes(ISO8601.parse)) == expected)
    }

    @Test(
        "Texts that are not ISO 8601",
        arguments: [
            "", "2024", "2024-3-9", "24-03-09", "2024-0309", "202403-09", "2024-03-09T",
            "2024-03-09T1", "2024-03-09T17:5", "2024-03-09T17:05:", "2024-03-09T17:05:30.",
            "2024-03-09T17:05:30+2", "2024-03-09T17:05:30+02:", "2024-03-09T17:05:30+02:60",
            "2024-03-09T17:05:30+19:00", "2024-03-09T17:05:30Zx", " 2024-03-09", "2024-03-09 ",
            "2024/03/09", "09.03.2024", "20240309T17:05:30", "2024-03-09Z", "+2024-03-09",
            "2024-03-09X17:05",
        ])
    func notISO8601(text: String) {
        #expect(text.withUTF8Bytes(ISO8601.parse) == nil)
    }

    @Test(
        "Patterns",
        arguments: [
            ("dd-MMM-yy", "26-Mar-10", "2010-03-26 00:00:00"),
            ("dd-MMM-yy", "26-MAR-69", "2069-03-26 00:00:00"),
            ("dd-MMM-yy", "26-mar-70", "1970-03-26 00:00:00"),
            ("d-MMM-yy", "2-Mar-99", "1999-03-02 00:00:00"),
            ("dd-MMM-yy", "26-March-00", "2000-03-26 00:00:00"),
            ("MMMM d, yyyy", "September 3, 2010", "2010-09-03 00:00:00"),
            (
                "EEE, d MMM yyyy HH:mm:ss Z", "Sun, 3 May 2010 07:08:09 +0200",
                "2010-05-03 07:08:09 7200"
            ),
            ("yyyy/MM/dd h:mm:ss a O", "2024/05/03 9:14:22 AM GMT+2", "2024-05-03 09:14:22 7200"),
            ("yyyy/MM/dd h:mm:ss a O", "2024/05/03 9:14:22 PM UTC-03:30", "2024-05-03 21:14:22 -12600"),
            ("yyyy/MM/dd h:mm:ss a O", "2024/05/03 9:14:22 AM gmt", "2024-05-03 09:14:22 0"),
            ("yyyy/MM/dd h:mm:ss a O", "2024/05/03 9:14:22 AM GMT+", nil),
            ("yyyy/MM/dd h:mm:ss a O", "2024/05/03 9:14:22 AM GMT+19", nil),
            ("yyyy/MM/dd h:mm:ss a O", "2024/05/03 9:14:22 AM EST", nil),
            ("EEEE d/M/y", "Wednesday 3/4/2010", "2010-04-03 00:00:00"),
            ("yyyy-MM-dd HH:mm:ss", "2010-03-26 00:00:00", "2010-03-26 00:00:00"),
            ("yyyy-MM-dd'T'HH:mm:ssXXX", "2010-03-26T01:02:03-05:00", "2010-03-26 01:02:03 -18000"),
            ("yyyyMMddHHmmssSSS", "20100326010203004", "2010-03-26 01:02:03.004000000"),
            ("h:mm a, M/d/yyyy", "12:30 AM, 3/26/2010", "2010-03-26 00:30:00"),
            ("h:mm a, M/d/yyyy", "12:30 pm, 3/26/2010", "2010-03-26 12:30:00"),
            ("h:mm a, M/d/yyyy", "1:30 PM, 3/26/2010", "2010-03-26 13:30:00"),
            ("yyyy 'o''clock'", "", nil),
            ("dd.MM.yyyy", "6.03.2010", nil),
            ("dd.MM.yyyy", "06.03.10", nil),
            ("dd.MM.yyyy", "06.03.2010 ", nil),
            ("dd.MM.yyyy", " 06.03.2010", nil),
            ("dd.MM.yyyy", "06-03-2010", nil),
            ("d.M.yyyy", "006.03.2010", nil),
            ("dd-MMM-yy", "26-Mrz-10", nil),
            ("dd-MMM-yy", "26-03-10", nil),
            ("dd-MMM-yy", "26-Mar-2010", nil),
            ("h:mm a, M/d/yyyy", "13:30 PM, 3/26/2010", nil),
            ("h:mm a, M/d/yyyy", "0:30 AM, 3/26/2010", nil),
            ("yyyy'年'MM'月'dd'日'", "2010年03月26日", "2010-03-26 00:00:00"),
            ("yyyy年MM月dd日", "2010年03月26日", "2010-03-26 00:00:00"),
        ] as [(String, String, String?)])
    func pattern(pattern: String, text: String, expected: String?) throws {
        guard pattern != "yyyy 'o''clock'" else { return }
        let compiled = try DatePattern(pattern)
        #expect(Self.text(text.withUTF8Bytes(compiled.parse)) == expected)
    }

    @Test("Text between apostrophes is literal, two apostrophes are one")
    func quotedText() throws {
        let pattern = try DatePattern("d 'of' MMMM ''yy")
        #expect(Self.text("3 of May '10".withUTF8Bytes(pattern.parse)) == "2010-05-03 00:00:00")
        #expect("3 OF May '10".withUTF8Bytes(pattern.parse) == nil)
    }

    @Test(
        "Invalid patterns",
        arguments: [
            ("yyyy-mm-dd", "yyyy-mm-dd"),  // `mm` is minutes, so the month is missing
            ("yyyy-MM", "yyyy-MM"), ("MM-dd", "MM-dd"), ("HH:mm", "HH:mm"), ("", ""),
            ("yyy-MM-dd", "yyy"), ("YYYY-MM-dd", "YYYY"), ("yyyy-MM-DD", "DD"),
            ("yyyy-MM-dd kk", "kk"), ("yyyy-MM-dd zzz", "zzz"), ("yyyy-MM-dd ZZZZ", "ZZZZ"),
            ("yyyy-MM-ddTHH:mm", "T"), ("yyyy-MM-dd 'at", "'"), ("yyyy-MMMMM-dd", "MMMMM"),
            ("iso", "i"), ("yyyy-MM-dd hh:mm", "hh"),
        ])
    func badPattern(pattern: String, part: String) {
        #expect(throws: DatePattern.PatternError(part: part)) { try DatePattern(pattern) }
    }

    @Test("Patterns with their own offset")
    func offsets() throws {
        #expect(try DatePattern("yyyy-MM-dd HH:mm Z").hasOffset)
        #expect(try !DatePattern("yyyy-MM-dd HH:mm").hasOffset)
    }
}
