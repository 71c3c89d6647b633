/// Writes XML with one element per line, indented by four spaces as in Xcode.
struct XMLTextWriter {
    /// An attribute of an element. An attribute without a value is left out.
    typealias Attribute = (name: String, value: String?)

    private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    private var open: [String] = []

    /// Writes an element without content.
    mutating func element(
        _ name: String, _ attributes: [Attribute]
    ) throws(ModelSourceError) {
        text += try indentation + "<" + name + Self.text(of: attributes) + "/>\n"
    }

    /// Starts an element with content, which ``end()`` closes.
    mutating func begin(
        _ name: String, _ attributes: [Attribute] = []
    ) throws(ModelSourceError) {
        text += try indentation + "<" + name + Self.text(of: attributes) + ">\n"
        open.append(name)
    }

    /// Closes the last open element.
    mutating func end() {
        guard let name = open.popLast() else { return }
        text += indentation + "</" + name + ">\n"
    }

    private var indentation: String { String(repeating: "    ", count: open.count) }

    private static func text(of attributes: [Attribute]) throws(ModelSourceError) -> String {
        var result = ""
        for attribute in attributes {
            guard let value = attribute.value else { continue }
            let text = XMLText.escapedLossily(value)
            guard !text.contains("\u{FFFD}") else { throw ModelSourceError(text: value) }
            result += " \(attribute.name)=\"\(text)\""
        }
        return result
    }
}
