/// One cell of a row that is only shown: a value where SQLite has it. Bytes are valid as long as the row
/// is.
package enum ShownCell {
    /// No value.
    case none
    case bool(Bool)
    case integer(Int64)
    /// A number that is no integer; of a column with decimals one that is shown without an exponent.
    case double(Double)
    /// Seconds since 2001.
    case date(Double)
    /// UTF-8, or what a store has in its place.
    case text(UnsafeRawBufferPointer)
    /// 16 bytes.
    case uuid(UnsafeRawBufferPointer)
    /// An object: its ID, which is its entity with `/p` behind and the key, and its name.
    case object(entity: UnsafeRawBufferPointer, key: Int64, name: UnsafeRawBufferPointer?)
    /// The ID of an object, where `objectID` was asked for.
    case objectID(entity: UnsafeRawBufferPointer, key: Int64)
    /// Any other value, as objects give it.
    indirect case value(TableValue)
}
