import Inputs

extension IssueRenderer {
    /// Returns the message about an object in relation to others.
    func words(_ reason: SeedIssue.Reason.Object, of issue: SeedIssue) -> String {
        let value = Self.value(of: issue)
        let column = Self.column(of: issue)
        return switch reason {
        case .noSuchTarget(let entity, let key):
            "no \(entity) has the key '\(Self.printable(key))'\(column)"
        case .duplicateKey(let entity, let attribute):
            "\(value)\(column) is the \(attribute) of two \(entity) rows, but must be unique"
        case .badPrimaryKey:
            "\(value)\(column) is no primary key: a positive integer used only once"
        case .oneToOneTaken(let inverse):
            "\(value)\(column) belongs to another object already: "
                + "the inverse `\(inverse)` is to-one"
        case .oneToManyTaken(let relationship):
            "\(value)\(column) is in the `\(relationship)` of another object already, "
                + "and can be in one only"
        case .ambiguousKey(let entity):
            "the unique values of the row belong to two different \(entity) objects"
        case .unknownDiscriminator(let known):
            "\(value)\(column) stands for no entity; known are "
                + known.map { "'\($0)'" }.joined(separator: ", ")
        case .noSuchProperty(let entity):
            "\(value)\(column) has no place: \(entity) has no such property"
        case .relationshipCount(let found, let minimum, let maximum):
            Self.counted(issue) + Self.count(found, minimum, maximum)
        case .parentCycle(let objects, let path):
            "\(objects) object\(objects == 1 ? " is its own ancestor" : "s are their own ancestors"): \(path); an app "
                + "that goes up to the top never ends (`cycles: error` refuses them)"
        case .unorderedList(let relationship):
            "SwiftData keeps no order of `\(relationship)`: give the objects an attribute for their place, with "
                + "`column: position()`, and let the app sort by it"
        case .nearDuplicate(let other, let location):
            "\(value) and '\(Self.printable(other))'\(Self.shown(location)) are two objects, which "
                + "differ only in case, white space or the form of accents: `trim`, `normalize` or "
                + "`ignoring: case` make them one"
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
