/// Reads the objects that enclose records again, ahead of the records.
protocol ParentReader: AnyObject {
    /// Reads an object of its level.
    ///
    /// - Parameters:
    ///   - number: the number of the object in the document, starting at 1. It never decreases.
    ///   - document: the number of the document, starting at 1.
    /// - Returns: its values.
    /// - Throws: ``SeedIssue`` if the text is malformed.
    func read(_ number: Int, ofDocument document: Int) throws -> RecordAssembler
}

/// The objects or elements that enclose the records of an input, if their columns are used.
///
/// Levels are counted from the root. `../` means the last one.
final class ParentRecords {
    /// The number of an item among its siblings, and its key.
    struct Position {
        var position = 1
        var key: [UInt8] = []
    }

    /// The levels. Nil for a level whose columns are not used.
    let levels: [ParentLevel?]
    /// The position of each level, followed by that of the record.
    private var positions: [Position]
    private let questions: [(level: Int, content: ParentColumn.Content, row: Int)]
    /// Opens the file again. Nil if only names are collected, so that nothing is read ahead.
    private let makeReader: ((_ level: Int, _ columns: [String]) throws -> any ParentReader)?
    private var readers: [(any ParentReader)?]

    /// Prepares the columns of rows that are not in the records.
    ///
    /// - Parameters:
    ///   - columns: all columns of the row.
    ///   - late: the columns that may follow the records, or nil if any may.
    ///   - makeReader: opens the file again, for the columns of a level.
    /// - Returns: nil if there are no such columns.
    init?(
        path: String, columns: [String], levelCount: Int, late: Set<String>?, separator: String,
        makeReader: @escaping (_ level: Int, _ columns: [String]) throws -> any ParentReader
    ) {
        var cells = [[(name: String, row: Int)]](repeating: [], count: levelCount)
        var questions: [(level: Int, content: ParentColumn.Content, row: Int)] = []
        for (row, name) in columns.enumerated() {
            guard let column = ParentColumn(name), column.height <= levelCount else { continue }
            let level = levelCount - column.height
            if case .value(let name) = column.content {
                cells[level].append((name, row))
            } else {
                questions.append((level, column.content, row))
            }
        }
        guard !questions.isEmpty || cells.contains(where: { !$0.isEmpty }) else { return nil }
        self.questions = questions
        self.makeReader = makeReader
        positions = Array(repeating: Position(), count: levelCount + 1)
        readers = Array(repeating: nil, count: levelCount)
        levels = cells.enumerated().map { level, cells in
            cells.isEmpty
                ? nil
                : ParentLevel(
                    path: path, cells: cells, height: levelCount - level, late: late,
                    separator: separator)
        }
    }

    /// Collects the names of all columns of enclosing objects.
    init(collectingFrom path: String, levelCount: Int) {
        questions = []
        positions = []
        readers = []
        makeReader = nil
        levels = (0..<levelCount).map { ParentLevel(path: path, height: levelCount - $0) }
    }

    /// Whether positions or keys are used.
    var needsPositions: Bool { !questions.isEmpty }

    /// The collected names.
    var names: ParentNames {
        var names = ParentNames(late: [], levelCount: levels.count)
        for level in levels.reversed() {
            guard let found = level?.names else { continue }
            names.columns += found.all
            names.late?.formUnion(found.late)
            names.lists.merge(found.lists) { $1 }
        }
        return names
    }

    /// Begins a document.
    func restart() { for level in levels { level?.restart() } }

    /// Records the position and key of an object, or of a record after the last level.
    func setPosition(_ level: Int, at position: Int, key: [UInt8]) {
        positions[level] = Position(position: position, key: key)
    }

    /// Fills a row with the values of enclosing objects.
    ///
    /// - Throws: ``SeedIssue`` if reading ahead finds malformed text.
    func fill(_ row: RecordAssembler, document: Int = 1) throws {
        for (index, level) in levels.enumerated() {
            guard let level else { continue }
            if level.mustReadAhead, let makeReader {
                let reader = try readers[index] ?? makeReader(index, level.columns)
                readers[index] = reader
                level.take(try reader.read(level.number, ofDocument: document))
            }
            level.fill(row)
        }
        for question in questions {
            let place = positions[question.level]
            if question.content == .position {
                Array(String(place.position).utf8).withUnsafeBytes {
                    row.fill(question.row, with: $0)
                }
            } else if !place.key.isEmpty {
                place.key.withUnsafeBytes { row.fill(question.row, with: $0) }
            }
        }
    }
}
