import Files

extension CSVSource {
    /// Checks a complete row against the header and the rules for text.
    func checked() throws -> Bool {
        let rows = parser.takeFinishedRows()
        if rows > 1 {
            throw SeedIssue(.table(.malformedLineEnd), at: .init(path: path, line: rowLine))
        }
        try checkTexts()
        try checkCount()
        return true
    }

    private func name(of index: Int) -> String? {
        index < columns.count ? columns[index] : nil
    }

    func checkTexts() throws {
        for index in 0..<record.count {
            guard case .text(let bytes) = record[index] else { continue }
            if UTF8Validation.firstInvalidOffset(in: bytes) != nil {
                throw SeedIssue(
                    file.badBytes, at: location(ofColumn: index), sourceColumn: name(of: index),
                    hint: file.likelyEncoding.map { .encoding($0) })
            }
            if bytes.contains(0) {
                throw SeedIssue(
                    .value(.nulCharacter), at: location(ofColumn: index), sourceColumn: name(of: index),
                    hint: file.likelyEncoding.map { .encoding($0) })
            }
        }
    }

    @inline(__always)
    func checkCount() throws {
        guard columns.isEmpty || record.count == columns.count else { return try settleCount() }
    }

    /// Adjusts a row whose number of cells differs from the header, if the plan allows it.
    @inline(never)
    func settleCount() throws {
        let fits: Bool
        if record.count < columns.count {
            fits = options.padsShortRows
        } else {
            fits =
                switch options.longRows {
                case .error: false
                case .dropEmpty:
                    (columns.count..<record.count).allSatisfy { record[$0].isEmpty }
                case .drop: true
                }
        }
        guard fits else {
            throw SeedIssue(
                .table(.raggedRow(expected: columns.count, found: record.count)),
                at: .init(path: path, line: rowLine))
        }
        record.resize(to: columns.count)
    }
}
