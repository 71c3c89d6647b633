import TestSupport
import Testing

@testable import ObjectModel

@Suite("One model in several forms", .enabled(if: Corpus.isPresent, Corpus.absence))
struct FormEqualityTests {
    @Test("dump", arguments: Corpus.withSource.filter { (try? $0.facts().model_cache) == true })
    func dump(entry: Corpus.Entry) throws {
        let x = try ModelFile.read(path: try #require(entry.modelXML)).model
        let c = try ModelFile.read(path: entry.store).model
        if x == c { print("EQUAL", entry.name); return }
        if x.versionIdentifiers != c.versionIdentifiers { print("DIFF", entry.name, x.versionIdentifiers, c.versionIdentifiers) }
        if x.configurations != c.configurations { print("DIFF", entry.name, x.configurations, c.configurations) }
        if x.fetchRequestTemplates != c.fetchRequestTemplates { print("DIFF", entry.name, "templates") }
        for (a, b) in zip(x.entities, c.entities) where a != b {
            if a.managedObjectClassName != b.managedObjectClassName { print("DIFF", entry.name, a.name, a.managedObjectClassName ?? "-", b.managedObjectClassName ?? "-") }
            if a.renamingIdentifier != b.renamingIdentifier { print("DIFF", entry.name, a.name, a.renamingIdentifier ?? "-", b.renamingIdentifier ?? "-") }
            if a.userInfo != b.userInfo { print("DIFF", entry.name, a.name, a.userInfo, b.userInfo) }
            if a.compoundIndexes != b.compoundIndexes { print("DIFF", entry.name, a.name, a.compoundIndexes, b.compoundIndexes) }
            if a.uniquenessConstraints != b.uniquenessConstraints { print("DIFF", entry.name, a.name, a.uniquenessConstraints, b.uniquenessConstraints) }
            if a.fetchIndexes != b.fetchIndexes { print("DIFF", entry.name, a.name, "FI", a.fetchIndexes.map { "\($0.name):\($0.elements.map { $0.propertyName ?? "" })\($0.elements.map(\.isAscending))" }, "CACHE", b.fetchIndexes.map { "\($0.name):\($0.elements.map { $0.propertyName ?? "" })\($0.elements.map(\.isAscending))" }) }
            for (p, q) in zip(a.ownProperties, b.ownProperties) where p != q {
                print("DIFF", entry.name, a.name, p.name)
                print("   X", "\(p)".replacing("ObjectModel.", with: ""))
                print("   C", "\(q)".replacing("ObjectModel.", with: ""))
            }
            if a.ownProperties.count != b.ownProperties.count { print("DIFF", entry.name, a.name, "count") }
        }
    }
}
