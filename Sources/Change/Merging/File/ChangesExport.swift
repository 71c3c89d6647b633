import Comparing
import Files
import Foundation
import MergeRules
import ObjectLayer
import ObjectModel
import StoreFormat

/// Writes the changes of a new edition of a seed to a file, for apps and for merges (docs/guides/merging.md).
package struct ChangesExport: Sendable {
    private let old: ComparedStore
    private let new: ComparedStore
    private let choice: ComparisonChoice

    /// Creates an export of the changes between two editions.
    package init(old: ComparedStore, new: ComparedStore, choice: ComparisonChoice = .init()) {
        self.old = old
        self.new = new
        self.choice = choice
    }

    /// Writes the changes. The file appears whole or not at all. The same editions give the same bytes.
    ///
    /// - Returns: the number of objects of each entity that were matched only by likeness.
    /// - Throws: ``MergeError``, `ComparisonError`, `StoreError`, `ManagedObjectError`, `DatabaseError`, `OutputError`,
    ///   `FileError`.
    @discardableResult
    package func write(to output: String, reporting: () throws -> Void = {}) throws -> [String: Int] {
        if try FileIdentity.isSame(old.path, new.path) {
            throw MergeError(.sameFile(old.path), path: new.path)
        }
        let former = try old.open()
        guard former.modelOrigin != .inferred else { throw StoreError(.noModel, path: old.path) }
        let edition = try EditionReader.open(new, like: former)
        let base = try EditionReader(path: old.path, store: former)
        let current = try EditionReader(path: new.path, store: edition)
        let source = try StoreChanges(base: base, new: current, choice: choice)
        let staged = try StagedOutput(.file, path: output)
        let writer = try ChangesWriter(base, current, source, choice, to: staged.temporaryPath)
        try writer.write()
        for reader in [base, current] { try reader.store.connection.checkUnchanged(shownAs: reader.path) }
        try staged.place(reporting: reporting)
        return source.likely
    }
}

/// Writes the changes one by one, followed by the objects that they name.
private final class ChangesWriter {
    private let base: EditionReader
    private let new: EditionReader
    private let source: StoreChanges
    private let choice: ComparisonChoice
    private let schema: SeedMerge.Schema
    private let file: FileWriter
    private var buffer: [UInt8] = []
    /// The sum of the written bytes.
    private var sum = SeedMerge.ChangesSum()
    private var numbers: [SeedObject: Int] = [:]
    private var objects: [SeedObject] = []
    /// The properties by which objects of an entity are found, cached on demand.
    private var keys: [String: [[String]]] = [:]
    /// The to-one relationships to the same family that the changes set, by family.
    private var newParents: [Int: Set<String>] = [:]

    init(
        _ base: EditionReader, _ new: EditionReader, _ source: StoreChanges, _ choice: ComparisonChoice,
        to path: String
    ) throws {
        self.base = base
        self.new = new
        self.source = source
        self.choice = choice.noting(base.store, new.store)
        schema = SeedMerge.Schema(new.store.layout)
        Folder.remove(path)
        file = try FileWriter(creating: path)
    }

    private func put(_ text: String) throws {
        buffer += Array(text.utf8)
        if buffer.count > 65_536 { try flush() }
    }

    private func flush() throws {
        buffer.withUnsafeBytes { sum.update($0) }
        try file.write(buffer)
        buffer = []
    }

