import Exporting
import Messages

/// The result of an export as a table, and messages about the parts that were left out.
enum ExportRenderer {
    /// - Parameters:
    ///   - path: the folder or the database, as the user gave it.
    ///   - part: the kind of its parts.
    static func lines(_ report: ExportReport, path: String, part: String = "file") -> [String] {
        var table = TextTable([(part, .left), ("of", .left), ("rows", .right)])
        for file in report.files { table.append([file.name, file.subject, String(file.rows)]) }
        let rows = report.files.reduce(0) { $0 + $1.rows }
        return table.lines + [
            "", "\(path): \(Count.text(rows, "row")) in \(Count.text(report.files.count, part))",
        ]
    }

    static func words(_ omission: ExportReport.Omission) -> String {
        switch omission {
        case .externalValues(let entity, let attribute, let number):
            "\(entity).\(attribute): \(Count.text(number, "value")) in missing files outside the store"
        case .nulCharacters(let entity, let attribute, let number):
            "\(entity).\(attribute): \(Count.text(number, "text")) with NUL characters, which CSV "
                + "cannot hold: use --exact"
        case .unreadableTexts(let entity, let attribute, let number):
            "\(entity).\(attribute): \(Count.text(number, "text")) with NUL characters or bytes that are not UTF-8, "
                + "which some programs cannot read"
        case .datesAsNumbers(let entity, let attribute):
            "\(entity).\(attribute): some dates are outside the years 1 to 9999, so all are seconds "
                + "since 2001-01-01"
        case .attributeType(let entity, let attribute, let type):
            "\(entity).\(attribute): \(type) attributes cannot be exported"
        case .danglingLinks(let relationship, let number):
            "\(relationship): \(Count.text(number, "link")) to missing objects"
        case .mirroring(let rows):
            "CloudKit mirrors this store: \(Count.text(rows, "row")) of its records left out; the plan has "
                + "`allowCloudKit: true`"
        case .unexplainedTable(let name, let rows):
            "\(name): \(Count.text(rows, "row")) of a table that is not in the model: add the app's model with "
                + "--model, or use --exact"
        case .unknownEntity(let table, let rows):
            "\(table): \(Count.text(rows, "row")) without an entity: use --exact"
        }
    }
}
