import Inputs
import ObjectLayer
import ObjectModel

/// Describes an error in a query: one line, followed by the query with a caret at the position.
package struct QueryErrorRenderer {
    /// The name of the text: `query`, or an option.
    package let subject: String
    package let text: String
    package let model: ManagedObjectModel

    package init(subject: String, text: String, model: ManagedObjectModel) {
        self.subject = subject
        self.text = text
        self.model = model
    }

    package func lines(_ error: PredicateFormatError) -> [String] {
        ["\(subject): error: \(error.description)"] + pointer(at: error.utf8Offset)
    }

    package func lines(_ error: FetchRequestError) -> [String] {
        let (words, pointer) = message(error)
        return ["\(subject): error: \(words)"] + pointer
    }

    /// Returns the message, and the text with a mark below the error if its position is known.
    package func message(_ error: FetchRequestError) -> (words: String, pointer: [String]) {
        let (words, position) = described(error)
        return (words, position.map { pointer(at: $0) } ?? [])
    }

    /// Returns warnings about the parts that an app cannot use in a request.
    package func lines(_ refusals: [FetchRefusal]) -> [String] {
        refusals.map {
            let consequence =
                $0.kind == .columnHidesProperty ? "in an app, this has another meaning" : Self.exception
            return "\(subject): warning: \(consequence): \($0.reason)"
        }
    }

    private static let exception = "Core Data raises an exception for this in an app"

    private func pointer(at offset: Int) -> [String] {
        PredicateFormatError(.unexpectedText(""), format: text, utf8Offset: offset).pointer
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func described(_ error: FetchRequestError) -> (words: String, position: Int?) {
        switch error {
        case .unknownEntity(let name):
            return (
                "there is no entity `\(name)`" + Self.suggestion(name, model.entities.map(\.name)),
                position(of: name)
            )
        case .unknownTemplate(let name):
            let names = model.fetchRequestTemplates.map(\.name)
            let known = names.isEmpty ? "it has none" : "it has " + Self.list(names)
            return (
                "the model has no fetch request template `\(name)`: \(known)"
                    + Self.suggestion(name, names), nil
            )
        case .unknownKeyPath(let entity, let path): return unknown(path, of: entity)
        case .unknownGroupValue(let name, let known):
            return (
                "a group has no `\(name)`; it has " + Self.list(known)
                    + Self.suggestion(name, known), position(of: name)
            )
        case .duplicateColumn(let name):
            return ("two columns are called `\(name)`: rename one of them with AS", nil)
        case .havingWithoutGroups: return ("HAVING needs GROUP BY or an aggregate", nil)
        case .unknownVariable(let name):
            return (
                "the variable $\(name) has no value: add --set \(name)=…", position(of: "$" + name)
            )
        case .badConstant(let text, let kind):
            let hint =
                kind == "object"
                ? ": compare one of its attributes, or write an object as Entity/p12"
                : kind == "text" ? ": put it in quotes" : ""
            return ("'\(text)' is not a valid \(kind)\(hint)", position(of: text))
        case .unsupported(let text): return ("`\(text)` cannot be used here", position(of: text))
        case .invalidRegularExpression(let pattern):
            return ("`\(pattern)` is not a valid regular expression", position(of: pattern))
        case .unknownSortSelector(let name):
            return ("`\(name)` is not a method that compares text", nil)
        case .unsortedSections(let path):
            return ("the sort order must keep objects with equal `\(path)` together", position(of: path))
        case .refusedByCoreData(let refusals):
            return (refusals.map(\.reason).joined(separator: "; "), nil)
        case .negativeCount(let name): return ("\(name) is less than 0", nil)
        }
    }

    /// Finds the step of a key path that the model lacks.
    private func unknown(_ path: String, of entityName: String) -> (words: String, position: Int?) {
        guard var entity = model.entity(named: entityName) else {
            return ("`\(path)` cannot be looked up", position(of: path))
        }
        for step in path.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
            if let relationship = entity.relationship(named: step),
                let destination = model.destination(of: relationship)
            {
                entity = destination
                continue
            }
            guard entity.attribute(named: step) == nil, !step.hasPrefix("@") else { break }
            let names = entity.properties.map(\.name)
            return (
                "\(entity.name) has no attribute or relationship `\(step)`"
                    + Self.suggestion(step, names), position(of: step) ?? position(of: path)
            )
        }
        return ("`\(path)` of \(entityName) does not have a single value here", position(of: path))
    }

    /// Returns the position of a name as a separate word in the text, in bytes.
    private func position(of name: String) -> Int? {
        let (bytes, wanted) = (Array(text.utf8), Array(name.utf8))
        guard !wanted.isEmpty, bytes.count >= wanted.count else { return nil }
        func isWord(_ index: Int) -> Bool {
            guard bytes.indices.contains(index) else { return false }
            let byte = bytes[index]
            return byte >= 0x80 || byte == UInt8(ascii: "_")
                || Character(Unicode.Scalar(byte)).isLetter
                || Character(Unicode.Scalar(byte)).isNumber
        }
        return (0...bytes.count - wanted.count).first { start in
            bytes[start..<start + wanted.count].elementsEqual(wanted) && !isWord(start - 1)
                && !isWord(start + wanted.count)
        }
    }

    private static func suggestion(_ name: String, _ names: [String]) -> String {
        NearestName.of(name, in: names).map { "; did you mean `\($0)`?" } ?? ""
    }

    private static func list(_ names: [String]) -> String {
        names.map { "`\($0)`" }.joined(separator: ", ")
    }
}
