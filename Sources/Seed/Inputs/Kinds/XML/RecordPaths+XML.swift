extension RecordPaths {
    /// Finds the elements of an XML file that have content and repeat within their parent, or else the first
    /// element below the root.
    ///
    /// - Throws: ``SeedIssue`` if the file is not XML.
    static func xml(_ path: String) throws -> RecordPaths {
        let xml = try XMLSource.reader(of: path)
        var way: [String] = []
        /// The names of the children of each open element so far.
        var children: [Set<String>] = []
        /// The paths of elements that repeat, and of elements that contain more than text.
        var repeated: Set<[String]> = []
        var holding: Set<[String]> = []
        var all: [[String]] = []
        var seen: Set<[String]> = []
        while true {
            switch try xml.next() {
            case .startElement:
                holding.insert(way)
                way.append(String(decoding: xml.name, as: UTF8.self))
                if all.count < mostWays, seen.insert(way).inserted { all.append(way) }
                if let last = children.indices.last, seen.contains(way),
                    !children[last].insert(way[way.count - 1]).inserted
                {
                    repeated.insert(way)
                }
                children.append([])
            case .attribute:
                if seen.contains(way), !xml.name.starts(with: Array("xmlns".utf8)) {
                    holding.insert(way)
                }
            case .endElement:
                way.removeLast()
                children.removeLast()
            case .text: continue
            case .end:
                return RecordPaths(ways: all, repeated: repeated, holding: holding)
            }
        }
    }

    /// The limit on paths that are examined.
    private static let mostWays = 1000
}
