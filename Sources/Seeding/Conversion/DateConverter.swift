import Foundation

/// Reads dates of one format and zone as seconds since 2001-01-01T00:00:00Z (SPEC 8).
final class DateConverter {
    private let format: DateFormat
    private let pattern: DatePattern?
    private let zone: ZoneOffsets?

    /// Prepares a converter.
    ///
    /// - Parameter zone: the zone of texts that do not name their own.
    /// - Throws: ``DatePattern/PatternError``.
    init(format: DateFormat, zone: TimeZone?) throws {
        self.format = format
        if case .pattern(let text) = format {
            pattern = try DatePattern(text)
        } else {
            pattern = nil
        }
        self.zone = zone.map(ZoneOffsets.init)
    }

    /// A date from a cell that is not empty.
    func referenceSeconds(_ field: Field) -> Result<Double, ConversionFailure> {
        switch format {
        case .unix: number(field, scale: 1, epoch: CalendarDate.referenceEpoch)
        case .unixMilliseconds: number(field, scale: 1000, epoch: CalendarDate.referenceEpoch)
        case .reference: number(field, scale: 1, epoch: 0)
        case .iso8601: time(field) { ISO8601.parse($0) }
        case .pattern: time(field) { [pattern] in pattern?.parse($0) }
        }
    }

    private func number(
        _ field: Field, scale: Int, epoch: Int
    ) -> Result<Double, ConversionFailure> {
        switch field {
        case .integer(let value): return instant(value, scale: scale, epoch: epoch)
        case .real(let value):
            return value.isFinite
                ? .success(value / Double(scale) - Double(epoch)) : .failure(.init(.notFinite))
        case .text(let bytes):
            if case .value(let value) = NumberParser.integer(bytes) {
                return instant(value, scale: scale, epoch: epoch)
            }
            guard let value = NumberParser.double(bytes) else {
                return .failure(.init(.dateFormat(format.name)))
            }
            guard value.isFinite else { return .failure(.init(.notFinite)) }
            return .success(value / Double(scale) - Double(epoch))
        case .null, .blob: return .failure(.init(.dateFormat(format.name)))
        }
    }

    /// Integers stay exact up to the one division that a fraction needs.
    private func instant(
        _ value: Int64, scale: Int, epoch: Int
    ) -> Result<Double, ConversionFailure> {
        let (shifted, overflows) = value.subtractingReportingOverflow(Int64(epoch * scale))
        guard !overflows else { return .failure(.init(.noSuchDate)) }
        return .success(Double(shifted) / Double(scale))
    }

    private func time(
        _ field: Field, _ parse: (UnsafeRawBufferPointer) -> LocalTime?
    ) -> Result<Double, ConversionFailure> {
        switch field {
        case .text(let bytes): return seconds(parse(bytes))
        case .integer(let value):  // 20240309, stored as a number
            return String(value).withUTF8Bytes { seconds(parse($0)) }
        case .null, .real, .blob: return .failure(.init(.dateFormat(format.name)))
        }
    }

    private func seconds(_ time: LocalTime?) -> Result<Double, ConversionFailure> {
        guard let time else { return .failure(.init(.dateFormat(format.name))) }
        guard time.exists else { return .failure(.init(.noSuchDate)) }
        let utc: Int
        if let offset = time.offset {
            utc = time.wallSeconds - offset
        } else if let zone {
            utc = zone.utc(wallSeconds: time.wallSeconds)
        } else {
            return .failure(.init(.dateWithoutZone))
        }
        let whole = Double(utc - CalendarDate.referenceEpoch)
        guard time.nanosecond > 0 else { return .success(whole) }
        return .success(whole + Double(time.nanosecond) / 1_000_000_000)
    }
}

/// Why a cell could not become a value; the caller knows where the cell is.
struct ConversionFailure: Error, Equatable {
    let reason: SeedIssue.Reason

    init(_ reason: SeedIssue.Reason) {
        self.reason = reason
    }
}
