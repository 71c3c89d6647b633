extension RecordPaths {
    /// The arrays of objects in a JSON file, or in the lines of an NDJSON file.
    ///
    /// - Throws: ``SeedIssue`` where the file is no JSON.
    static func json(_ path: String, isLineDelimited: Bool) throws -> RecordPaths {
        let parser = JSONParser(
            TextScanner(try TextFile(path: path)), isLineDelimited: isLineDelimited)
        var found = RecordPaths()
        if isLineDelimited {
            found.add([])
            while try parser.nextLine() {
                // A malformed line is told by who reads the rows.
                do { try found.read(parser) } catch is SeedIssue { try parser.abandonLine() }
            }
        } else {
            try found.read(parser)
        }
        found.sort()
        return found
    }

    private mutating func read(_ parser: JSONParser) throws {
        /// The keys that lead to each open container; nil for an array in an array, whose objects
        /// no keys lead to.
        var open: [(keys: [String]?, isArray: Bool)] = []
        var keys: [String]? = []
        while true {
            let event = try parser.next()
            switch event {
            case .name:
                let name = String(decoding: parser.text, as: UTF8.self)
                // A key that `records:` would take for two, or for every value.
                let isUsable = !name.isEmpty && !name.contains(".") && name != RecordOptions.eachValue
                keys = isUsable ? open.last?.keys.map { $0 + [name] } : nil
                continue
            case .beginObject:
                if let last = open.last, last.isArray, let keys = last.keys { add(keys) }
                open.append((open.last?.isArray == true ? open.last?.keys : keys, false))
            case .beginArray:
                open.append((open.last?.isArray == true ? nil : keys, true))
            case .endObject, .endArray: open.removeLast()
            case .end: return
            default: break
            }
            if open.isEmpty { return }
        }
    }
}
