import CSQLite

/// The state of an aggregate function for one group of rows.
package protocol AggregateGroup: AnyObject {
    /// Adds the arguments of one row. An error fails the statement.
    func add(_ call: FunctionCall) throws
    /// Returns the function's value for the added rows. An error fails the statement.
    func result() throws -> Value
}

extension Connection {
    /// Registers an aggregate function for the SQL text of this connection.
    ///
    /// SQLite passes the rows of a group in any order. An error thrown by the group fails the statement, with the
    /// error's text as SQLite's message. The connection keeps `makeGroup` until it is closed or another function
    /// replaces this one. A replacement has the same name and argument count, and fails while a statement runs.
    ///
    /// See <https://www.sqlite.org/c3ref/create_function.html>.
    /// - Parameters:
    ///   - argumentCount: the number of arguments, at most 127.
    ///   - makeGroup: begins a group.
    /// - Throws: ``DatabaseError``.
    package func register(
        aggregate name: String, argumentCount: Int, _ makeGroup: @escaping () -> any AggregateGroup
    ) throws {
        let status = sqlite3_create_function_v2(
            handle, name, Int32(clamping: argumentCount), SQLITE_UTF8,
            Unmanaged.passRetained(AggregateBox(makeGroup)).toOpaque(), nil,
            { context, count, arguments in
                guard let context else { return }
                guard let group = AggregateBox.group(of: context) else {
                    return sqlite3_result_error_nomem(context)
                }
                do {
                    try group.add(
                        FunctionCall(
                            context: context, arguments: arguments, argumentCount: Int(count)))
                } catch {
                    Connection.fail(context, error)
                }
            },
            { context in
                guard let context, let group = AggregateBox.finishedGroup(of: context) else { return }
                do {
                    let call = FunctionCall(context: context, arguments: nil, argumentCount: 0)
                    call.setResult(try group.result())
                } catch {
                    Connection.fail(context, error)
                }
            },
            { data in data.map { Unmanaged<AggregateBox>.fromOpaque($0).release() } })
        guard status == SQLITE_OK else { throw error(status, sql: nil) }
    }
}

private final class AggregateBox {
    private let makeGroup: () -> any AggregateGroup

    init(_ makeGroup: @escaping () -> any AggregateGroup) { self.makeGroup = makeGroup }

    /// One group, retained by SQLite's aggregate context.
    private final class GroupBox {
        let group: any AggregateGroup
        init(_ group: any AggregateGroup) { self.group = group }
    }

    /// Returns the group of a call, which its first row creates. Returns nil if memory runs out.
    static func group(of context: OpaquePointer) -> (any AggregateGroup)? {
        guard let place = place(in: context, isMade: true) else { return nil }
        if let known = place.pointee {
            return Unmanaged<GroupBox>.fromOpaque(known).takeUnretainedValue().group
        }
        guard let data = sqlite3_user_data(context) else { return nil }
        let box = GroupBox(Unmanaged<AggregateBox>.fromOpaque(data).takeUnretainedValue().makeGroup())
        place.pointee = UnsafeRawPointer(Unmanaged.passRetained(box).toOpaque())
        return box.group
    }

    /// Returns the group for its final result, or a new group if there was no row.
    ///
    /// SQLite calls this once per group, even after an error.
    static func finishedGroup(of context: OpaquePointer) -> (any AggregateGroup)? {
        if let place = place(in: context, isMade: false), let known = place.pointee {
            place.pointee = nil
            return Unmanaged<GroupBox>.fromOpaque(known).takeRetainedValue().group
        }
        guard let data = sqlite3_user_data(context) else { return nil }
        return Unmanaged<AggregateBox>.fromOpaque(data).takeUnretainedValue().makeGroup()
    }

    private static func place(
        in context: OpaquePointer, isMade: Bool
    ) -> UnsafeMutablePointer<UnsafeRawPointer?>? {
        let size = isMade ? MemoryLayout<UnsafeRawPointer?>.size : 0
        return sqlite3_aggregate_context(context, Int32(size))?
            .assumingMemoryBound(to: UnsafeRawPointer?.self)
    }
}
