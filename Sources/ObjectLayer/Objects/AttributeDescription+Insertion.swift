import ObjectModel

extension AttributeDescription {
    /// Whether no object with the attribute can be inserted: it is derived when the row is written, and
    /// required before that.
    package var failsInsertion: Bool {
        isDerived && !isOptional && !isTransient && defaultValue == nil
    }
}
