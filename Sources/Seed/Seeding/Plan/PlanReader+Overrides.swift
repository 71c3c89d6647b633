import Inputs
import ObjectModel
import Yams

extension PlanReader {
    /// Returns the plan's metadata, changed as the command line requests.
    func overridden(_ metadata: [MetadataEntry]) -> [MetadataEntry] {
        var metadata = metadata
        for pair in overrides.metadata {
            let key = Located(pair.name, at: .init(path: "--metadata"))
            guard let value = commandLineValue(pair.text, at: key.location) else { continue }
            let entry = MetadataEntry(key: key, value: value)
            if let index = metadata.firstIndex(where: { $0.key.value == pair.name }) {
                metadata[index] = entry
            } else {
                metadata.append(entry)
            }
        }
        return metadata
    }

    /// Reads a number, a truth value or a text, like a plain scalar of YAML. Anything in quotes is a text.
    private func commandLineValue(
        _ text: String, at location: SeedIssue.Location
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

    /// Returns the plan's sources with the paths of the command line.
    func overridden(_ sources: [SourceDefinition]) -> [SourceDefinition] {
        var sources = sources
        for pair in overrides.sources {
            let location = SeedIssue.Location(path: "--source")
            guard let index = sources.firstIndex(where: { $0.name.value == pair.name }) else {
                let nearest = NearestName.of(pair.name, in: sources.map(\.name.value))
                report(
                    SeedIssue(.plan(.unknownName(pair.name, kind: .source, nearest: nearest)), at: location))
                continue
            }
            if pair.text == StandardInput.path, !type(of: sources[index].kind).isStream {
                report(
                    SeedIssue(
                        .plan(.wrongKind(expected: SourcePlan.noStream)),
                        at: location, value: pair.name))
                continue
            }
            sources[index].kind = sources[index].kind.reading(pair.text)
        }
        if !overrides.allowsCommands {
            for source in sources {
                guard let command = source.kind as? CommandKind else { continue }
                report(SeedIssue(.command(.notAllowed(command.words)), at: command.location))
            }
        }
        return sources
    }
}
