import SQLite
@testable import Sources

/// A row of a source, or what was wrong with it.
enum ReadRow: Equatable {
    case cells([Value])
    case issue(SeedIssue)
}

/// Everything that a source gives.
func allRows(of source: any RecordSource, atMost limit: Int = 10_000) throws -> [ReadRow] {
    var rows: [ReadRow] = []
    while rows.count < limit {
        do {
            guard try source.next() else { break }
            rows.append(.cells(cells(of: source)))
        } catch let issue as SeedIssue {
            rows.append(.issue(issue))
        }
    }
    return rows
}

/// The cells of a source's current row, as values of their own.
func cells(of source: any RecordSource) -> [Value] {
    (0..<source.record.count).map { index in
        switch source.record[index] {
        case .null: .null
        case .integer(let value): .integer(value)
        case .real(let value): .real(value)
        case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes): .blob(Array(bytes))
        }
    }
}
