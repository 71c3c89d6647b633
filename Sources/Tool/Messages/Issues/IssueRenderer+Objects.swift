import Inputs

extension IssueRenderer {
    /// Returns the message about an object in relation to others.
    package func words(_ reason: SeedIssue.Reason.Object, of issue: SeedIssue) -> String {
        let value = Self.value(of: issue)
        let column = Self.column(of: issue)
        return switch reason {
        case .noSuchTarget(let entity, let key):
            "no \(entity) has the key '\(Self.printable(key))'\(column)"
        case .duplicateKey(let entity, let attribute):
            "\(value)\(column) is the \(attribute) of two \(entity) rows, but must be unique"
        case .badPrimaryKey:
            "\(value)\(column) is not a primary key: use a positive integer that no other row has"
        case .oneToOneTaken(let inverse):
            "\(value)\(column) is already used by another object: the inverse `\(inverse)` is to-one"
        case .oneToManyTaken(let relationship):
            "\(value)\(column) is in the `\(relationship)` of another object already, and can be in only one"
        case .ambiguousKey(let entity):
            "the unique values of the row belong to two different \(entity) objects"
        case .unknownDiscriminator(let known):
            "\(value)\(column) names no entity; the known values are "
                + known.map { "'\($0)'" }.joined(separator: ", ")
        case .noSuchProperty(let entity):
            "\(value)\(column) cannot be stored: \(entity) has no such property"
        case .relationshipCount(let found, let minimum, let maximum):
            Self.counted(issue) + Self.count(found, minimum, maximum)
        case .parentCycle(let objects, let path):
            "\(objects) object\(objects == 1 ? " is its own ancestor" : "s are their own ancestors"): \(path); "
                + "an app that follows the parents never reaches a root (`cycles: error` rejects them)"
        case .unorderedList(let relationship):
            "SwiftData does not store the order of `\(relationship)`: add an attribute for the position, fill it "
                + "with `column: position()`, and sort by it in the app"
        case .nearDuplicate(let other, let location):
            "\(value) and '\(Self.printable(other))'\(Self.shown(location)) are two objects that differ only in "
                + "case, white space or the form of accents: use `trim`, `normalize` or `ignoring: case` to make "
                + "them one"
        case .furtherNearDuplicates(let count):
            "and \(count) more such object\(count == 1 ? "" : "s")"
        }
    }

    /// Returns the object with too few or too many related objects. After the last row it has no line, and its primary
    /// key is shown instead.
    private static func counted(_ issue: SeedIssue) -> String {
        let object =
            issue.sourceColumn == nil ? issue.value : value(of: issue) + column(of: issue)
        return object.map { $0 + " " } ?? ""
    }

    private static func shown(_ location: SeedIssue.Location?) -> String {
        location.map { " (\($0.path)" + ($0.line.map { ":\($0)" } ?? "") + ")" } ?? ""
    }

    private static func count(_ found: Int, _ minimum: Int, _ maximum: Int) -> String {
        let limit =
            found < minimum ? "at least \(minimum)" : "at most \(maximum)"
        return "has \(found) object\(found == 1 ? "" : "s"), but must have \(limit)"
    }
}
