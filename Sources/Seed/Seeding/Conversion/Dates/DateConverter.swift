import Foundation
import Inputs
import ObjectModel

/// Reads dates of one format and zone as seconds since 2001-01-01T00:00:00Z (docs/internals/format.md#rows).
final class DateConverter {
    private let format: DateFormat
    private let pattern: DatePattern?
    private let zone: ZoneOffsets?
    /// The converters of further formats, for texts that do not fit this one.
    private let others: [DateConverter]

    /// Prepares a converter.
    ///
    /// - Parameters:
    ///   - zone: the zone of texts that do not name their own.
    ///   - names: the names of months and weekdays in patterns; nil for English ones.
    /// - Throws: ``DatePattern/PatternError``.
    init(
        format: DateFormat, zone: TimeZone?, names: DateNames? = nil,
        century: Int = DatePattern.usualCentury, others: [DateConverter] = []
    ) throws {
        self.format = format
        self.others = others
        if case .pattern(let text) = format {
            pattern = try DatePattern(text, names: names ?? .english, century: century)
        } else {
            pattern = nil
        }
        self.zone = zone.map(ZoneOffsets.init)
    }

    /// Prepares a converter from settings.
    ///
    /// - Throws: ``DatePattern/PatternError``.
    convenience init(_ settings: ConversionSettings) throws {
        func converter(_ format: DateFormat) throws -> DateConverter {
            try DateConverter(
                format: format, zone: settings.zone, names: settings.dateNames, century: settings.century)
        }
        try self.init(
            format: settings.dateFormat, zone: settings.zone, names: settings.dateNames,
            century: settings.century, others: settings.furtherDateFormats.map(converter))
    }

    /// Converts texts of the usual form. The quick converter does not own the zone, which this converter keeps alive.
    var quick: QuickConverter {
        guard case .iso8601 = format, let zone else { return .none }
        return .date(zone)
    }

    /// Converts a date from a cell that is not empty, in the first format that fits.
    func referenceSeconds(_ field: Field) -> Result<Double, ConversionFailure> {
        let first = ownSeconds(field)
        guard case .failure = first, !others.isEmpty else { return first }
        for other in others {
            if case .success(let seconds) = other.ownSeconds(field) { return .success(seconds) }
        }
        let names = ([self] + others).map(\.format.name).joined(separator: "`, `")
        return .failure(.init(.value(.dateFormat(names))))
    }

    private func ownSeconds(_ field: Field) -> Result<Double, ConversionFailure> {
        switch format {
        case .unix: time(field, perSecond: 1, since: 0)
        case .unixMilliseconds: time(field, perSecond: 1000, since: 0)
        case .unixMicroseconds: time(field, perSecond: 1_000_000, since: 0)
        case .unixNanoseconds: time(field, perSecond: 1_000_000_000, since: 0)
        case .webkit: time(field, perSecond: 1_000_000, since: Self.epoch1601)
        case .filetime: time(field, perSecond: 10_000_000, since: Self.epoch1601)
        case .dotNetTicks: time(field, perSecond: 10_000_000, since: Self.epoch1)
        case .appleNanoseconds: time(field, perSecond: 1_000_000_000, since: CalendarDate.referenceEpoch)
        case .reference: referenceTime(field)
        case .julianDay: julianDay(field)
        case .excel1900: serial(field) { SerialDay.excel1900($0) }
        case .excel1904: serial(field) { SerialDay.excel1904($0) }
        case .iso8601: time(field) { ISO8601.parse($0) }
        case .dateOnly: time(field) { ISO8601.parseDay($0) }
        case .pattern: time(field) { [pattern] in pattern?.parse($0) }
        }
    }

    // MARK: Numbers

    private func number(_ field: Field) -> Result<CellNumber, ConversionFailure> {
        guard let number = CellNumber(field) else { return .failure(.init(.value(.dateFormat(format.name)))) }
        return number.double.isFinite ? .success(number) : .failure(.init(.value(.notFinite)))
    }

