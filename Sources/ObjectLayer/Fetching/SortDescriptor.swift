/// One key to sort by (`NSSortDescriptor`). Objects without a value come first where small values
/// do.
public struct SortDescriptor: Equatable, Sendable {
    /// The key path, such as `name`, `unit.name` or `items.@count`.
    public let key: String
    /// Whether small values come first.
    public let isAscending: Bool
    /// How texts are ordered.
    public let textOrder: TextOrder
    /// What the key stands for where it is the name of a column; nil for the key path itself.
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
