import Copying
import Messages
import ObjectModel

/// The result of a copy as a table, and messages about the parts that were left out or failed.
enum CopyRenderer {
    /// Returns a line for each entity. Columns without numbers are left out.
    static func lines(_ report: CopyReport) -> [String] {
        let columns: [(String, KeyPath<CopyReport.Row, Int64>)] =
            report.isWhole
            ? [("copied", \.written)]
            : [
                ("chosen", \.chosen), ("followed", \.followed), ("written", \.written), ("found", \.found),
                ("updated", \.updated), ("merged", \.merged),
            ]
        let usual = 3
        let shown = columns.enumerated().filter { index, column in
            index < usual || report.rows.contains { $0[keyPath: column.1] > 0 }
        }.map(\.element)
        var table = TextTable([("entity", .left)] + shown.map { ($0.0, .right) })
        for row in report.rows {
            table.append([row.entity] + shown.map { String(row[keyPath: $0.1]) })
        }
        return table.lines
    }

    /// - Parameter path: the store that the issue is about.
    static func description(_ issue: CopyIssue, path: String) -> IssueDescription {
        var subject = issue.entity.isEmpty ? "" : issue.entity
        if let property = issue.property { subject += ".\(property)" }
        let words = words(issue)
        return IssueDescription(
            path: path, reason: IssueCode(issue.kind), entity: issue.entity.isEmpty ? nil : issue.entity,
            property: issue.property, value: issue.example.map { "p\($0)" },
            message: IssueRenderer.printable(subject.isEmpty ? words : "\(subject): \(words)"))
    }

    private static func words(_ issue: CopyIssue) -> String {
        let number = issue.count
        func count(_ noun: String) -> String { Count.text(number, noun) }
        let example = issue.example.map { ", the first is p\($0)" } ?? ""
        switch issue.kind {
        case .unknownEntity(let name, let nearest):
            return "there is no entity `\(name)`" + suggestion(nearest)
        case .unknownAttribute(let name, let nearest):
            return "there is no attribute `\(name)`" + suggestion(nearest)
        case .badMask(let refusal): return Self.words(refusal)
        case .entityLeft: return "\(count("object")) not copied: the target has no such entity"
        case .abstractLeft: return "\(count("object")) not copied: the target's entity is abstract"
        case .attributeLeft: return "\(count("value")) not copied: the target has no such attribute"
        case .typeDiffers(let from, let to):
            return "\(count("value")) not copied: \(from) here, \(to) in the target"
        case .relationshipLeft: return "\(count("link")) not copied: the target has no such relationship"
        case .relationshipDiffers:
            return "\(count("link")) not copied: the target's relationship has another destination"
        case .linksLeft: return "\(count("link")) not copied: the other objects are not copied"
        case .linksLost: return "\(count("link")) not copied: the to-one inverse is already set"
        case .historyLeft: return "the persistent history is not copied (\(count("row")))"
        case .mirroringLeft: return "CloudKit's mirroring records are not copied (\(count("row")))"
        case .mirroringUnaware(let table):
            return
                "CloudKit mirrors this store (\(table)), and does not know of the new objects until the app "
                + "changes them"
        case .tableLeft(let name):
            return "table \(name): \(count("row")) not copied: not a Core Data table"
        case .missingFiles(let folder):
            return
                (number == 1 ? "1 value is in a file that is" : "\(count("value")) are in files that are")
                + " missing from \(folder)"
        case .derivationUnknown: return "its derivation is unknown: the values are not computed"
        case .requiredValue:
            return "\(count("object")) without a value, which the target requires\(example)"
        case .requiredLink:
            return "\(count("object")) without the object that the target requires\(example)"
        case .conflict(let attributes):
            let names = attributes.isEmpty ? "" : " (\(attributes.joined(separator: ", ")))"
            return "\(count("object")) with unique values that the target already has\(names)\(example)"
        case .ambiguous:
            return "\(count("object")) equal to two different objects of the target by two uniqueness "
                + "constraints\(example)"
        case .otherEntity:
            return "\(count("object")) with the unique values of objects of another entity\(example)"
        case .equalValues(let words): return "objects share values that must be unique: \(words)"
        case .otherFile(let name):
            return "the file \(name) of a value differs from the one beside the target"
        }
    }

    private static func words(_ refusal: MaskRefusal) -> String {
        switch refusal {
        case .isRelationship: "is a relationship, not an attribute"
        case .isDerived: "is derived: mask what it is derived from"
        case .isRequired: "is not optional, so it cannot be null"
        case .isNoText(let type): "is not text (\(type.xcodeName)): only text can be redacted"
        case .makesEqual(let way): "must be unique, and \(way) makes values equal"
        case .hashesTooShort(let length): "must be unique, and hashes of \(length) characters may be equal"
        case .tooFewNumbers: "must be unique, and has too few numbers for hashes"
        case .mayLieInFiles: "can be stored in files, which cannot be hashed: use null"
        case .noHash(let type):
            "(\(type.xcodeName)) cannot hold a hash: use null or constant:…"
        case .hashesNotAllowed: "has a validation rule that a hash does not satisfy"
        case .noConstant(let type, let text): "(\(type.xcodeName)) cannot have the value '\(text)'"
        case .constantNotAllowed(let text): "the model does not allow '\(text)'"
        case .unreadableCondition(let words): "has a validation rule that cannot be checked: \(words)"
        }
    }

    private static func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean `\($0)`?" } ?? ""
    }
}
