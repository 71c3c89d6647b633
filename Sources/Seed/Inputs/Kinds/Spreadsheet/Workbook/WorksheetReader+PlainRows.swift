extension WorksheetReader {
    /// Reads a row of the most usual form in place: known attributes, values without references, and completely in
    /// memory. Any other row is left to the general reader.
    func takePlainRow(_ row: SheetRow) throws -> Bool {
        try xml.takePlain { try plainRow($0, row) }
    }

    /// Reads a row at the beginning of some bytes.
    ///
    /// - Returns: its length, or nil if the row is incomplete or does not have the usual form.
    @inline(__always)
    private func plainRow(_ bytes: UnsafeRawBufferPointer, _ row: SheetRow) throws -> Int? {
        var scanner = UsualXML(bytes)
        scanner.skipSpace()
        guard scanner.take("<row") else { return nil }
        var number = lastRow + 1
        var isHidden = false
        while scanner.next == 0x20 {
            scanner.skip()
            let name = scanner.name()
            guard let value = scanner.value() else { return nil }
            if name.count == 1, name[0] == UInt8(ascii: "r") {
                number = try rowNumber(value)
            } else if name.count == 6, name.elementsEqual("hidden".utf8) {
                isHidden = value.elementsEqual("1".utf8) || value.elementsEqual("true".utf8)
            } else if name.contains(UInt8(ascii: ":")), name.last == UInt8(ascii: "r") {
                return nil
            }
        }
        let earlier = (lastRow, notes.hiddenRows)
        if scanner.take("/>") {
            try begin(row, number, isHidden: isHidden)
            return scanner.index
        }
        guard scanner.take(">") else { return nil }
        try begin(row, number, isHidden: isHidden)
        guard try plainCells(&scanner, row) else {
            // Restores the state before the row.
            row.restart()
            (lastRow, notes.hiddenRows) = earlier
            return nil
        }
        return scanner.index
    }

    @inline(__always)
    private func plainCells(_ scanner: inout UsualXML, _ row: SheetRow) throws -> Bool {
        var last = 0
        while true {
            scanner.skipSpace()
            if scanner.take("</row>") { return true }
            guard scanner.take("<c") else { return false }
            var column = last + 1
            var cell = WorksheetCell()
            while scanner.next == 0x20 {
                scanner.skip()
                let name = scanner.name()
                guard name.count == 1, let value = scanner.value() else { return false }
                switch name[0] {
                case UInt8(ascii: "r"): column = try self.column(value, in: row)
                case UInt8(ascii: "s"):
                    guard let style = NumberParser.digits(value) else { return false }
                    cell.style = Int(style)
                case UInt8(ascii: "t"): cell.kind = WorksheetCell.Kind(value)
                default: break
                }
            }
            guard row.mayFollow(column), column <= CellRange.columnLimit else {
                throw misplaced(SpreadsheetColumn.letters(column) + String(row.number))
            }
            last = column
            if scanner.take("/>") {
                row.skip(column)
                continue
            }
            guard scanner.take(">"), let value = plainValue(&scanner, &cell) else { return false }
            try cells.put(cell, value, at: column, into: row)
        }
    }

    /// Returns the value of a cell and advances to its end. Returns nil if the cell has another form.
    @inline(__always)
    private func plainValue(
        _ scanner: inout UsualXML, _ cell: inout WorksheetCell
    ) -> UnsafeRawBufferPointer? {
        var value = UnsafeRawBufferPointer(start: nil, count: 0)
        if scanner.next == UInt8(ascii: "<"), scanner.take("<f") {
            guard skipFormula(&scanner) else { return nil }
            cell.hasFormula = true
        }
        if scanner.take("<v>") {
            guard let text = scanner.text(), scanner.take("</v>") else { return nil }
            value = text
        } else if scanner.take("<is><t") {
            guard scanner.take(">") || scanner.take(" xml:space=\"preserve\">"),
                let text = scanner.text(), scanner.take("</t></is>")
            else { return nil }
            value = text
        } else {
            // The cell may have only a formula.
            _ = scanner.take("<v/>")
        }
        guard scanner.take("</c>") else { return nil }
        return value
    }

    private func skipFormula(_ scanner: inout UsualXML) -> Bool {
        while scanner.next == 0x20 {
            scanner.skip()
            _ = scanner.name()
            guard scanner.value() != nil else { return false }
        }
        if scanner.take("/>") { return true }
        return scanner.take(">") && scanner.text() != nil && scanner.take("</f>")
    }
}
