import Comparing
import Foundation
import MergeRules
import Merging
import ObjectLayer
import ObjectModel
import Testing

extension MergeWorlds {
    /// The way in which a new edition is merged: from both editions, from a file, or from a file in an app.
    enum Way: CaseIterable {
        case stores, file, app
    }

    /// Creates an old edition by steps, then from it a new edition and a user's store by steps, and merges these.
    ///
    /// - Parameter way: the way in which the new edition is merged.
    /// - Returns: the merged store, and each conflict as kind, mark or key, and property.
    func merged(
        base: String, new: String, user: String, _ choice: MergeChoice = .init(), by way: Way = .stores
    ) throws -> (world: World, conflicts: [String]) {
        try copy("template.sqlite", as: "base.sqlite")
        try take(base, in: "base.sqlite")
        try note("base.sqlite")
        for (store, steps) in [("new.sqlite", new), ("user.sqlite", user)] {
            try copy("base.sqlite", as: store)
            try take(steps, in: store)
        }
        let conflicts: [(kind: String, entity: String, primaryKey: Int64, property: String?)]
        let changes = path + "/changes.json"
        if way != .stores {
            try ChangesExport(old: opened("base.sqlite"), new: opened("new.sqlite")).write(to: changes)
        }
        func parts(
            _ report: MergeReport
        ) -> [(kind: String, entity: String, primaryKey: Int64, property: String?)] {
            report.conflicts.map { ("\($0.kind)", $0.entity, $0.primaryKey, $0.property) }
        }
        switch way {
        case .stores: conflicts = parts(try merge(choice))
        case .file:
            let finished = try StoreMerge(store: opened("user.sqlite"), changes: [changes], choice: choice)
                .merge(to: path + "/merged.sqlite")
            try finished.store.place()
            conflicts = parts(finished.report)
        case .app:
            try copy("user.sqlite", as: "merged.sqlite")
            let context = try ManagedObjectContext(
                PersistentStoreCoordinator(path: path + "/merged.sqlite", access: .readWrite))
            conflicts = try SeedMerge.merge(changes: URL(fileURLWithPath: changes), into: context)
                .map { ("\($0.kind)", $0.entity, $0.primaryKey, $0.property) }
            try context.save()
        }
        let world = try world("merged.sqlite")
        let marks = Dictionary(
            world.objects.map { ("\($0.value.entity) \($0.value.primaryKey)", $0.key) },
            uniquingKeysWith: { first, _ in first })
        return (
            world,
            conflicts.map { conflict in
                let object = "\(conflict.entity) \(conflict.primaryKey)"
                return [conflict.kind, marks[object] ?? object, conflict.property].compactMap(\.self)
                    .joined(separator: " ")
            }.sorted()
        )
    }

    /// Edits a store by steps, separated by `;`. `Item a` inserts an object with that mark, and `-a` deletes it.
    /// `a.name = 'x'` sets a value, `a.tags = t u` sets objects, and `nil` removes them.
    private func take(_ steps: String, in store: String) throws {
        try edit(store) { context in
            var objects: [String: ManagedObject] = [:]
            for entity in ["Entry", "Folder", "Item", "Label", "Tag"] {
                for object in try context.fetch(FetchRequest(entityName: entity)) {
                    objects[try #require(try object.value(forKey: "mark", as: String.self))] = object
                }
            }
            func object(_ mark: Substring) throws -> ManagedObject {
                try #require(objects[String(mark)], "\(mark)")
            }
            for step in steps.split(separator: ";") {
                let words = step.split(separator: " ")
                let key = words[0].split(separator: ".")
                if words[0].hasPrefix("-") {
                    try context.delete(try object(words[0].dropFirst()))
                } else if key.count == 1 {
                    let inserted = try context.insertNewObject(forEntityName: String(words[0]))
                    try inserted.setValue(String(words[1]), forKey: "mark")
                    objects[String(words[1])] = inserted
                } else {
                    let (owner, name) = (try object(key[0]), String(key[1]))
                    let marks = words.dropFirst(2).filter { $0 != "nil" }
                    if let text = marks.first, text.hasPrefix("'") {
                        try owner.setValue(String(text.dropFirst().dropLast()), forKey: name)
                    } else if owner.entity.relationship(named: name)?.isToMany == true {
                        try owner.setObjects(try marks.map(object), forKey: name)
                    } else {
                        try owner.setObject(try marks.first.map(object), forKey: name)
                    }
                }
            }
        }
    }
}

extension World {
    /// Returns the mark of a destination, or the marks of members. For example, `f.items` is `Folder.items` of the
    /// folder with the mark `f`.
    func marks(_ path: String) -> String {
        let key = path.split(separator: ".").map(String.init)
        let object = objects[key[0]]
        return object?.members[key[1]]?.joined(separator: " ") ?? object?.destinations[key[1]] ?? "nil"
    }
}
