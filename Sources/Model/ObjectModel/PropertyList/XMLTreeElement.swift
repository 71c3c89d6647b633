import Files
import XML

/// An element of an XML file with its location for messages.
package final class XMLTreeElement {
    package let name: String
    package private(set) var attributes: [String: String] = [:]
    /// The line, from 1.
    package let line: Int
    /// The column in characters, from 1.
    package let column: Int
    package private(set) var children: [XMLTreeElement] = []
    /// All text directly inside, with references resolved.
    private(set) var text = ""

    private init(_ name: String, at position: TextPosition) {
        self.name = name
        line = position.line
        column = position.column
    }

    /// Returns the children with a name.
    func children(named name: String) -> [XMLTreeElement] { children.filter { $0.name == name } }

    /// Returns the value of an attribute; nil if it is missing or empty.
    func value(_ attribute: String) -> String? { attributes[attribute]?.nonEmpty }

    /// Returns whether an attribute has the value `YES`.
    func flag(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

    /// Returns an error at this location.
    func error(_ problem: ModelError.Problem) -> ModelError {
        ModelError(problem, line: line, column: column)
    }

    /// Reads a whole XML file into a tree. The file is UTF-8 with or without a byte order mark, or UTF-16 with one.
    ///
    /// - Throws: ``ModelError`` with line and column.
    package static func root(of bytes: [UInt8]) throws -> XMLTreeElement {
        guard bytes.count <= PropertyList.Limit.textSize else {
            throw ModelError(.tooMany(what: "bytes", limit: PropertyList.Limit.textSize))
        }
        let xml = XMLReader(XMLBytes(try utf8(bytes)), levels: Limits.modelLevels.most) { ModelError($0) }
        var open: [XMLTreeElement] = []
        var root: XMLTreeElement?
        var count = 0
        func word(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        while true {
            switch try xml.next() {
            case .startElement:
                let element = XMLTreeElement(word(xml.name), at: xml.position)
                if let parent = open.last { parent.children.append(element) } else { root = element }
                open.append(element)
                count += 1
            case .attribute:
                open.last?.attributes[word(xml.name)] = word(xml.text)
                count += 1
            case .text: open.last?.text += word(xml.text)
            case .endElement: open.removeLast()
            case .end:
                guard let root else { throw ModelError(.malformed("the XML has no element")) }
                return root
            }
            guard count <= PropertyList.Limit.values else {
                throw open.last?.error(.tooMany(what: "elements", limit: PropertyList.Limit.values))
                    ?? ModelError(.tooMany(what: "elements", limit: PropertyList.Limit.values))
            }
        }
    }

    /// Returns the text as UTF-8 without a byte order mark.
    static func utf8(_ bytes: [UInt8]) throws -> [UInt8] {
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            let high = bytes[0] == 0xFE ? 0 : 1
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
            }
            guard let text = String(validating: units, as: UTF16.self) else {
                throw ModelError(.malformed("the XML is no valid UTF-16"))
            }
            return Array(text.utf8)
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw ModelError(.malformed("the XML is no valid UTF-8"))
        }
        return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
}

extension ModelError {
    /// Creates the error for malformed XML of a model or property list.
    init(_ error: XMLError) {
        let problem: Problem =
            switch error.problem {
            case .malformed(let words): .malformed("the XML is malformed: \(words)")
            case .declares: .malformed("the XML declares entities of its own")
            case .tooDeep(let limit): .tooMany(what: "nested elements", limit: limit)
            case .tooManyAttributes(let limit): .tooMany(what: "attributes of an element", limit: limit)
            case .tooLong(let limit): .tooMany(what: "bytes", limit: limit)
            }
        self.init(problem, line: error.position.line, column: error.position.column)
    }
}
