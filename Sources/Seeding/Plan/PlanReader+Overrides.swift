import ObjectModel
import Yams

extension PlanReader {
    /// The plan's metadata with what the command line says.
    func overridden(_ metadata: [MetadataEntry]) -> [MetadataEntry] {
        var metadata = metadata
        for pair in overrides.metadata {
            let key = Located(pair.name, at: .init(path: "--metadata"))
            guard let value = commandLineValue(pair.text, at: key.location) else { continue }
            let entry = MetadataEntry(key: key, value: value)
            if let place = metadata.firstIndex(where: { $0.key.value == pair.name }) {
                metadata[place] = entry
            } else {
                metadata.append(entry)
            }
        }
        return metadata
    }

    /// A number, a truth value or a text, as YAML takes a plain scalar; in quotes a text.
    private func commandLineValue(
        _ text: String, at place: SeedIssue.Location
    ) -> PropertyList? {
        if let quote = text.first, quote == "\"" || quote == "'", text.last == quote,
            text.count >= 2
        {
            return .string(String(text.dropFirst().dropLast()))
        }
        let scalar = Node.Scalar(text, Tag(.implicit), .plain)
        if MappingReader.scalar(scalar) == .null { return .string(text) }
        return metadataValue(.scalar(scalar))
    }

    /// The plan's sources with the paths that the command line says.
    func overridden(_ sources: [SourceDefinition]) -> [SourceDefinition] {
        var sources = sources
        for pair in overrides.sources {
            let place = SeedIssue.Location(path: "--source")
            guard let index = sources.firstIndex(where: { $0.name.value == pair.name }) else {
                let nearest = NearestName.of(pair.name, in: sources.map(\.name.value))
                report(
                    SeedIssue(.plan(.unknownName(pair.name, kind: .source, nearest: nearest)), at: place))
                continue
            }
            if pair.text == StandardInput.path, !sources[index].kind.isStream {
                report(
                    SeedIssue(
                        .plan(.wrongKind(expected: "a file: SQLite cannot read from standard input")),
                        at: place, value: pair.name))
                continue
            }
            sources[index].kind = sources[index].kind.reading(pair.text)
        }
        return sources
    }
}

extension SourceDefinition.Kind {
    /// Whether it can come through standard input.
    fileprivate var isStream: Bool {
        switch self {
        case .sqlite, .store: false
        case .csv, .xml, .json, .ndjson, .propertyList: true
        }
    }

    /// The same from another file.
    fileprivate func reading(_ path: String) -> SourceDefinition.Kind {
        switch self {
        case .csv(_, let options): .csv(paths: [path], options: options)
        case .sqlite(_, let selection): .sqlite(path: path, selection: selection)
        case .xml(_, let options): .xml(path: path, options: options)
        case .json(_, let options): .json(path: path, options: options)
        case .ndjson(_, let options): .ndjson(path: path, options: options)
        case .propertyList(_, let options): .propertyList(path: path, options: options)
        case .store(_, let entity, let model, let columns):
            .store(path: path, entity: entity, model: model, columns: columns)
        }
    }
}
