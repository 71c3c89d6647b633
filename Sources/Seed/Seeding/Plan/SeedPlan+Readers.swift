import Inputs
import ObjectModel

extension SeedPlan {
    /// Sets whether more than one load or junction reads a source that can be read only once.
    mutating func countReaders() {
        for index in sources.indices {
            guard var command = sources[index].kind as? CommandKind else { continue }
            let name = sources[index].name.value
            let count = loads.count { $0.source.value == name } + links.count { $0.from.value == name }
            command.hasSeveralReaders = count > 1
            sources[index].kind = command
        }
    }

    /// Gives generated sources the sources to which their columns refer.
    mutating func connectGenerators(reportingTo issues: IssueCollector) {
        let names = sources.map(\.name.value)
        for index in sources.indices {
            guard var generated = sources[index].kind as? GeneratedKind else { continue }
            for case .reference(let name, _) in generated.columns.map(\.content) {
                guard let source = sources.first(where: { $0.name.value == name.value }) else {
                    let nearest = NearestName.of(name.value, in: names)
                    issues.add(
                        SeedIssue(
                            .plan(.unknownName(name.value, kind: .source, nearest: nearest)),
                            at: name.location))
                    continue
                }
                // All rows of the source are read a second time.
                guard source.filter == nil, !(source.kind is CommandKind),
                    source.kind.path != StandardInput.path
                else {
                    let expected = "a source without `where:` that can be read twice"
                    issues.add(SeedIssue(.plan(.wrongKind(expected: expected)), at: name.location))
                    continue
                }
                generated.referenced[name.value] = source.kind
            }
            sources[index].kind = generated
        }
    }
}
