/// Reads the objects around records once more, ahead of the records themselves.
protocol ParentReader: AnyObject {
    /// Reads an object of its level.
    ///
    /// - Parameters:
    ///   - number: which one of the document, counted from 1; never less than before.
    ///   - document: the document's number, counted from 1.
    /// - Returns: its values.
    /// - Throws: ``SeedIssue`` where the text is malformed.
    func read(_ number: Int, ofDocument document: Int) throws -> RecordAssembler
}

/// The objects or elements around the records of a source, as far as columns of them are used.
///
/// Levels are counted from the root: the last one is what `../` means.
final class ParentRecords {
    /// The number of something among its neighbours and the key that leads to it.
    struct Standing {
        var position = 1
        var key: [UInt8] = []
    }

    /// The levels; nil where no column is used.
    let levels: [ParentLevel?]
    /// The position of each level, and behind them that of the record.
    private var standings: [Standing]
    private let questions: [(level: Int, content: ParentColumn.Content, row: Int)]
    /// Opens the file once more; nil where only names are asked for, and nothing is read ahead.
    private let makeReader: ((_ level: Int, _ columns: [String]) throws -> any ParentReader)?
    private var readers: [(any ParentReader)?]

    /// Prepares the columns of rows that are not in the records.
    ///
    /// - Parameters:
    ///   - columns: all columns of the row.
    ///   - late: the columns that may stand behind the records; nil if any may.
    ///   - makeReader: opens the file once more, for the columns of a level.
    /// - Returns: nil where there are none.
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
        standings = Array(repeating: Standing(), count: levelCount + 1)
        readers = Array(repeating: nil, count: levelCount)
        levels = cells.enumerated().map { level, cells in
            cells.isEmpty
                ? nil
                : ParentLevel(
                    path: path, cells: cells, height: levelCount - level, late: late,
                    separator: separator)
        }
    }

    /// Learns the names of all columns around the records.
    init(collectingFrom path: String, levelCount: Int) {
        questions = []
        standings = []
        readers = []
        makeReader = nil
        levels = (0..<levelCount).map { ParentLevel(path: path, height: levelCount - $0) }
    }

    /// Whether positions and keys are asked for.
    var asksForStandings: Bool { !questions.isEmpty }

    /// What was learnt.
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

    /// A document begins.
    func restart() { for level in levels { level?.restart() } }

    /// Notes where an object, or behind the last level a record, stands.
    func stand(_ level: Int, at position: Int, key: [UInt8]) {
        standings[level] = Standing(position: position, key: key)
    }

    /// Gives a row its values of what is around it.
    ///
    /// - Throws: ``SeedIssue`` where reading ahead meets malformed text.
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
            let standing = standings[question.level]
            if question.content == .position {
                Array(String(standing.position).utf8).withUnsafeBytes {
                    row.fill(question.row, with: $0)
                }
            } else if !standing.key.isEmpty {
                standing.key.withUnsafeBytes { row.fill(question.row, with: $0) }
            }
        }
    }
}
