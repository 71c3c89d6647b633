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
