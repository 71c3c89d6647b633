import ObjectModel

/// Follows the keys of `records:` through a property list to all its records.
struct PropertyListRecords {
    /// A record, or a dictionary that encloses records.
    final class Node {
        let value: PropertyList
        /// The number among its siblings, starting at 1.
        let position: Int
        /// The key of the node or of its array.
        let key: String?
        let parent: Node?
        /// The reason that it cannot be a record.
        var issue: SeedIssue.Reason?

        init(_ value: PropertyList, position: Int, key: String?, parent: Node?) {
            self.value = value
            self.position = position
            self.key = key
            self.parent = parent
        }

        /// Returns an enclosing dictionary. 1 is the immediate one.
        func around(_ height: Int) -> Node? {
            (0..<height).reduce(Optional(self)) { node, _ in node?.parent }
        }
    }

    /// The path of keys to the records.
    let path: [String]
    /// The records in order. Values of dictionaries are in the binary order of their keys.
    private(set) var rows: [Node] = []
    private var levels: [[Node]]
    private var isPathMet = false
    private var hasEmptyArray = false
    private var missed: (step: Int, names: Set<String>) = (-1, [])
    private let allowsSingle: Bool

    /// Finds the records.
    ///
    /// - Throws: ``SeedIssue`` if the path does not exist.
    init(in root: PropertyList, at keys: [String], path: String, takesRoot: Bool = false) throws {
        self.path = keys
        levels = Array(repeating: [], count: keys.count)
        allowsSingle = takesRoot || keys.contains(RecordOptions.eachValue)
        let node = Node(root, position: 1, key: nil, parent: nil)
        try follow(node, step: 0, isElement: false, isBelowArray: allowsSingle, path)
        guard keys.isEmpty || isPathMet || hasEmptyArray else {
            var nearest: String?
            if keys.indices.contains(missed.step), keys[missed.step].count > 2 {
                nearest = NearestName.of(keys[missed.step], in: missed.names)
            }
            throw SeedIssue(
                .document(.noSuchRecords(keys.joined(separator: "."), nearest: nearest)),
                at: .init(path: path))
        }
    }

    /// Returns the dictionaries that enclose records at a height. 1 is the immediate one.
    func parents(height: Int) -> some Sequence<PropertyList> {
        levels[levels.count - height].lazy.map(\.value)
    }

    // The nesting of property lists is limited when they are read.
    private mutating func follow(
        _ node: Node, step: Int, isElement: Bool, isBelowArray: Bool, _ file: String
    ) throws {
        let isEnd = step == path.count
        if isEnd, isElement {
            rows.append(node)
            return
        }
        if isEnd { isPathMet = true }
        switch node.value {
        case .array(let elements) where !isElement:
            if elements.isEmpty { hasEmptyArray = true }
            for (index, element) in elements.enumerated() {
                let next = Node(
                    element, position: index + 1, key: node.key, parent: node.parent)
                try follow(next, step: step, isElement: true, isBelowArray: true, file)
            }
        case .array(let elements) where path[step] == RecordOptions.eachValue:
            for (index, element) in elements.enumerated() {
                let next = Node(element, position: index + 1, key: node.key, parent: node)
                try follow(next, step: step + 1, isElement: false, isBelowArray: true, file)
            }
        case .null where isBelowArray: return
        case _ where isEnd:
            guard isBelowArray else { throw SeedIssue(.document(.recordsAreNoArray), at: .init(path: file)) }
            rows.append(node)
        case .dictionary(let entries):
            levels[step].append(node)
            try follow(entries, of: node, step: step, isBelowArray: isBelowArray, file)
        default:
            guard isElement else { return }
            node.issue = .document(.parentIsNoObject(path.prefix(step + 1).joined(separator: ".")))
            rows.append(node)
        }
    }

    private mutating func follow(
        _ entries: [String: PropertyList], of node: Node, step: Int, isBelowArray: Bool,
        _ file: String
    ) throws {
        let wanted = path[step]
        guard wanted == RecordOptions.eachValue else {
            if let value = entries[wanted] {
                let next = Node(value, position: 1, key: wanted, parent: node)
                return try follow(
                    next, step: step + 1, isElement: false, isBelowArray: isBelowArray, file)
            }
            if !isPathMet, step >= missed.step {
                if step > missed.step { missed = (step, []) }
                missed.names.formUnion(entries.keys.prefix(64))
            }
            return
        }
        for (index, entry) in entries.sorted(by: { $0.key < $1.key }).enumerated() {
            let next = Node(entry.value, position: index + 1, key: entry.key, parent: node)
            try follow(next, step: step + 1, isElement: false, isBelowArray: true, file)
        }
    }
}
