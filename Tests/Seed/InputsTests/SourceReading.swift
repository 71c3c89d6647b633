import SQLite
@testable import Inputs

/// A row of an input, or the issue that occurred in its place.
enum ReadRow: Equatable {
    case cells([Value])
    case issue(SeedIssue)
}

/// Returns all rows and issues of an input.
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

/// Returns copies of the cells in the current row of an input.
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
