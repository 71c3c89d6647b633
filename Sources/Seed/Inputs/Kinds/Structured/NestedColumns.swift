/// The columns of a row by their place in the record or in the objects that enclose it, so that a reject file can
/// write them there.
struct NestedColumns {
    /// A column of the row, and its name within the object that has it.
    typealias Column = (index: Int, name: String)

    /// The columns of the record.
    let own: [Column]
    /// The columns of the enclosing objects, starting at the root.
    let levels: [[Column]]
    /// The columns with the keys of the steps, starting at the root.
    private let keys: [Int?]

    /// - Parameter levelCount: the number of objects or elements that enclose a record.
    init(_ columns: [String], levelCount: Int) {
        var own: [Column] = []
        var levels = [[Column]](repeating: [], count: levelCount)
        var keys = [Int?](repeating: nil, count: levelCount)
        for (index, name) in columns.enumerated() {
            guard let column = ParentColumn(name), column.height <= levelCount else {
                own.append((index, name))
                continue
            }
            switch column.content {
            case .value(let name): levels[levelCount - column.height].append((index, name))
            case .key where column.height < levelCount:
                keys[levelCount - column.height - 1] = index
            case .key, .position: break
            }
        }
        self.own = own
        self.levels = levels
        self.keys = keys
    }

    /// Whether rows have values of enclosing objects.
    var isNested: Bool { levels.contains { !$0.isEmpty } || keys.contains { $0 != nil } }

    /// Returns the key of a step. For `*` it is the key in the row, if the row has one.
    func key(_ way: [String], _ step: Int, of record: Record) -> String {
        guard way[step] == RecordOptions.eachValue, let index = keys[step],
            case .text(let bytes) = record[index]
        else { return way[step] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
