/// Which columns of a row stand in the record and which around it, so that a reject file can put
/// them back there.
struct NestedColumns {
    /// A column of the row, and its name where it stands.
    typealias Column = (index: Int, name: String)

    /// The columns of the record.
    let own: [Column]
    /// The columns around it, from the root.
    let levels: [[Column]]
    /// The columns that hold the keys of the steps, from the root.
    private let keys: [Int?]

    /// - Parameter levelCount: how many objects or elements are around a record.
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

    /// Whether rows have anything from around them.
    var isNested: Bool { levels.contains { !$0.isEmpty } || keys.contains { $0 != nil } }

    /// The key of a step; what `*` stands for where the row knows it.
    func key(_ way: [String], _ step: Int, of record: Record) -> String {
        guard way[step] == RecordOptions.eachValue, let index = keys[step],
            case .text(let bytes) = record[index]
        else { return way[step] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
