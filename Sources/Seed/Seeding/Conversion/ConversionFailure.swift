import Inputs

/// The reason that a cell could not be converted. The caller knows the cell's place.
package struct ConversionFailure: Error, Equatable {
    package let reason: SeedIssue.Reason
    /// The invalid text if it is not the whole cell, or nil.
    package let value: String?
    /// Whether the failure concerns the whole of a cell that fills several columns.
    let isAboutWhole: Bool
    /// The primary key of the object that already has this unique key.
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

    /// The failure, marked as concerning the whole cell.
    var ofWhole: ConversionFailure {
        ConversionFailure(reason, value: value, isAboutWhole: true)
    }

    /// Returns the failure with the invalid text, unless it already has one.
    func naming(_ text: String) -> ConversionFailure {
        value == nil ? ConversionFailure(reason, value: text, isAboutWhole: isAboutWhole) : self
    }
}
