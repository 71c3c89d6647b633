import Comparing
import Foundation
import MergeRules
import Merging
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing
import Verification

/// Stores of any model whose entities have an identifying `mark`, and the results of all ways of merging them.
final class ModelWorlds {
    let folder: TestFolder
    let model: ManagedObjectModel
    var path: String { folder.path }

    init(_ model: ManagedObjectModel) throws {
        folder = try TestFolder(inMemory: true)
        self.model = model
        try StoreCreator(model: model, hasHistory: true, uuid: "5EED0000-0000-4000-8000-00000000BA5E")
            .create(at: path + "/template.sqlite")
    }

    /// Creates a store from another one and changes it.
    func make(_ name: String, from other: String, _ body: (ManagedObjectContext) throws -> Void = { _ in })
        throws
    {
        // Includes the files of large values.
        for (file, copy) in [
            ("\(other).sqlite", "\(name).sqlite"), (".\(other)_SUPPORT", ".\(name)_SUPPORT"),
        ] {
            try? FileManager.default.removeItem(atPath: "\(path)/\(copy)")
            guard FileManager.default.fileExists(atPath: "\(path)/\(file)") else { continue }
            try FileManager.default.copyItem(atPath: "\(path)/\(file)", toPath: "\(path)/\(copy)")
        }
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(path: "\(path)/\(name).sqlite", access: .readWrite))
        try body(context)
        try context.save()
    }

    /// Records the edition of a store, as a build does, with the entries of the plan.
    func note(_ name: String, metadata: [String: PropertyList] = [:]) throws {
        let file = "\(path)/\(name).sqlite"
        let store = try OpenedStore(path: file)
        let note = EditionNote(
            identity: try EditionIdentity(of: store), model: store.model.versionHashes.checksum, keys: [:],
            roots: store.layout.roots)
        try StoreMetadata.set(
            metadata.merging([EditionNote.metadataKey: note.propertyList]) { $1 }
                .mapValues { WrittenPropertyList($0) },
            in: Connection(path: file, mode: .readWrite))
    }

    private func opened(_ name: String) -> ComparedStore {
        ComparedStore(path: "\(path)/\(name).sqlite", model: nil)
    }

    func writeChanges(
        _ base: String, _ new: String, _ choice: ComparisonChoice = .init(), as name: String = "changes"
    ) throws {
        try ChangesExport(old: opened(base), new: opened(new), choice: choice).write(
            to: "\(path)/\(name).json")
    }

    /// Simulates the launch of an app that merges all its files of changes. Returns the edition that its store records
    /// then.
    func launch(_ user: String, with files: [String]) throws -> String? {
        let store = "\(path)/\(user).sqlite"
        let context = try ManagedObjectContext(PersistentStoreCoordinator(path: store, access: .readWrite))
        _ = try SeedMerge.merge(
            changes: files.map { URL(fileURLWithPath: "\(path)/\($0).json") }, into: context)
        return EditionNote(of: try OpenedStore(path: store).inspection)?.identity.text
    }

    /// The result of a merge: the objects and the conflicts.
    struct Merged: Equatable {
        let objects: [String]
        let conflicts: [String]
    }

    /// Merges in all ways: from both editions, from the file of their changes, and from that file in an app. Each
    /// result passes verification.
    ///
    /// - Returns: the results in this order. The stores are named `direct`, `file` and `app`.
    func merge(
        base: String = "base", new: String = "new", user: String = "user",
        _ choice: ComparisonChoice = .init(), preferring side: MergeChoice.Preference = .user
    ) throws -> [Merged] {
        try writeChanges(base, new, choice)
        let changes = path + "/changes.json"
        let direct = try StoreMerge(
            store: opened(user), new: opened(new), base: opened(base),
            choice: .init(comparison: choice, preference: side)
        ).merge(to: path + "/direct.sqlite")
        let file = try StoreMerge(store: opened(user), changes: [changes], choice: .init(preference: side))
            .merge(to: path + "/file.sqlite")
        var reported: [[String]] = []
        for finished in [direct, file] {
            try finished.store.place()
            reported.append(Self.lines(finished.report))
        }
        try make("app", from: user) { context in
            reported.append(
                try SeedMerge.merge(
                    changes: URL(fileURLWithPath: changes), into: context,
                    preferring: side == .seed ? .seed : .user
                ).map { Self.line("\($0.kind)", $0.entity, $0.property, "\($0.kept)") })
        }
        return try zip(["direct", "file", "app"], reported).map { name, reported in
            let problems = try problems(name)
            #expect(problems == [], "\(name)")
            return Merged(objects: try objects(name), conflicts: reported.sorted())
        }
    }

    /// Merges without the old edition, to `added`.
    func add(_ choice: MergeChoice = .init()) throws -> MergeReport {
        let finished = try StoreMerge(store: opened("user"), new: opened("new"), choice: choice)
            .merge(to: path + "/added.sqlite")
        try finished.store.place()
        return finished.report
    }

    /// Returns the problems that strict verification finds in a store.
    func problems(_ name: String) throws -> [String] {
        try StoreVerifier().verify(path: "\(path)/\(name).sqlite").flatMap {
            $0.outcome.withWarningsAsErrors.examples.map(\.line)
        }
    }

    /// Returns the conflicts of a report as lines.
    static func lines(_ report: MergeReport) -> [String] {
        report.conflicts.map { line("\($0.kind)", $0.entity, $0.property, "\($0.kept)") }
    }

    /// Returns a conflict as a line. The property is left out for kinds in which each way of merging reports the first
    /// one that it finds.
    private static func line(_ kind: String, _ entity: String, _ property: String?, _ kept: String) -> String
    {
        let isWhole = ["changedByUser", "needsDeleted", "needsMissing"].contains(kind)
        return "\(kind) \(entity).\(isWhole ? "" : property ?? "") \(kept)"
    }

    /// Returns every object of a store as a line, with the marks of its destinations and members.
    func objects(_ name: String) throws -> [String] {
        let coordinator = try PersistentStoreCoordinator(path: "\(path)/\(name).sqlite")
        let context = try ManagedObjectContext(coordinator)
        var lines: [String] = []
        for entity in coordinator.layout.entities where entity.rootName == entity.name {
            for object in try context.fetch(FetchRequest(entityName: entity.name)) {
                lines.append(try line(object, coordinator.layout))
            }
        }
        return lines.sorted()
    }

    private func line(_ object: ManagedObject, _ layout: StoreLayout) throws -> String {
        func mark(_ object: ManagedObject) throws -> String {
            try object.value(forKey: "mark", as: String.self) ?? "-"
        }
        let entity = try #require(layout.entity(named: object.objectID.entityName))
        var words = [entity.name]
        for path in entity.valuePaths {
            if let value = try object.attributeValue(forKey: path) { words.append("\(path)=\(value.text)") }
        }
        for relationship in object.entity.relationships.sorted(by: { $0.name < $1.name }) {
            let marks =
                try relationship.isToMany
                ? object.objects(forKey: relationship.name).map(mark)
                : object.object(forKey: relationship.name).map { [try mark($0)] } ?? []
            if !marks.isEmpty {
                let list = relationship.isOrdered ? marks : marks.sorted()
                words.append("\(relationship.name)=\(list.joined(separator: ","))")
            }
        }
        return words.joined(separator: " ")
    }
}

extension PropertyValue {
    /// The value as a word.
    fileprivate var text: String {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let flag): "\(flag)"
        case .data(let bytes): String(decoding: bytes, as: UTF8.self)
        default: "\(self)"
        }
    }
}
