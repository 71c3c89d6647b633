import Inputs

/// Joins columns of a row with text between them, such as `{first} {last}`. `{Vegan?vegan}` is the text after the
/// question mark if the column is true. `{{` and `}}` are literal braces.
struct TextTemplate {
    /// A piece of a template.
    enum Part: Equatable {
        case literal(String)
        case column(String)
    }

    /// A piece with the index of its column.
    private enum Piece {
        case literal(String)
        case cell(Int)
        /// A text that is added if the cell is true.
        case ticked(Int, String)
    }

    private let pieces: [Piece]
    private let booleans: BooleanParser

    /// Splits a template into its parts; nil if a brace is not closed or not opened, or if there is no column.
    static func parts(_ text: String) -> [Part]? {
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                rest.removeFirst()
                literal.append(character)
            case "{":
                guard let end = rest.firstIndex(of: "}"), end > rest.startIndex else { return nil }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = ""
                parts.append(.column(String(rest[..<end])))
                rest = rest[rest.index(after: end)...]
            case "}": return nil
            default: literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        let hasColumn = parts.contains { if case .column = $0 { true } else { false } }
        return hasColumn ? parts : nil
    }

    /// Returns whether a template tests a column for true. Such a template may have words for true and false.
    static func hasTicks(_ text: String) -> Bool {
        parts(text)?.contains { if case .column(let name) = $0 { ticked(name, []) != nil } else { false } }
            ?? false
    }

    /// Returns the column and the text of `Vegan?vegan`; nil for other names. A column's name may itself contain a
    /// question mark.
    private static func ticked(_ name: String, _ columns: [String]) -> (column: String, text: String)? {
        let marks = name.indices.filter { place in
            name[place] == "?" && place > name.startIndex && name.index(after: place) < name.endIndex
        }
        let mark = marks.first { columns.contains(String(name[..<$0])) } ?? marks.first
        return mark.map { (String(name[..<$0]), String(name[$0...].dropFirst())) }
    }

    /// Binds a template to the columns of a source; nil if `column` returns nil for one of them.
    ///
    /// - Parameters:
    ///   - columns: the names of all columns. A name with a question mark in this list means that column.
    ///   - booleans: reads the truth value of a cell.
    init?(
        _ parts: [Part], columns: [String] = [], booleans: BooleanParser = BooleanParser(),
        column: (String) -> Int?
    ) {
        self.booleans = booleans
        var pieces: [Piece] = []
        for part in parts {
            switch part {
            case .literal(let text): pieces.append(.literal(text))
            case .column(let name):
                if !columns.contains(name), let (own, text) = Self.ticked(name, columns) {
                    guard let index = column(own) else { return nil }
                    pieces.append(.ticked(index, text))
                    continue
                }
                guard let index = column(name) else { return nil }
                pieces.append(.cell(index))
            }
        }
        self.pieces = pieces
    }

    /// The index of the first column, which represents the whole template in messages.
    var firstCell: Int? {
        for piece in pieces {
            switch piece {
            case .literal: continue
            case .cell(let index), .ticked(let index, _): return index
            }
        }
        return nil
    }

    /// Returns the joined text; nil if all columns are empty.
    func text(_ record: Record) throws(ConversionFailure) -> String? {
        var text = ""
        var isEmpty = true
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal
            case .cell(let index):
                let field = record[index]
                if field.isEmpty { continue }
                if case .blob = field { throw ConversionFailure(.value(.wrongStorageClass("blob"))) }
                isEmpty = false
                text += field.display
            case .ticked(let index, let ticked):
                let field = record[index]
                if field.isEmpty { continue }
                guard let isTrue = booleans.boolean(field) else {
                    throw ConversionFailure(.value(.notA(.boolean)), value: field.display)
                }
                guard isTrue else { continue }
                isEmpty = false
                text += ticked
            }
        }
        return isEmpty ? nil : text
    }
}
