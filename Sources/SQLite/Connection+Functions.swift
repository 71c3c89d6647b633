import CSQLite

extension Connection {
    /// What a function of ours computes from its arguments.
    package typealias Function = ([Value]) throws -> Value

    /// Makes a function known to the SQL text of this connection.
    ///
    /// An error that `body` throws fails the statement, with the error's text as SQLite's message.
    /// The connection keeps `body` as long as it is open.
    ///
    /// See <https://www.sqlite.org/c3ref/create_function.html>.
    /// - Parameters:
    ///   - argumentCount: how many arguments it takes, at most 127.
    ///   - isDeterministic: equal arguments always give equal results.
    /// - Throws: ``DatabaseError``.
    package func register(
        function name: String, argumentCount: Int, isDeterministic: Bool = true,
        _ body: @escaping Function
    ) throws {
        let flags = SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
        let status = sqlite3_create_function_v2(
            handle, name, Int32(clamping: argumentCount), flags,
            Unmanaged.passRetained(FunctionBox(body)).toOpaque(),
            { context, count, arguments in
                guard let context, let data = sqlite3_user_data(context) else { return }
                let box = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
                let values = (0..<Int(count)).map { Connection.value(arguments?[$0]) }
                do {
                    Connection.setResult(try box.body(values), of: context)
                } catch {
                    sqlite3_result_error(context, "\(error)", -1)
                }
            }, nil, nil,
            { data in data.map { Unmanaged<FunctionBox>.fromOpaque($0).release() } })
        guard status == SQLITE_OK else { throw error(status, sql: nil) }
    }

    /// Makes an order of texts known to the SQL text of this connection, as `COLLATE name`.
    ///
    /// See <https://www.sqlite.org/c3ref/create_collation.html>.
    /// - Parameter compare: negative where the first text stands before the second, 0 where they
    ///   are equal; it must be a total order. The connection keeps it as long as it is open.
    /// - Throws: ``DatabaseError``.
    package func register(
        collation name: String, _ compare: @escaping (String, String) -> Int
    ) throws {
        let status = sqlite3_create_collation_v2(
            handle, name, SQLITE_UTF8, Unmanaged.passRetained(CollationBox(compare)).toOpaque(),
            { data, oneCount, one, otherCount, other in
                guard let data else { return 0 }
                let box = Unmanaged<CollationBox>.fromOpaque(data).takeUnretainedValue()
                func text(_ start: UnsafeRawPointer?, _ count: Int32) -> String {
                    let bytes = UnsafeRawBufferPointer(
                        start: start, count: start == nil ? 0 : Int(count))
                    return String(decoding: bytes, as: UTF8.self)
                }
                return Int32(clamping: box.compare(text(one, oneCount), text(other, otherCount)))
            },
            { data in data.map { Unmanaged<CollationBox>.fromOpaque($0).release() } })
        // Other than for functions, SQLite leaves the box to us where this fails; a leak of a few
        // bytes at a failure that only misuse can cause.
        guard status == SQLITE_OK else { throw error(status, sql: nil) }
    }

    /// How long a statement waits for another connection's lock before it fails with `busy`.
    ///
    /// - Throws: ``DatabaseError``.
    package func setBusyTimeout(milliseconds: Int) throws {
        let status = sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
        guard status == SQLITE_OK else { throw error(status, sql: nil) }
    }

    private static func value(_ argument: OpaquePointer?) -> Value {
        switch sqlite3_value_type(argument) {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(argument))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(argument))
        case SQLITE_TEXT:
            let start = sqlite3_value_text(argument)
            let count = Int(sqlite3_value_bytes(argument))
            let bytes = UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
            return .text(String(decoding: bytes, as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(argument)
            let count = Int(sqlite3_value_bytes(argument))
            return .blob(
                Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)))
        default: return .null
        }
    }

    private static func setResult(_ value: Value, of context: OpaquePointer) {
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        switch value {
        case .null: sqlite3_result_null(context)
        case .integer(let integer): sqlite3_result_int64(context, integer)
        case .real(let real): sqlite3_result_double(context, real)
        case .text(var text):
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    // An empty text may have no address, which SQLite would take for NULL.
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

private final class FunctionBox {
    let body: Connection.Function
    init(_ body: @escaping Connection.Function) { self.body = body }
}

private final class CollationBox {
    let compare: (String, String) -> Int
    init(_ compare: @escaping (String, String) -> Int) { self.compare = compare }
}
