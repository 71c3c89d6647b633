/// One element of an XML file with its location, for messages.
package final class XMLTreeElement {
    package let name: String
    package let attributes: [String: String]
    /// The line, from 1.
    package let line: Int
    /// The column in bytes, from 1.
    package let column: Int
    package private(set) var children: [XMLTreeElement] = []
    /// All text directly inside, references resolved.
    private(set) var text = ""

    init(name: String, attributes: [String: String], line: Int, column: Int) {
        self.name = name
        self.attributes = attributes
        self.line = line
        self.column = column
    }

    func append(_ child: XMLTreeElement) { children.append(child) }

    func append(_ text: String) { self.text += text }

    /// The children of a name.
    func children(named name: String) -> [XMLTreeElement] { children.filter { $0.name == name } }

    /// An attribute; nil where it is absent or empty.
    func value(_ attribute: String) -> String? { attributes[attribute]?.nonEmpty }

    /// Whether an attribute says `YES`.
    func flag(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

    /// An error at this location.
    func error(_ problem: ModelError.Problem) -> ModelError {
        ModelError(problem, line: line, column: column)
    }

    /// Reads a whole XML file into a tree.
    ///
    /// - Throws: ``ModelError`` with line and column.
    package static func root(of bytes: [UInt8]) throws -> XMLTreeElement {
        guard bytes.count <= PropertyList.Limit.textSize else {
            throw ModelError(.tooMany(what: "bytes", limit: PropertyList.Limit.textSize))
        }
        var parser = try XMLTreeParser(bytes)
        return try parser.parse()
    }
}
