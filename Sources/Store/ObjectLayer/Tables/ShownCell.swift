/// One cell of a row for display: a value in SQLite's memory. Its bytes are valid only as long as the row.
package enum ShownCell {
    /// No value.
    case none
    case bool(Bool)
    case integer(Int64)
    /// A number that is not an integer. In a column of decimals, it is one that is shown without an exponent.
    case double(Double)
    /// Seconds since 2001.
    case date(Double)
    /// UTF-8, or whatever bytes the store contains.
    case text(UnsafeRawBufferPointer)
    /// 16 bytes.
    case uuid(UnsafeRawBufferPointer)
    /// An object: its entity followed by `/p`, its key (both form its ID), and its name.
    case object(entity: UnsafeRawBufferPointer, key: Int64, name: UnsafeRawBufferPointer?)
    /// The ID of an object, if the request asked for `objectID`.
    case objectID(entity: UnsafeRawBufferPointer, key: Int64)
    /// Any other value, in the form that objects return.
    indirect case value(TableValue)
}