    func write() throws {
        let hashes = try base.store.versionHashes
        let model = hashes.entities.sorted { $0.key.precedesInBinaryOrder($1.key) }.map { name, hash in
            "    \(ChangesText.quoted(name)): \"\(Data(hash).base64EncodedString())\""
        }
        try put(
            """
            {
              "format": "\(SeedMerge.ChangesDocument.format)",
              "version": \(SeedMerge.ChangesDocument.version),
              "base": "\(base.store.inspection.uuid.uppercased())",
              "editions": {"old": "\(EditionIdentity(of: base.store).text)", \
            "new": "\(EditionIdentity(of: new.store).text)", "model": "\(hashes.checksum)"},
              "model": {
            \(model.joined(separator: ",\n"))
              },
            """)
        for line in [notedKeys, try metadata].compactMap(\.self) { try put("\n  \(line),") }
        try put("\n  \"changes\": [")
        let changes = source.changes
        for start in stride(from: 0, to: changes.count, by: 1_000) {
            let batch = changes[start..<min(start + 1_000, changes.count)]
            try source.prepare(batch)
            for (index, change) in zip(batch.indices, batch) {
                try put((index == 0 ? "\n    " : ",\n    ") + line(change))
            }
        }
        try put(changes.isEmpty ? "],\n  \"objects\": [" : "\n  ],\n  \"objects\": [")
        // The keys of these objects may add more objects to the list.
        var start = 0
        while start < objects.count {
            let batch = start..<min(start + 1_000, objects.count)
            let faults = try objects[batch].map(object)
            for reader in [base, new] {
                try reader.context.loadFaults(faults.filter { $0.managedObjectContext === reader.context })
            }
            for index in batch {
                try put((index == 0 ? "\n    " : ",\n    ") + line(objects[index]))
            }
            start = batch.upperBound
        }
        let tail = try tail.map { ",\n  \($0)" }.joined()
        try put((objects.isEmpty ? "]" : "\n  ]") + tail)
        try flush()
        try put(sum.end)
        try flush()
        try file.finish()
    }

    /// The properties by which the new edition's plan identifies objects; nil for none.
    private var notedKeys: String? {
        let keys = EditionNote(of: new.store.inspection)?.keys ?? [:]
        let entries = keys.sorted { $0.key.precedesInBinaryOrder($1.key) }.map { name, properties in
            "\(ChangesText.quoted(name)): [\(properties.map(ChangesText.quoted).joined(separator: ", "))]"
        }
        return entries.isEmpty ? nil : "\"keys\": {\(entries.joined(separator: ", "))}"
    }

    /// The metadata entries that differ between the editions, as property lists in Base64; nil for none.
    private var metadata: String? {
        get throws {
            let (old, new) = (
                try AppMetadata.entries(of: base.store.inspection),
                try AppMetadata.entries(of: new.store.inspection)
            )
            guard old != new else { return nil }
            func text(
                _ entries: [String: WrittenPropertyList], without others: [String: WrittenPropertyList]
            ) throws -> String {
                let differing = entries.filter { others[$0.key] != $0.value }
                let list = try WrittenPropertyList(.dictionary([:])).setting(differing)
                return "\"\(Data(list?.binary ?? []).base64EncodedString())\""
            }
            return try
                "\"metadata\": {\"old\": \(text(old, without: new)), \"new\": \(text(new, without: old))}"
        }
    }

    private func number(_ object: SeedObject) -> Int {
        if let known = numbers[object] { return known }
        numbers[object] = objects.count
        objects.append(object)
        return objects.count - 1
    }

    private func line(_ change: SeedChange) throws -> String {
        let own = number(change.object)
        let properties = try source.properties(of: change).map { property in
            var parts = ["\"name\": \(ChangesText.quoted(property.name))"]
            for (key, value) in [("old", property.old), ("new", property.new)] {
                switch value {
                case .nothing: break
                case .value(let value):
                    guard let text = ChangesText.json(value) else { break }
                    parts.append("\"\(key)\": \(text)")
                case .object(let target):
                    if key == "new",
                        let toOne = schema.entity(change.entity)?.toOne(property.name),
                        schema.canFormCircles(toOne, of: change.entity)
                    {
                        newParents[change.object.family, default: []].insert(property.name)
                    }
                    parts.append("\"\(key)Object\": \(number(target))")
                case .objects(let members):
                    guard !members.isEmpty else { break }
                    let list = members.map { String(number($0)) }.joined(separator: ", ")
                    parts.append("\"\(key)Objects\": [\(list)]")
                case .missingFile(let file):
                    throw MergeError(
                        .missingFile(entity: change.entity, key: property.name, file: file),
                        path: key == "old" ? base.path : new.path)
                }
            }
            if let kept = property.kept {
                let runs = kept.rangeView.flatMap { [Int64($0.lowerBound), Int64($0.count)] }
                parts.append("\"keptKeys\": \(Self.list(runs))")
            }
            if property.isInverse { parts.append("\"isInverse\": true") }
            return "{\(parts.joined(separator: ", "))}"
        }
        return "{\"object\": \(own), \"kind\": \"\(change.kind.rawValue)\", "
            + "\"properties\": [\(properties.joined(separator: ", "))]}"
    }

