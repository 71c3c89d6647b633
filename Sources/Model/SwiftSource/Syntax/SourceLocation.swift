/// A location in a source file, as compilers report it.
package struct SourceLocation: Equatable, Hashable, Sendable {
    /// The line, starting at 1.
    package let line: Int
    /// The column in UTF-8 bytes, starting at 1.
    package let column: Int

    /// Creates a location.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
