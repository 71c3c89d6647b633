extension Dictionary {
    /// The pairs; of those with one key the first.
    package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
        self.init(pairs, uniquingKeysWith: { first, _ in first })
    }
}
