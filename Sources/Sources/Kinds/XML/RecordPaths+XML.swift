extension RecordPaths {
    /// The elements of an XML file that hold something and repeat within their parent; the first
    /// one below the root where none does.
    ///
    /// - Throws: ``SeedIssue`` where the file is no XML.
    static func xml(_ path: String) throws -> RecordPaths {
        let xml = try XMLSource.reader(of: path)
        var way: [String] = []
        /// The names of the children that each open element has had.
        var children: [Set<String>] = []
        /// Ways whose elements repeat, and those whose elements hold more than text.
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

    /// The most ways that are looked at.
    private static let mostWays = 1000
}
