extension RecordPaths {
    /// Finds the arrays of objects in a JSON file, or in the lines of an NDJSON file.
    ///
    /// - Parameter names: the names of a model's properties, in lower case without symbols.
    /// - Throws: ``SeedIssue`` if the file is not JSON.
    static func json(
        _ path: String, isLineDelimited: Bool, names: Set<String> = []
    ) throws -> RecordPaths {
        let parser = JSONParser(
            TextScanner(try TextFile(path: path)), isLineDelimited: isLineDelimited)
        var found = RecordPaths()
        found.propertyNames = names
        if isLineDelimited {
            found.add([])
            while try parser.nextLine() {
                // The reader of the rows reports a malformed line.
                do { try found.read(parser) } catch is SeedIssue { try parser.abandonLine() }
            }
            (found.isRootObject, found.hasRootValues) = (false, false)
        } else {
            try found.read(parser)
        }
        found.sort()
        return found
    }

    /// An open object or array.
    private struct Level {
        /// The path of keys, or nil for an array in an array, whose objects have no path.
        let keys: [String]?
        let isArray: Bool
        /// The number of an object's members, of objects among these, and of records under keys.
        var (members, objects, keyed) = (0, 0, 0)
        /// The number of an object's members that are single values, and of those that are objects with such.
        var (values, valued) = (0, 0)
        /// Whether a member has the name of a property, so that the names are no data.
        var hasPropertyName = false
        /// The number of an object's members that are texts.
        var texts = 0
        /// Whether it is an array that contains a single value.
        var hasValues = false
        /// The names of its members, if it is a member of an object.
        var names: Set<String> = []
        /// The names that all its objects have in common.
        var shared: Set<String>?

        init(_ keys: [String]?, isArray: Bool) { (self.keys, self.isArray) = (keys, isArray) }

        /// Whether the values of an object are records of one kind: `{"a1": {"name": …}, "a2": {"name": …}}`.
        var holdsRecords: Bool {
            !isArray && members > 1 && objects == members && keyed < members && shared?.isEmpty == false
        }
    }

    /// An object with this many texts, and nothing else, may have data in place of names.
    private static let leastTexts = 4

    private mutating func read(_ parser: JSONParser) throws {
        var open: [Level] = []
        var keys: [String]? = []
        var keyed: [[String]] = []
        // Objects whose keys are data, and whether each value has more than arrays.
        var around: [(way: [String], isRecord: Bool)] = []
        // Without the names of a model, all names may be those of values.
        var mostTexts = propertyNames.isEmpty ? Int.max : Self.leastTexts
        defer {
            // Arrays take precedence. Without any, objects under keys are the records.
            let least = keyed.map(\.count).min()
            if paths.isEmpty { for way in keyed where way.count == least { add(way) } }
            for (way, isRecord) in around { join(in: way, isRecord: isRecord) }
        }
        while true {
            let event = try parser.next()
            switch event {
            case .name:
                let name = String(decoding: parser.text, as: UTF8.self)
                // `records:` would split such a key, or take it for every value.
                let isUsable = !name.isEmpty && !name.contains(".") && name != RecordOptions.eachValue
                keys = isUsable ? open.last?.keys.map { $0 + [name] } : nil
                let last = open.count - 1
                open[last].members += 1
                if !propertyNames.isEmpty, !open[last].hasPropertyName {
                    open[last].hasPropertyName =
                        propertyNames.contains(name.lowercased().filter { $0.isLetter || $0.isNumber })
                }
                if last > 0, !open[last - 1].isArray, open[last].names.count < 100 {
                    open[last].names.insert(name)
                }
                continue
            case .beginObject:
                if let last = open.last, last.isArray, let keys = last.keys { add(keys) }
                open.append(Level(open.last?.isArray == true ? open.last?.keys : keys, isArray: false))
            case .beginArray:
                if let last = open.last, last.isArray, let keys = last.keys { addLists(keys) }
                open.append(Level(open.last?.isArray == true ? nil : keys, isArray: true))
            case .endObject:
                let object = open.removeLast()
                if let way = object.keys, object.texts == object.members, object.texts > mostTexts,
                    !object.hasPropertyName
                {
                    mostTexts = object.texts
                    onlyValues = way + [RecordOptions.eachValue]
                }
                if open.isEmpty {
                    isRootObject = true
                    hasRootValues = object.values > 0
                }
                if object.holdsRecords, let way = object.keys {
                    keyed.append(way + [RecordOptions.eachValue])
                    let isData = object.members > 2 && object.keyed == 0 && !object.hasPropertyName
                    if isData, around.count < Self.limit {
                        around.append((way + [RecordOptions.eachValue], object.valued == object.members))
                    }
                }
                if keyed.count > Self.limit { keyed.removeFirst() }
                let last = open.count - 1
                guard last >= 0, !open[last].isArray else { break }
                open[last].objects += 1
                if object.values > 0 { open[last].valued += 1 }
                if object.holdsRecords { open[last].keyed += 1 }
                open[last].shared = open[last].shared?.intersection(object.names) ?? object.names
            case .endArray: open.removeLast()
            case .end: return
            default:
                let last = open.count - 1
                if last >= 0, !open[last].isArray {
                    open[last].values += 1
                    if event == .string { open[last].texts += 1 }
                }
                guard last >= 0, open[last].isArray, !open[last].hasValues else { break }
                open[last].hasValues = true
                if let keys = open[last].keys { addValues(keys) }
            }
            if open.isEmpty { return }
        }
    }
}
