import Foundation

// Prints all data that zseed requests from ICU, so that a program with trimmed data can be compared with one that has
// all of ICU's data.
let locales = Locale.availableIdentifiers.sorted()
print(locales)
for identifier in locales {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: identifier)
    formatter.calendar = Calendar(identifier: .gregorian)
    print(
        identifier, formatter.monthSymbols, formatter.shortMonthSymbols, formatter.standaloneMonthSymbols,
        formatter.shortStandaloneMonthSymbols, formatter.weekdaySymbols, formatter.shortWeekdaySymbols,
        formatter.standaloneWeekdaySymbols, formatter.amSymbol, formatter.pmSymbol, formatter.eraSymbols)
}
let words = ["a", "Ä", "ä", "z", "Z", "å", "ö", "æ", "ch", "c", "ll", "ñ", "n", "10", "9", "日本", "中", "ไทย", "가", "ж", "e\u{301}", "é", "ß", "ss"]
for identifier in ["sv_SE", "de_DE", "es_ES", "da_DK", "cs_CZ", "zh_CN", "ja_JP", "ko_KR", "tr_TR", "en_US", "th_TH", "lt"] {
    let locale = Locale(identifier: identifier)
    print(identifier, words.sorted { $0.compare($1, options: [.caseInsensitive, .numeric], range: nil, locale: locale) == .orderedAscending })
    print(words.sorted { $0.compare($1, options: [], range: nil, locale: locale) == .orderedAscending })
    print(words.map { $0.uppercased(with: locale) + $0.capitalized(with: locale) + $0.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: locale) })
}
for name in TimeZone.knownTimeZoneIdentifiers.sorted() {
    guard let zone = TimeZone(identifier: name) else { print(name, "none"); continue }
    let dates = stride(from: -4_000_000_000.0, to: 4_000_000_000, by: 9_999_991).map { Date(timeIntervalSince1970: $0) }
    print(name, dates.map { zone.secondsFromGMT(for: $0) })
    print(zone.abbreviation() ?? "none")
}
for pattern in [#"\p{L}+\b"#, #"\N{LATIN SMALL LETTER A}"#, #"(?i)STRASSE"#, #"\X"#, #"[\p{Script=Greek}]"#, #"(?w)\b\w+\b"#] {
    let expression = try NSRegularExpression(pattern: pattern)
    let text = "a Straße αβγ e\u{301} 日本語 ไทย STRASSE"
    print(pattern, expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).map(\.range))
}
print(words.map { $0.precomposedStringWithCompatibilityMapping + $0.decomposedStringWithCanonicalMapping })
print(String(data: Data([0xE4, 0xF6]), encoding: .isoLatin1) ?? "none", String(data: Data([0x80]), encoding: .windowsCP1252) ?? "none", String(data: Data([0x8A]), encoding: .macOSRoman) ?? "none")
