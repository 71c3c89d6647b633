import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

@Suite
struct CorpusReadingTests {
    @Test("Every value of every object equals what plain SQL reads", arguments: Corpus.all)
    func values(_ entry: Corpus.Entry) throws {
        let coordinator = try PersistentStoreCoordinator(path: entry.store)
        let context = try ManagedObjectContext(coordinator)
        let plain = PlainSQL(
            connection: try StoreFile.openForReading(entry.store), layout: coordinator.layout)
        for entity in coordinator.layout.entities {
            var request = FetchRequest(entityName: entity.name)
            request.includesSubentities = false
            let objects = try context.fetch(request)
            let keys = try plain.connection.rows(
                "SELECT Z_PK FROM \(entity.table) WHERE Z_ENT = \(entity.number) ORDER BY Z_PK"
            ) { $0.integer(at: 0) }
            #expect(objects.map(\.objectID.primaryKey) == keys)
            for attribute in entity.attributes {
                let values = try plain.values(of: attribute.column, entity)
                for object in objects {
                    let found = try object.committedValues(forKeys: [attribute.path])
                    let stored = try #require(object.objectID.primaryKey.flatMap { values[$0] })
                    #expect(
                        found[attribute.path] == PlainSQL.expected(stored, attribute.attribute),
                        "\(object.objectID) \(attribute.path)")
                }
            }
            for toOne in entity.toOnes {
                let values = try plain.values(of: toOne.column, entity)
                for object in objects {
                    let target = try object.object(forKey: toOne.relationship.name)
                    let stored = try #require(object.objectID.primaryKey.flatMap { values[$0] })
                    #expect(target?.objectID.primaryKey.map { .integer($0) } ?? .null == stored)
                }
            }
        }
    }

    /// A canary: the rule that Core Data applies to a required to-many relationship.
    @Test(
        "Real stores have empty required to-manys, but none below its minimum count",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func emptyToManys() throws {
        var found: Set<String> = []
        for entry in Corpus.entries {
            let coordinator = try PersistentStoreCoordinator(path: entry.store)
            let plain = PlainSQL(
                connection: try StoreFile.openForReading(entry.store), layout: coordinator.layout)
            for entity in coordinator.layout.entities {
                for toMany in entity.toManys where !toMany.relationship.isOptional {
                    let members = try plain.members(of: toMany)
                    let keys = try plain.connection.rows(
                        "SELECT Z_PK FROM \(entity.table) WHERE Z_ENT = \(entity.number)"
                    ) { $0.integer(at: 0) }
                    let least = toMany.relationship.minCount
                    for key in keys {
                        let count = members[key]?.count ?? 0
                        if count == 0, least == 0 { found.insert(entry.name) }
                        #expect(count >= least, "\(entry.name) \(entity.name).\(toMany.relationship.name)")
                    }
                }
            }
        }
        #expect(found.isSuperset(of: ["cheftime-mock-swiftdata", "cocktails-swiftdata", "photos-sequoia"]))
    }

    @Test("Every to-many relationship equals what plain SQL reads", arguments: Corpus.all)
    func relationships(_ entry: Corpus.Entry) throws {
        let coordinator = try PersistentStoreCoordinator(path: entry.store)
        let context = try ManagedObjectContext(coordinator)
        let plain = PlainSQL(
            connection: try StoreFile.openForReading(entry.store), layout: coordinator.layout)
        for entity in coordinator.layout.entities {
            let objects = try context.fetch(FetchRequest(entityName: entity.name))
            for toMany in entity.toManys {
                let members = try plain.members(of: toMany)
                try context.prefetch([toMany.relationship.name], of: objects)
                for object in objects {
                    let found = try object.objects(forKey: toMany.relationship.name)
                    let key = try #require(object.objectID.primaryKey)
                    #expect(
                        found.compactMap(\.objectID.primaryKey) == members[key] ?? [],
                        "\(object.objectID) \(toMany.relationship.name)")
                }
            }
        }
    }

    @Test(
        "The inverse of an inverse is the relationship itself", arguments: Corpus.all
    )
    func inverses(_ entry: Corpus.Entry) throws {
        let coordinator = try PersistentStoreCoordinator(path: entry.store)
        let context = try ManagedObjectContext(coordinator)
        for entity in coordinator.layout.entities {
            for object in try context.fetch(FetchRequest(entityName: entity.name)) {
                for toMany in entity.toManys {
                    guard let inverse = toMany.inverse else { continue }
                    let members = try object.objects(forKey: toMany.relationship.name)
                    try context.loadFaults(members)
                    // No inverse leads back from a deleted object (docs/internals/peculiarities.md).
                    for member in members where !member.isFault {
                        let back =
                            inverse.isToMany
                            ? try member.objects(forKey: inverse.name)
                            : [try member.object(forKey: inverse.name)].compactMap { $0 }
                        #expect(back.contains(object))
                    }
                }
            }
        }
    }

    @Test("The model's own fetch request templates run", arguments: Corpus.all)
    func templates(_ entry: Corpus.Entry) throws {
        let coordinator = try PersistentStoreCoordinator(path: entry.store)
        let context = try ManagedObjectContext(coordinator)
        for template in coordinator.managedObjectModel.fetchRequestTemplates {
            let names = template.predicate?.variableNames ?? []
            let variables = Dictionary(
                uniqueKeysWithValues: names.map { ($0, Expression.constant(.string("x"))) })
            let request = try coordinator.fetchRequestFromTemplate(
                named: template.name, substituting: variables)
            let all = try context.fetch(FetchRequest(entityName: template.entityName))
            #expect(try context.fetch(request).count <= all.count)
        }
    }

    @Test(
        "A store opens with its own model and refuses another one, naming the entities",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func otherModel() throws {
        let entry = try Corpus.entry("grocery-dude")
        let own = try ModelFile.read(path: entry.folder + "/Model.xcdatamodel").model
        _ = try PersistentStoreCoordinator(path: entry.store, managedObjectModel: own)
        let other = try ManagedObjectModel(
            entities: own.entities.filter { $0.name != "Unit" }.map { entity in
                EntityDescription(
                    name: entity.name, isAbstract: entity.isAbstract,
                    superentityName: entity.superentityName,
                    ownProperties: entity.ownProperties.filter { $0.relationship == nil })
            })
        #expect {
            try PersistentStoreCoordinator(path: entry.store, managedObjectModel: other)
        } throws: { error in
            guard case .otherModel(let entities)? = (error as? StoreError)?.problem else {
                return false
            }
            return entities.contains("Unit") && entities.contains("Item")
        }
    }
}