    /// The lines after the objects: lists by the names of root entities. Empty lists are left out.
    private var tail: [String] {
        get throws {
            try [("primaryKeys", primaryKeys), ("movedKeys", movedKeys), ("circles", circles)]
                .filter { !$0.1.isEmpty }
                .map { name, entries in "\"\(name)\": {\(entries.joined(separator: ", "))}" }
        }
    }

    /// The old edition's primary keys, for each root entity of the named objects. They are written as pairs of a first
    /// key and the number of consecutive keys. A user's object that has one of them is not a new object of the edition.
    private var primaryKeys: [String] {
        get throws {
            let roots = Set(objects.map { schema.roots[$0.family] }).sortedInBinaryOrder()
            return try roots.map { root in
                var runs: [Int64] = []
                if let table = base.store.layout.entity(named: root)?.table,
                    base.store.inspection.table(named: table) != nil
                {
                    try base.store.connection.forEachRow(
                        "SELECT Z_PK FROM \(table.sqlIdentifier) ORDER BY Z_PK"
                    ) { row in
                        let key = row.integer(at: 0)
                        if let count = runs.last, runs[runs.count - 2] + count == key {
                            runs[runs.count - 1] = count + 1
                        } else {
                            runs += [key, 1]
                        }
                    }
                }
                return "\(ChangesText.quoted(root)): \(Self.list(runs))"
            }
        }
    }

    /// The objects of both editions whose primary keys differ.
    private var movedKeys: [String] {
        source.moved.runs.sorted { $0.key.precedesInBinaryOrder($1.key) }
            .map { root, runs in "\(ChangesText.quoted(root)): \(Self.list(runs))" }
    }

    /// Returns the numbers as a JSON array. The array's own description takes several times as long.
    private static func list(_ numbers: [Int64]) -> String {
        "[\(numbers.map(String.init).joined(separator: ", "))]"
    }

    /// The to-one relationships that form circles in the new edition.
    private var circles: [String] {
        get throws {
            try newParents.sorted { $0.key < $1.key }.compactMap { family, names in
                let names = try names.sortedInBinaryOrder().filter {
                    try source.hasCircles($0, family: family)
                }
                guard !names.isEmpty else { return nil }
                let list = names.map(ChangesText.quoted).joined(separator: ", ")
                return "\(ChangesText.quoted(schema.roots[family])): [\(list)]"
            }
        }
    }

    private func object(_ seed: SeedObject) throws -> ManagedObject {
        try (seed.isNew ? new : base).object(schema.roots[seed.family], seed.primaryKey)
    }

    /// Returns the line of an object, with the keys by which it is found.
    private func line(_ seed: SeedObject) throws -> String {
        let object = try object(seed)
        let name = object.objectID.entityName
        var parts = [
            "\"entity\": \(ChangesText.quoted(name))", "\"primaryKey\": \(seed.primaryKey)",
        ]
        if seed.isNew { parts.append("\"isNew\": true") }
        let keys = try identifyingKeys(of: name).compactMap { names -> String? in
            let values = try names.map { name in
                try part(of: object, name, seed.isNew).map { "\(ChangesText.quoted(name)): \($0)" }
            }
            return values.contains(nil) ? nil : "{\(values.compactMap(\.self).joined(separator: ", "))}"
        }
        if !keys.isEmpty { parts.append("\"keys\": [\(keys.joined(separator: ", "))]") }
        return "{\(parts.joined(separator: ", "))}"
    }

    /// Returns the value of an identifying property, or the number of its destination. Returns nil for no value.
    private func part(of object: ManagedObject, _ name: String, _ isNew: Bool) throws -> String? {
        if base.store.layout.entity(named: object.objectID.entityName)?.toOne(name) != nil {
            return try object.object(forKey: name).map {
                "{\"object\": \(number(source.seed($0.objectID, isNew)))}"
            }
        }
        guard case .value(let value) = try object.changedValue(name) else { return nil }
        return ChangesText.json(value)
    }

    /// Returns the properties by which objects of an entity are found.
    private func identifyingKeys(of name: String) -> [[String]] {
        if let known = keys[name] { return known }
        guard let entity = base.store.model.entity(named: name),
            let layout = base.store.layout.entity(named: name)
        else { return [] }
        let found = choice.identifying(entity, in: base.store.model).filter { names in
            names.allSatisfy { layout.attribute($0) != nil || layout.toOne($0) != nil }
        }
        keys[name] = found
        return found
    }
}
