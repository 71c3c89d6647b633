import Sources

/// Why a cell could not become a value; the caller knows where the cell is.
package struct ConversionFailure: Error, Equatable {
    package let reason: SeedIssue.Reason
    /// The text at fault, where it is not simply the cell's; nil for the cell.
    package let value: String?
    /// Whether it is about all of a cell that goes into several columns.
    let isAboutWhole: Bool
    /// The primary key of the object that has the key already that another one cannot have.
    var holder: Int64?

    package init(_ reason: SeedIssue.Reason, value: String? = nil) {
        self.init(reason, value: value, isAboutWhole: false)
    }

    init(_ reason: SeedIssue.Reason, holder: Int64) {
        self.init(reason)
        self.holder = holder
    }

    private init(_ reason: SeedIssue.Reason, value: String?, isAboutWhole: Bool) {
        self.reason = reason
        self.value = value
        self.isAboutWhole = isAboutWhole
    }

    /// The failure as one about all of a cell.
    var ofWhole: ConversionFailure {
        ConversionFailure(reason, value: value, isAboutWhole: true)
    }

    /// The failure with the text at fault, unless it has one already.
    func naming(_ text: String) -> ConversionFailure {
        value == nil ? ConversionFailure(reason, value: text, isAboutWhole: isAboutWhole) : self
    }
}
