import Sources

/// Joins columns of a row with text between them, as `{first} {last}` says; `{{` and `}}` are
/// braces of their own.
struct TextTemplate: Equatable {
    /// A piece of a template.
    enum Part: Equatable {
        case literal(String)
        case column(String)
    }

    /// A piece with the index of its column.
    private enum Piece: Equatable {
        case literal(String)
        case cell(Int)
    }

    private let pieces: [Piece]

    /// Takes a template apart; nil where a brace is not closed or never opened, or where there is
    /// no column.
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

    /// Binds a template to the columns of a source; nil where `column` knows one of them not.
    init?(_ parts: [Part], column: (String) -> Int?) {
        var pieces: [Piece] = []
        for part in parts {
            switch part {
            case .literal(let text): pieces.append(.literal(text))
            case .column(let name):
                guard let index = column(name) else { return nil }
                pieces.append(.cell(index))
            }
        }
        self.pieces = pieces
    }

    /// The index of the first column, which stands for the whole in messages.
    var firstCell: Int? {
        for case .cell(let index) in pieces { return index }
        return nil
    }

    /// The joined text; nil where all of the columns are empty.
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
            }
        }
        return isEmpty ? nil : text
    }
}
