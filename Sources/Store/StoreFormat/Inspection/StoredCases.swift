import ObjectModel
import SQLite

extension ReferenceStore {
    /// Returns the values of enumerations with raw values in the rows, as cases named after their values. No store
    /// has the real names.
    ///
    /// - Throws: `DatabaseError`.
    package func storedCases() throws -> SourceValues {
        var forms: [String: [String: SourceValues.Form]] = [:]
        for entity in layout.entities where !entity.isAbstract {
            for composite in entity.composites {
                guard case .raw? = composite.enumeration, let column = composite.columns.first else {
                    continue
                }
                let name = column.column.sqlIdentifier
                let values = try connection.rows(
                    "SELECT DISTINCT \(name) FROM \(entity.table.sqlIdentifier) "
                        + "WHERE \(name) IS NOT NULL ORDER BY 1 LIMIT \(Self.caseLimit)"
                ) { row -> SourceValues.Case in
                    if row.storageClass(at: 0) == .integer {
                        let number = row.integer(at: 0)
                        return .init(
                            name: number < 0 ? "minus\(number.magnitude)" : "value\(number)",
                            rawValue: .integer(number))
                    }
                    let text = row.text(at: 0) ?? ""
                    return .init(name: Self.caseName(text), rawValue: .string(text))
                }
                if !values.isEmpty {
                    forms[entity.name, default: [:]][composite.path] = .enumeration(values)
                }
            }
        }
        return SourceValues(forms)
    }

    private static let caseLimit = 1000

    /// Returns `doubleOldFashioned` for `Double Old Fashioned`.
    private static func caseName(_ text: String) -> String {
        let words = text.split { !$0.isLetter && !$0.isNumber }
        let name = words.enumerated().map { index, word in
            index == 0
                ? word.prefix(1).lowercased() + word.dropFirst()
                : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
        return name.isEmpty ? "empty" : name
    }
}
