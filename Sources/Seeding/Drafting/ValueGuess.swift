import Foundation
import ObjectModel
import SQLite
import StoreFormat

/// What a plan has to say so that the cells of a column become values of an attribute.
struct ValueGuess {
    /// The keys beside `column`, with their YAML.
    private(set) var options: [(key: String, value: String)] = []
    /// What somebody should look at.
    private(set) var doubts: [String] = []
    /// How many cells cannot be read, of how many.
    private(set) var unreadable = 0
    let count: Int
    /// Whether dates leave their zone to the plan.
    private(set) var needsZone = false

    /// The formats that dates are tried with, more likely ones first.
    private static let patterns: [String] = [
        "dd.MM.yyyy", "dd/MM/yyyy", "MM/dd/yyyy", "yyyy/MM/dd", "dd-MM-yyyy", "dd-MMM-yy",
        "dd-MMM-yyyy", "d MMM yyyy", "dd.MM.yy", "dd/MM/yy", "MM/dd/yy",
    ]
    private static let clocks = ["", " HH:mm", " HH:mm:ss"]

    /// Tries the cells of a sample.
    ///
    /// - Parameter isReferenceDate: the source itself says that the numbers are dates.
    init(_ attribute: AttributeColumn, cells: [Value], isReferenceDate: Bool = false) {
        count = cells.count
        if isReferenceDate {
            unreadable = attribute.attribute.type == .date ? 0 : count
        } else if attribute.attribute.type == .date {
            guessDate(cells)
        } else {
            guessValue(attribute.attribute.type, cells)
        }
    }

    // MARK: Dates

    private mutating func guessDate(_ cells: [Value]) {
        guard !cells.isEmpty else { return }
        let formats = Self.formats(for: cells)
        let fitting = formats.filter { Self.unreadable(cells, .date, $0) == 0 }
        guard let format = fitting.first else {
            unreadable = cells.count
            doubts.append("no date format fits all cells, such as '\(Self.example(cells))'")
            return
        }
        if format != .iso8601 { options.append(("date", YAMLText.scalar(format.name))) }
        if let other = fitting.dropFirst().first(where: { Self.differs($0, format, cells) }) {
            doubts.append("`\(other.name)` would fit as well")
        }
        needsZone = format.mayNeedZone && Self.lacksZone(cells, format)
    }

    private static func formats(for cells: [Value]) -> [DateFormat] {
        let numbers = cells.compactMap { cell -> Double? in
            switch cell {
            case .integer(let value): return Double(value)
            case .real(let value): return value
            case .text(let text): return text.withUTF8Bytes(NumberParser.double)
            case .null, .blob: return nil
            }
        }
        guard numbers.count == cells.count, let lowest = numbers.min(), let highest = numbers.max()
        else {
            return [.iso8601] + patterns.flatMap { day in clocks.map { .pattern(day + $0) } }
        }
        // Eight digits may be a day: 20240309.
        if lowest >= 19_000_101, highest <= 21_001_231, unreadable(cells, .date, .iso8601) == 0 {
            return [.iso8601]
        }
        if highest >= 100_000_000_000 { return [.unixMilliseconds] }
        // Counted from 2001, a billion seconds end in 2032; counted from 1970, in 2001.
        return highest >= 1_000_000_000 ? [.unix] : [.reference, .unix]
    }

    /// Whether two formats give different dates for some cell.
    private static func differs(_ one: DateFormat, _ other: DateFormat, _ cells: [Value]) -> Bool {
        // Two readings of a number always differ.
        guard case .pattern = one, case .pattern = other else { return true }
        let converters = [one, other].compactMap { try? DateConverter(format: $0, zone: .gmt) }
        guard converters.count == 2 else { return true }
        return cells.contains { cell in
            let dates = converters.map { converter in
                cell.withField { try? converter.referenceSeconds($0).get() }
            }
            return dates[0] != dates[1]
        }
    }

    private static func lacksZone(_ cells: [Value], _ format: DateFormat) -> Bool {
        guard let converter = try? DateConverter(format: format, zone: nil) else { return true }
        return cells.contains { cell in
            cell.withField { (try? converter.referenceSeconds($0).get()) == nil }
        }
    }

    // MARK: Others

    private mutating func guessValue(_ type: AttributeType, _ cells: [Value]) {
        guard type != .binaryData, type != .transformable else {
            let texts = cells.filter { if case .text = $0 { true } else { false } }
            guard !texts.isEmpty else { return }
            if type == .transformable { options.append(("archive", "raw")) }
            options.append(("binary", "base64"))
            doubts.append("are these texts base64?")
            return
        }
        unreadable = Self.unreadable(cells, type, .iso8601)
        guard unreadable > 0 else { return }
        let decimals = cells.map(Self.withPoint)
        let isNumber = [.decimal, .double, .float].contains(type)
        if isNumber, Self.unreadable(decimals, type, .iso8601) == 0 {
            unreadable = 0
            options.append(("decimalComma", "true"))
            return
        }
        let example = cells.first { Self.unreadable([$0], type, .iso8601) > 0 } ?? .null
        doubts.append(
            "\(unreadable) of \(count) sampled cells are no \(type.xcodeName), "
                + "such as '\(Self.example([example]))'")
    }

    /// `1.234,5` as `1234.5`.
    private static func withPoint(_ cell: Value) -> Value {
        guard case .text(let text) = cell, text.contains(",") else { return cell }
        let plain = text.filter { $0 != "." }
        return .text(String(plain.map { $0 == "," ? "." : $0 }))
    }

    private static func unreadable(
        _ cells: [Value], _ type: AttributeType, _ format: DateFormat
    ) -> Int {
        guard
            let converter = try? AttributeConverter(type: type, dateFormat: format, zone: .gmt)
        else { return cells.count }
        return cells.count { cell in cell.withField { (try? converter.convert($0)) == nil } }
    }

    private static func example(_ cells: [Value]) -> String {
        switch cells.first {
        case .text(let text)?: String(text.prefix(30))
        case .integer(let value)?: String(value)
        case .real(let value)?: "\(value)"
        case .blob(let bytes)?: bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        case .null?, nil: ""
        }
    }
}

extension Value {
    /// Gives the value as a cell, valid during the call.
    func withField<Result>(_ body: (Field) -> Result) -> Result {
        switch self {
        case .null: body(.null)
        case .integer(let value): body(.integer(value))
        case .real(let value): body(.real(value))
        case .text(let text): text.withUTF8Bytes { body(.text($0)) }
        case .blob(let bytes): bytes.withUnsafeBytes { body(.blob($0)) }
        }
    }
}
