/// The declarations of a Swift source file, and the calls with which an app creates its model container.
///
/// The file is read by Swift's grammar, without running anything. Bodies are skipped by their brackets. Code that
/// cannot be read is reported as a problem with its location, never guessed.
///
/// ```swift
/// let file = SwiftFile(bytes: Array(text.utf8))
/// for case .type(let type) in file.declarations { print(type.name) }
/// ```
package struct SwiftFile: Sendable {
    /// The top-level declarations of the file, in order.
    package let declarations: [DeclarationSyntax]
    /// The names of the imported modules.
    package let imports: [String]
    /// The calls of the requested functions, at any place in the file.
    package let calls: [CallSyntax]
    /// The problems in the file. If the file cannot be split into tokens, nothing else is set.
    package let problems: [SyntaxProblem]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the content, in UTF-8.
    ///   - functions: the names of the functions whose calls are collected.
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

    /// Returns the location of the first byte that is not UTF-8, or nil if all bytes are valid.
    private static func firstInvalidByte(of bytes: [UInt8]) -> SourceLocation? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        func isValid(_ end: Int) -> Bool { String(validating: bytes[..<end], as: UTF8.self) != nil }
        // Finds the longest valid prefix. A character has up to four bytes.
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

/// A call, such as `ModelContainer(for: Trip.self)`.
package struct CallSyntax: Equatable, Sendable {
    /// The last part of the name of the called function.
    package let name: String
    /// Whether a dot precedes the name.
    package let isMember: Bool
    package let arguments: [ExpressionSyntax.Argument]
    /// The location of the name.
    package let location: SourceLocation
    /// The name of the macro whose closure has the call, as in `#Preview { … }`.
    package let macro: String?
    /// The enclosing `#if` blocks, outermost first. Each has the conditions of its clauses up to the one with the
    /// call. The condition of `#else` is nil.
    package let conditions: [[String?]]
}
