import Files

/// What people get wrong about the files of a source.
extension SourceDefinition {
    /// What seems to stand between the fields of a CSV file whose header, as it was read, lacks a
    /// column.
    func delimiterHint(for name: String, columns: [String]) -> SeedIssue.Hint? {
        guard case .csv(_, let options) = kind, options.hasHeader,
            case .byte(let delimiter) = options.delimiter
        else { return nil }
        let header = columns.joined(separator: String(Unicode.Scalar(delimiter)))
        for candidate in DelimiterDetector.candidates where candidate != delimiter {
            let parts = header.split { $0.utf8.elementsEqual(CollectionOfOne(candidate)) }
                .map { $0.filter { $0 != "\"" }.description.trimmed }
            guard parts.count > 1, parts.contains(name) || columns.count == 1 else { continue }
            return .delimiter(String(Unicode.Scalar(candidate)), columns: columns)
        }
        return nil
    }

    /// Refuses a file that no reader reads, and says what it is.
    ///
    /// - Throws: ``SeedIssue``.
    func checkIsNotForeign() throws {
        for path in inputPaths where FileStatus(path: path)?.isRegularFile == true {
            try ForeignFormat.refuse(path)
        }
    }
}

extension ForeignFormat {
    /// Refuses a file that no reader reads.
    ///
    /// - Throws: ``SeedIssue`` that says what the file is; where nothing is known of it, nothing.
    static func refuse(_ path: String) throws {
        // What only looks like it, such as UTF-16 of another alphabet, is the reader's to judge.
        guard let found = try? of(path: path), found.format != .otherBinary else { return }
        // Text of SQL in general is what `.sql` files hold.
        guard found.format != .sqlText || !path.lowercased().hasSuffix(".sql") else { return }
        throw SeedIssue(
            .foreignFormat(found.format, isCompressed: found.isCompressed),
            at: .init(path: path, line: found.line))
    }
}
