import ObjectModel
import SQLite

/// A column of the store that contains one value of an expression: an attribute's value, or the key of an object.
struct LeafColumn {
    let sql: String
    let kind: EvaluatedValue.Kind
    /// The type of the attribute; nil for the key of an object.
    private let type: AttributeType?
    /// The entity of the object.
    private let entity: MappedEntity

    /// - Parameter columns: selects the column and joins its table.
    /// - Throws: ``NotCompilable`` for anything but paths of to-one relationships to a value in a row.
    init(_ expression: ResolvedExpression, in columns: inout ShownColumns) throws {
        guard case .path(.evaluatedObject, let path) = expression, !path.isToMany,
            let kind = path.kind
        else { throw NotCompilable() }
        self.kind = kind
        entity = path.destination
        switch path.end {
        case .object:
            type = nil
            let object = try columns.object(path, showsIDs: true)
            sql = columns.selected[columns.objects[object].key]
        case .attribute:
            let (column, type, allowsExternalStorage) = try columns.attribute(path)
            // The bytes may be in an external file.
            guard !allowsExternalStorage else { throw NotCompilable() }
            self.type = type
            sql = columns.selected[column]
        }
    }

    /// Whether reals need no conversion.
    var isReal: Bool { type == .double || type == .float }

    /// Returns a value of the column as expressions use it.
    func value(of stored: Value) -> EvaluatedValue {
        switch (stored, type) {
        case (.null, _): .null
        case (.integer(let key), nil): .object(ManagedObjectID(entity: entity, key: .permanent(key)))
        case (_, nil): .null
        case (.integer(let number), .integer16), (.integer(let number), .integer32),
            (.integer(let number), .integer64), (.integer(let number), .boolean):
            .integer(number)
        case (.real(let number), .double), (.real(let number), .float): .real(number)
        // Decimals in this range have no exponent.
        case (.real(let number), .decimal) where (1e-3..<1e15).contains(number.magnitude): .real(number)
        case (_, let type?):
            EvaluatedValue(ValueCoding.value(of: stored, type, allowsExternalStorage: false))
        }
    }

    /// Returns whether SQL compares an argument of a function with values of the column as predicates do: the value has
    /// the storage class of the type, and a predicate reads exactly the same value.
    func isComparable(_ call: FunctionCall, at index: Int) -> Bool {
        if let text = call.text(at: index) {
            return [.string, .uri].contains(type) && String(validating: text, as: UTF8.self) != nil
        }
        switch call.value(at: index) {
        case .null: return true
        case .integer(let number):
            switch type {
            case nil, .integer16, .integer32, .integer64, .boolean: return true
            case .double, .float, .decimal, .date: return Int64(exactly: Double(number)) == number
            default: return false
            }
        case .real(let number):
            switch type {
            case .double, .float, .date: return true
            case .decimal: return value(of: .real(number)) == .real(number)
            default: return false
            }
        case .blob(let bytes): return type == .uuid ? bytes.count == 16 : kind == .data
        case .text: return false
        }
    }
}