    /// The starts of the years 1601 and 1, in seconds since 1970.
    private static let epoch1601 = -11_644_473_600
    private static let epoch1 = -62_135_596_800

    /// Converts a time. Integers stay exact until the one division that a fraction needs.
    ///
    /// - Parameter start: the epoch, in seconds since 1970.
    private func time(
        _ field: Field, perSecond: Int, since start: Int
    ) -> Result<Double, ConversionFailure> {
        number(field).flatMap { number in
            switch number {
            case .real(let value):
                return Self.checked(
                    value / Double(perSecond) - Double(CalendarDate.referenceEpoch - start))
            case .integer(let value):
                let epoch = Int64((CalendarDate.referenceEpoch - start) * perSecond)
                let (shifted, overflows) = value.subtractingReportingOverflow(epoch)
                guard !overflows else { return .failure(.init(.value(.noSuchDate))) }
                return Self.checked(Double(shifted) / Double(perSecond))
            }
        }
    }

    /// Converts a reference time. Any number is accepted, even if no calendar has such a date, because stores contain
    /// these numbers.
    private func referenceTime(_ field: Field) -> Result<Double, ConversionFailure> {
        number(field).map(\.double)
    }

    /// Rounds to the nearest millisecond, which is the precision of both a double and SQLite.
    private func julianDay(_ field: Field) -> Result<Double, ConversionFailure> {
        number(field).flatMap { number in
            let milliseconds = ((number.double - Self.julianEpoch) * 86_400_000).rounded()
            return Self.checked(milliseconds / 1000)
        }
    }

    /// The Julian day of 2001-01-01T00:00:00Z.
    private static let julianEpoch = 2_451_910.5

    private func serial(
        _ field: Field, _ milliseconds: (Double) -> Int?
    ) -> Result<Double, ConversionFailure> {
        number(field).flatMap { number in
            guard let milliseconds = milliseconds(number.double) else {
                return .failure(.init(.value(.noSuchDate)))
            }
            guard let zone else { return .failure(.init(.value(.dateWithoutZone))) }
            // Rounds down, also before 1970.
            let fraction = ((milliseconds % 1000) + 1000) % 1000
            let utc = zone.utc(wallSeconds: (milliseconds - fraction) / 1000)
            let whole = Double(utc - CalendarDate.referenceEpoch)
            return .success(fraction == 0 ? whole : whole + Double(fraction) / 1000)
        }
    }

    private static func checked(_ seconds: Double) -> Result<Double, ConversionFailure> {
        CalendarDate.isUsual(seconds)
            ? .success(seconds) : .failure(.init(.value(.noSuchDate)))
    }

    // MARK: Texts

    private func time(
        _ field: Field, _ parse: (UnsafeRawBufferPointer) -> LocalTime?
    ) -> Result<Double, ConversionFailure> {
        switch field {
        case .text(let bytes): return seconds(parse(bytes))
        case .integer(let value):  // 20240309, stored as a number
            return String(value).withUTF8Bytes { seconds(parse($0)) }
        case .null, .real, .blob: return .failure(.init(.value(.dateFormat(format.name))))
        }
    }

    private func seconds(_ time: LocalTime?) -> Result<Double, ConversionFailure> {
        guard let time else { return .failure(.init(.value(.dateFormat(format.name)))) }
        guard time.exists else { return .failure(.init(.value(.noSuchDate))) }
        let utc: Int
        if let offset = time.offset {
            utc = time.wallSeconds - offset
        } else if let zone {
            utc = zone.utc(wallSeconds: time.wallSeconds)
        } else {
            return .failure(.init(.value(.dateWithoutZone)))
        }
        let whole = Double(utc - CalendarDate.referenceEpoch)
        guard time.nanosecond > 0 else { return .success(whole) }
        return .success(whole + Double(time.nanosecond) / 1_000_000_000)
    }
}
