import ObjectModel

extension AttributeDescription {
    /// Whether objects with the attribute cannot be inserted: its value is derived when the row is written, but
    /// validation requires it earlier.
    package var failsInsertion: Bool {
        isDerived && !isOptional && !isTransient && defaultValue == nil
    }
}
