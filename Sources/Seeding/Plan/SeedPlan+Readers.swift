extension SeedPlan {
    /// Tells sources that can be read once whether more than one load or junction reads them.
    mutating func countReaders() {
        for index in sources.indices {
            guard var command = sources[index].kind as? CommandKind else { continue }
            let name = sources[index].name.value
            let count = loads.count { $0.source.value == name } + links.count { $0.from.value == name }
            command.hasSeveralReaders = count > 1
            sources[index].kind = command
        }
    }
}
