import Foundation
import SQLite
@testable import Inputs
import TestSupport

/// The result of reading an input: columns, rows and issues, as text that tests can compare.
///
/// Cells are joined with ` | `, NULL is `∅`, blobs are hexadecimal. An issue is `line:column reason`.
struct SourceOutcome: Equatable {
    var columns: [String] = []
    var rows: [String] = []

    /// Reads an input to its end.
    init(_ open: () throws -> any RecordSource) throws {
        do {
            let source = try open()
            columns = source.columns
            rows = try allRows(of: source).map { row in
                switch row {
                case .cells(let cells): cells.map(Self.text).joined(separator: " | ")
                case .issue(let issue): Self.text(issue)
                }
            }
        } catch let issue as SeedIssue {
            rows = [Self.text(issue)]
        }
    }

    /// Writes a file and reads it as an input.
    static func of(
        _ bytes: [UInt8], as name: String = "source",
        _ open: (String) throws -> any RecordSource
    ) throws -> SourceOutcome {
        let folder = try TestFolder()
        let path = try folder.write(Data(bytes), as: name)
        return try SourceOutcome { try open(path) }
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .null: "∅"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text
        case .blob(let bytes): "x" + bytes.map { String($0 + 0, radix: 16) }.joined()
        }
    }

    /// Returns an issue without the folder of its file.
    static func text(_ issue: SeedIssue) -> String {
        let place = [issue.location.line, issue.location.column].compactMap(\.self)
            .map(String.init).joined(separator: ":")
        let column = issue.sourceColumn.map { " [\($0)]" } ?? ""
        return "\(place) \(issue.reason)\(column)"
    }
}
