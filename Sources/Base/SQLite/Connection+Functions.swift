import CSQLite
import Files

extension Connection {
    /// A scalar function that computes a value from its arguments.
    package typealias Function = ([Value]) throws -> Value

    /// Registers a function for the SQL text of this connection.
    ///
    /// An error that `body` throws fails the statement, with the error's text as SQLite's message. The connection
    /// keeps `body` until it is closed.
    ///
    /// See <https://www.sqlite.org/c3ref/create_function.html>.
    /// - Parameters:
    ///   - argumentCount: the number of arguments, at most 127.
    ///   - isDeterministic: whether equal arguments always give equal results.
    /// - Throws: ``DatabaseError``.
    package func register(
        function name: String, argumentCount: Int, isDeterministic: Bool = true,
        _ body: @escaping Function
    ) throws {
        try register(
            directFunction: name, argumentCount: argumentCount, isDeterministic: isDeterministic
        ) { call in
            call.setResult(try body((0..<call.argumentCount).map { call.value(at: $0) }))
        }
    }

    /// Registers a function that reads its arguments in place and sets its own result.
    ///
    /// If it sets no result, the result is NULL.
    ///
    /// - Throws: ``DatabaseError``.
    package func register(
        directFunction name: String, argumentCount: Int, isDeterministic: Bool = true,
        _ body: @escaping (FunctionCall) throws -> Void
    ) throws {
        let flags = SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
        let status = sqlite3_create_function_v2(
            handle, name, Int32(clamping: argumentCount), flags,
            Unmanaged.passRetained(FunctionBox(body)).toOpaque(),
            { context, count, arguments in
                guard let context, let data = sqlite3_user_data(context) else { return }
                let box = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
                let call = FunctionCall(
                    context: context, arguments: arguments, argumentCount: Int(count))
                do {
                    try box.body(call)
                } catch {
                    Connection.fail(context, error)
                }
            }, nil, nil,
            { data in data.map { Unmanaged<FunctionBox>.fromOpaque($0).release() } })
        guard status == SQLITE_OK else { throw error(status, sql: nil) }
    }

    /// Fails the statement that calls a function. A machine failure keeps its result code.
    static func fail(_ context: OpaquePointer, _ error: any Error) {
        sqlite3_result_error(context, "\(error)", -1)
        if error is FileError || (error as? DatabaseError)?.isMachineFault == true {
            sqlite3_result_error_code(context, SQLITE_IOERR)
        }
    }

    /// Registers a text order for the SQL text of this connection, used as `COLLATE name`.
    ///
    /// See <https://www.sqlite.org/c3ref/create_collation.html>.
    /// - Parameter compare: returns a negative number if the first text sorts before the second, and 0 if they are
    ///   equal. It must be a total order of UTF-8 bytes, which are valid only during the call. The connection keeps
    ///   it until it is closed.
    /// - Throws: ``DatabaseError``.
    package func register(
        collation name: String,
        _ compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
    ) throws {
        let status = sqlite3_create_collation_v2(
            handle, name, SQLITE_UTF8, Unmanaged.passRetained(CollationBox(compare)).toOpaque(),
            { data, oneCount, one, otherCount, other in
                guard let data else { return 0 }
                let box = Unmanaged<CollationBox>.fromOpaque(data).takeUnretainedValue()
                func bytes(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeRawBufferPointer {
                    UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count))
                }
                return Int32(clamping: box.compare(bytes(one, oneCount), bytes(other, otherCount)))
            },
            { data in data.map { Unmanaged<CollationBox>.fromOpaque($0).release() } })
        // Unlike for functions, SQLite does not release the box if this call fails. The few bytes leak, because
        // only misuse can cause the failure.
        guard status == SQLITE_OK else { throw error(status, sql: nil) }
    }

    /// Registers unknown collations as the order of bytes, so that statements over columns with the collations of other
    /// programs run.
    ///
    /// See <https://www.sqlite.org/c3ref/collation_needed.html>.
    /// - Throws: ``DatabaseError``.
    package func acceptUnknownCollations() throws {
        let status = sqlite3_collation_needed(handle, nil) { _, handle, _, name in
            _ = sqlite3_create_collation_v2(
                handle, name, SQLITE_UTF8, nil,
                { _, oneCount, one, otherCount, other in
                    let count = Int(min(oneCount, otherCount))
                    guard count > 0, let one, let other else { return oneCount - otherCount }
                    let order = memcmp(one, other, count)
                    return order != 0 ? order : oneCount - otherCount
                }, nil)
        }
        guard status == SQLITE_OK else { throw error(status, sql: nil) }
    }

    /// Sets the time that a statement waits for another connection's lock before it fails with `busy`.
    ///
    /// - Throws: ``DatabaseError``.
    package func setBusyTimeout(milliseconds: Int) throws {
        let status = sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
        guard status == SQLITE_OK else { throw error(status, sql: nil) }
    }
}

private final class FunctionBox {
    let body: (FunctionCall) throws -> Void
    init(_ body: @escaping (FunctionCall) throws -> Void) { self.body = body }
}

private final class CollationBox {
    let compare: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
    init(_ compare: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int) {
        self.compare = compare
    }
}
