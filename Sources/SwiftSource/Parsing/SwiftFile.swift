/// The declarations of a Swift source file, and the calls that an app makes its model container with.
///
/// Read by the language's own rules without running anything: bodies are skipped by their brackets.
/// What cannot be read is a problem with its location, never a guess.
///
/// ```swift
/// let file = SwiftFile(bytes: Array(text.utf8))
/// for case .type(let type) in file.declarations { print(type.name) }
/// ```
package struct SwiftFile: Sendable {
    /// What the file declares outside of everything else, in order.
    package let declarations: [DeclarationSyntax]
    /// The names of the modules that it imports.
    package let imports: [String]
    /// Calls of the functions that were asked for, wherever they stand.
    package let calls: [CallSyntax]
    /// What could not be read. Of a file that cannot be cut into tokens nothing is.
    package let problems: [SyntaxProblem]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: its content, UTF-8.
    ///   - functions: the names of the functions whose calls are of interest.
    package init(bytes: [UInt8], callsOf functions: Set<String> = []) {
        do throws(SyntaxProblem) {
            if let location = Self.firstInvalidByte(of: bytes) {
                throw SyntaxProblem(.notUTF8, at: location)
            }
            let tokens = try SwiftLexer.tokens(of: bytes)
            var parser = SyntaxParser(bytes: bytes, tokens: tokens)
            declarations = parser.parseFile()
            var imports: [String] = []
            for declaration in declarations { Self.addImports(of: declaration, to: &imports) }
            self.imports = imports
            var problems = parser.problems
            if functions.isEmpty {
                calls = []
            } else {
                var search = SyntaxParser(bytes: bytes, tokens: tokens)
                calls = search.parseCalls(of: functions)
            }
            problems.sort { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
            self.problems = problems
        } catch {
            declarations = []
            imports = []
            calls = []
            problems = [error]
        }
    }

    private static func addImports(of declaration: DeclarationSyntax, to imports: inout [String]) {
        switch declaration {
        case .other(let other) where other.kind == "import": imports.append(other.name)
        case .conditional(let clauses):
            for member in clauses.flatMap(\.members) { addImports(of: member, to: &imports) }
        default: break
        }
    }

    /// Where the first byte that is no UTF-8 stands; nil where all are.
    private static func firstInvalidByte(of bytes: [UInt8]) -> SourceLocation? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        func isValid(_ end: Int) -> Bool { String(validating: bytes[..<end], as: UTF8.self) != nil }
        // The longest start that is valid; a character has up to four bytes.
        var (low, high) = (0, bytes.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            let ends = (max(middle - 3, low + 1)...middle).reversed()
            if let end = ends.first(where: isValid) { low = end } else { high = middle }
        }
        let lines = bytes[..<low].split(
            separator: 0x0A, omittingEmptySubsequences: false)
        return SourceLocation(line: max(lines.count, 1), column: (lines.last?.count ?? 0) + 1)
    }
}

/// A call: `ModelContainer(for: Trip.self)`.
package struct CallSyntax: Equatable, Sendable {
    /// The name of what is called, the last part of it.
    package let name: String
    /// Whether a point stands before the name.
    package let isMember: Bool
    package let arguments: [ExpressionSyntax.Argument]
    /// Where the name stands.
    package let location: SourceLocation
    /// Whether it stands in a macro's closure, as in `#Preview { … }`, by the macro's name.
    package let macro: String?
    /// The `#if` around it, the outermost first, each with the conditions of its clauses up to the one that the
    /// call stands in; nil for that of `#else`.
    package let conditions: [[String?]]
}
