import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// One element of an XML file with its place, for messages.
final class XMLTreeElement {
    let name: String
    let attributes: [String: String]
    let line: Int
    let column: Int
    fileprivate(set) var children: [XMLTreeElement] = []
    fileprivate(set) var text = ""

    fileprivate init(name: String, attributes: [String: String], line: Int, column: Int) {
        self.name = name
        self.attributes = attributes
        self.line = line
        self.column = column
    }

    /// The children of a name.
    func children(named name: String) -> [XMLTreeElement] { children.filter { $0.name == name } }

    /// An attribute; nil where it is absent or empty.
    func value(_ attribute: String) -> String? { attributes[attribute]?.nonEmpty }

    /// Whether an attribute says `YES`.
    func flag(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

    /// An error at this place.
    func error(_ problem: ModelError.Problem) -> ModelError {
        ModelError(problem, line: line, column: column)
    }
}

extension XMLTreeElement {
    /// Reads a whole XML file into a tree.
    ///
    /// External entities are never loaded, nesting and the number of elements are limited.
    /// - Throws: ``ModelError`` with line and column.
    static func root(of bytes: [UInt8]) throws -> XMLTreeElement {
        guard bytes.count <= PropertyList.Limit.textSize else {
            throw ModelError(.tooMany(what: "bytes", limit: PropertyList.Limit.textSize))
        }
        let builder = XMLTreeBuilder()
        let parser = XMLParser(data: Data(bytes))
        parser.shouldResolveExternalEntities = false
        parser.delegate = builder
        let isComplete = parser.parse()
        if let failure = builder.failure { throw failure }
        guard isComplete, let root = builder.root else {
            throw ModelError(
                .malformed("the XML is damaged"), line: parser.lineNumber,
                column: parser.columnNumber)
        }
        return root
    }
}

private final class XMLTreeBuilder: NSObject, XMLParserDelegate {
    var root: XMLTreeElement?
    var failure: ModelError?
    private var open: [XMLTreeElement] = []
    private var remaining = PropertyList.Limit.values

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?, attributes attributeDict: [String: String] = [:]
    ) {
        guard failure == nil else { return }
        remaining -= 1 + attributeDict.count
        guard remaining > 0 else {
            return fail(.tooMany(what: "elements", limit: PropertyList.Limit.values), parser)
        }
        guard open.count < PropertyList.Limit.depth * 2 else {
            return fail(
                .tooMany(what: "nested elements", limit: PropertyList.Limit.depth * 2), parser)
        }
        let element = XMLTreeElement(
            name: elementName, attributes: attributeDict, line: parser.lineNumber,
            column: parser.columnNumber)
        if let parent = open.last {
            parent.children.append(element)
        } else if root == nil {
            root = element
        }
        open.append(element)
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
        qualifiedName qName: String?
    ) {
        _ = open.popLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        open.last?.text += string
    }

    func parser(_ parser: XMLParser, foundCDATA CDATABlock: Data) {
        open.last?.text += String(decoding: CDATABlock, as: UTF8.self)
    }

    private func fail(_ problem: ModelError.Problem, _ parser: XMLParser) {
        failure = ModelError(problem, line: parser.lineNumber, column: parser.columnNumber)
        parser.abortParsing()
    }
}
