import CSQLite

/// One call of a registered function. It is valid only during the call.
package struct FunctionCall {
    let context: OpaquePointer
    let arguments: UnsafeMutablePointer<OpaquePointer?>?
    /// The number of arguments.
    package let argumentCount: Int

    private func argument(_ index: Int) -> OpaquePointer? {
        (0..<argumentCount).contains(index) ? arguments?[index] : nil
    }

    // MARK: Arguments

    /// Returns an argument as an integer, or nil if it has another storage class.
    package func integer(at index: Int) -> Int64? {
        guard let argument = argument(index), sqlite3_value_type(argument) == SQLITE_INTEGER else {
            return nil
        }
        return sqlite3_value_int64(argument)
    }

    /// Returns the UTF-8 bytes of a text argument, valid during the call, or nil if it has another storage class.
    package func text(at index: Int) -> UnsafeRawBufferPointer? {
        guard let argument = argument(index), sqlite3_value_type(argument) == SQLITE_TEXT else {
            return nil
        }
        let start = sqlite3_value_text(argument)
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(argument)))
    }

    /// Returns an argument with its storage class.
    package func value(at index: Int) -> Value {
        guard let argument = argument(index) else { return .null }
        switch sqlite3_value_type(argument) {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(argument))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(argument))
        case SQLITE_TEXT: return .text(String(decoding: text(at: index) ?? .none, as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(argument)
            let count = Int(sqlite3_value_bytes(argument))
            return .blob(
                Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
        default: return .null
        }
    }

    // MARK: Result

    /// Sets the result to an integer.
    package func setResult(_ integer: Int64) { sqlite3_result_int64(context, integer) }

    /// Sets the result to a value.
    package func setResult(_ value: Value) {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null: sqlite3_result_null(context)
        case .integer(let integer): sqlite3_result_int64(context, integer)
        case .real(let real): sqlite3_result_double(context, real)
        case .text(var text):
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    // An empty buffer may have a null address, which SQLite would treat as NULL.
                    guard let start = characters.baseAddress else {
                        return sqlite3_result_text64(
                            context, "", 0, transient, UInt8(SQLITE_UTF8))
                    }
                    sqlite3_result_text64(
                        context, start, UInt64(characters.count), transient, UInt8(SQLITE_UTF8))
                }
            }
        case .blob(let bytes):
            guard !bytes.isEmpty else { return sqlite3_result_zeroblob(context, 0) }
            bytes.withUnsafeBytes {
                sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), transient)
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// An empty buffer.
    fileprivate static var none: UnsafeRawBufferPointer { .init(start: nil, count: 0) }
}
