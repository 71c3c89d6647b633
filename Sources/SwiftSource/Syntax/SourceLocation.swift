/// A location in a source file, as compilers tell it.
package struct SourceLocation: Equatable, Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column in bytes of UTF-8, from 1.
    package let column: Int

    /// Creates a location.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}
