import Foundation
import ObjectModel
import StoreFormat
import TestSupport
import Testing

@testable import ObjectLayer

@Suite(.enabled(if: Corpus.isPresent && FormatLint.isPresent, Corpus.absence))
struct CorpusSavingTests {
    private static let stores = Corpus.realEnds.filter { entry in
        (try? entry.facts().model_cache) ?? false
    }

    private func copy(_ entry: Corpus.Entry) throws -> (TestFolder, String) {
        let folder = try TestFolder()
        let path = folder.path + "/store.sqlite"
        for suffix in ["", "-wal"]
        where FileManager.default.fileExists(atPath: entry.store + suffix) {
            try FileManager.default.copyItem(atPath: entry.store + suffix, toPath: path + suffix)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: path + suffix)
        }
        return (folder, path)
    }

    @Test("Changing objects of a real store leaves a valid store", arguments: stores)
    func updates(_ entry: Corpus.Entry) throws {
        let (folder, path) = try copy(entry)
        defer { withExtendedLifetime(folder) {} }
        let before = try FormatLint.problems(of: entry.store)
        let coordinator = try PersistentStoreCoordinator(path: path, access: .readWrite)
        var touched: [ManagedObjectID] = []
        do {
            let context = try ManagedObjectContext(coordinator)
            for entity in coordinator.layout.entities {
                var request = FetchRequest(entityName: entity.name)
                request.includesSubentities = false
                request.fetchLimit = 2
                let texts = entity.attributes.filter {
                    $0.attribute.type == .string && !$0.attribute.isDerived
                        && $0.attribute.validation.isEmpty
                }
                for object in try context.fetch(request) {
                    guard let text = texts.first else { continue }
                    let value = object.objectID.uriRepresentation
                    try object.setAttributeValue(.string(value), forKey: text.path)
                    if object.hasChanges { touched.append(object.objectID) }
                }
            }
            // Data in real stores may break rules that Core Data checks only when it saves.
            let wrong = try Set(
                context.updatedObjects.filter { try !$0.failuresForUpdate().isEmpty }
                    .map(\.objectID))
            for id in wrong { context.refresh(try context.object(with: id), mergeChanges: false) }
            touched.removeAll { wrong.contains($0) }
            try context.save()
        }
        #expect(try FormatLint.problems(of: path) == before)
        let context = try ManagedObjectContext(coordinator)
        for id in touched {
            let values = try context.existingObject(with: id).committedValues()
            #expect(values.values.contains(.attribute(.string(id.uriRepresentation))))
        }
    }

    @Test("Deleting objects of a real store leaves a valid store", arguments: stores)
    func deletions(_ entry: Corpus.Entry) throws {
        let (folder, path) = try copy(entry)
        defer { withExtendedLifetime(folder) {} }
        let before = try FormatLint.problems(of: entry.store)
        let coordinator = try PersistentStoreCoordinator(path: path, access: .readWrite)
        do {
            let context = try ManagedObjectContext(coordinator)
            // Relationships to the object without an inverse would then have a missing destination, as with Core Data.
            let oneWay = Set(
                coordinator.layout.entities.flatMap { entity in
                    entity.toOnes.filter { $0.inverse == nil }.compactMap {
                        coordinator.layout.entity(named: $0.destinationName)?.rootName
                    }
                })
            for entity in coordinator.layout.entities where !oneWay.contains(entity.rootName) {
                var request = FetchRequest(entityName: entity.name)
                request.includesSubentities = false
                request.fetchLimit = 3
                for object in try context.fetch(request) {
                    // An object that is required by a relationship, or protected by a delete rule, is kept.
                    let isFree =
                        try entity.toManys.allSatisfy {
                            $0.relationship.deleteRule != .noAction
                                && $0.relationship.deleteRule != .deny
                                || $0.relationship.isTransient
                        }
                        && entity.toOnes.allSatisfy {
                            try $0.relationship.deleteRule == .nullify
                                || object.object(forKey: $0.relationship.name) == nil
                        }
                    if isFree { try context.delete(object) }
                }
                do {
                    try context.save()
                } catch is ValidationError {
                    context.rollback()
                }
            }
        }
        // Earlier problems may disappear with the deleted objects, but there must be no new ones.
        let after = try Self.counts(FormatLint.problems(of: path))
        let known = Self.counts(before)
        for (problem, count) in after { #expect(count <= known[problem] ?? 0, "\(problem)") }
    }

    /// Returns the oracle's problems with the number of each: `E  join row end exists   6 bad, e.g. …`.
    private static func counts(_ problems: String) -> [String: Int] {
        var counts: [String: Int] = [:]
        for line in problems.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(where: { Int($0.filter { $0 != "," }) != nil })
            else { continue }
            counts[words[..<place].joined(separator: " ")] = Int(
                words[place].filter { $0 != "," })
        }
        return counts
    }
}
