import XML

/// Reads the text of a cell or a shared text: that of `t` and of runs, without phonetic hints.
struct RichTextReader {
    /// Reads the open element to its end.
    ///
    /// - Throws: ``SeedIssue``.
    mutating func read(_ xml: XMLReader, into text: inout [UInt8]) throws {
        var depth = 1
        var isText = false
        // The depth within an omitted element.
        var leftOut = 0
        while depth > 0 {
            switch try xml.next() {
            case .startElement:
                depth += 1
                let name = PackagePart.local(xml.name)
                if leftOut > 0 || name.elementsEqual("rPh".utf8) {
                    leftOut += 1
                } else {
                    isText = name.elementsEqual("t".utf8)
                }
            case .text where isText && leftOut == 0:
                guard text.count + xml.text.count <= XMLReader.longestText else {
                    throw xml.error(.tooLong(limit: XMLReader.longestText))
                }
                text += xml.text
            case .endElement:
                depth -= 1
                isText = false
                if leftOut > 0 { leftOut -= 1 }
            case .text, .attribute: break
            case .end: return
            }
        }
    }
}
