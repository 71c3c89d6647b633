/// Why a cell could not become a value; the caller knows where the cell is.
package struct ConversionFailure: Error, Equatable {
    package let reason: SeedIssue.Reason
    /// The text at fault, where it is not simply the cell's; nil for the cell.
    package let value: String?

    package init(_ reason: SeedIssue.Reason, value: String? = nil) {
        self.reason = reason
        self.value = value
    }

    /// The failure with the text at fault, unless it has one already.
    func naming(_ text: String) -> ConversionFailure {
        value == nil ? ConversionFailure(reason, value: text) : self
    }
}
