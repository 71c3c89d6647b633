/// One key to sort by (`NSSortDescriptor`). Objects without a value are first in ascending order and last in descending
/// order.
public struct SortDescriptor: Equatable, Sendable {
    /// The key path, such as `name`, `unit.name` or `items.@count`.
    public let key: String
    /// Whether the order is ascending.
    public let isAscending: Bool
    /// The way texts are compared.
    public let textOrder: TextOrder
    /// The column's expression if the key is the name of a column; nil if the key is a key path.
    var expression: Expression?

    /// Creates a sort descriptor.
    public init(key: String, ascending: Bool = true, textOrder: TextOrder = .binary) {
        self.key = key
        isAscending = ascending
        self.textOrder = textOrder
    }

    /// Creates a sort descriptor that compares by a method, such as `caseInsensitiveCompare:`.
    ///
    /// - Throws: ``FetchRequestError/unknownSortSelector(_:)``.
    public init(key: String, ascending: Bool = true, selector: String) throws {
        guard let order = TextOrder(selector: selector) else {
            throw FetchRequestError.unknownSortSelector(selector)
        }
        self.init(key: key, ascending: ascending, textOrder: order)
    }
}
