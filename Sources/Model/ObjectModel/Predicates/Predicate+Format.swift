extension Predicate {
    /// Reads a predicate in the format language of `NSPredicate`.
    ///
    /// ```swift
    /// try Predicate(format: "%K ==[c] %@ AND pages.@count > 3", arguments: ["title", "Emma"])
    /// ```
    ///
    /// - Parameters:
    ///   - format: the text.
    ///   - arguments: the values of `%@`, `%K`, `%d` and similar placeholders, in order.
    /// - Throws: ``PredicateFormatError`` with the position of the part that could not be read.
    public init(format: String, arguments: [PredicateArgument] = []) throws(PredicateFormatError) {
        var parser = try FormatParser(format, arguments: arguments)
        self = try parser.wholePredicate()
    }

    /// Reads a predicate in the format language of `NSPredicate`, with the values of variables.
    ///
    /// ```swift
    /// try Predicate(format: "unit == %@ AND name == %@", arguments: [unit, name])
    /// ```
    ///
    /// - Throws: ``PredicateFormatError`` with the position of the part that could not be read.
    @_disfavoredOverload
    public init(
        format: String, arguments: [any PredicateArgumentConvertible]
    ) throws(PredicateFormatError) {
        try self.init(format: format, arguments: arguments.map { $0.predicateArgument })
    }

    /// The predicate in the format language. Reading it gives an equal predicate.
    ///
    /// It is `NSPredicate`'s `predicateFormat`, unless that text would be read differently: booleans are `YES` and
    /// `NO`, and data, UUIDs, URLs, decimals and dates are written as `CAST(…, "class")`.
    public var format: String { FormatPrinter.text(of: self) }
}

extension Predicate: CustomStringConvertible {
    public var description: String { format }
}

extension Expression {
    /// Reads an expression in the format language of `NSExpression`.
    ///
    /// - Parameters:
    ///   - format: the text, such as `count:(pages) * 2`.
    ///   - arguments: the values of `%@`, `%K`, `%d` and similar placeholders, in order.
    /// - Throws: ``PredicateFormatError`` with the position of the part that could not be read.
    public init(format: String, arguments: [PredicateArgument] = []) throws(PredicateFormatError) {
        var parser = try FormatParser(format, arguments: arguments)
        self = try parser.wholeExpression()
    }

    /// Reads an expression in the format language of `NSExpression`, with the values of variables.
    ///
    /// - Throws: ``PredicateFormatError`` with the position of the part that could not be read.
    @_disfavoredOverload
    public init(
        format: String, arguments: [any PredicateArgumentConvertible]
    ) throws(PredicateFormatError) {
        try self.init(format: format, arguments: arguments.map { $0.predicateArgument })
    }

    /// The expression in the format language, as ``Predicate/format`` writes it. Version hashes of derived attributes
    /// include this text (docs/internals/format.md#version-hashes).
    public var format: String { FormatPrinter.text(of: self) }
}

extension Expression: CustomStringConvertible {
    public var description: String { format }
}
