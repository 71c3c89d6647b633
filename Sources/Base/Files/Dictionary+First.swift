extension Dictionary {
    /// Creates a dictionary that keeps the first of several pairs with the same key.
    package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
        self.init(pairs, uniquingKeysWith: { first, _ in first })
    }
}
