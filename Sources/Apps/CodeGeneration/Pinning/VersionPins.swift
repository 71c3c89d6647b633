import Foundation
import ObjectModel

/// The versions of a model whose version hashes are pinned by a test of an app.
package struct VersionPins: Sendable {
    /// A version of the model with its version hashes.
    package struct Version: Sendable {
        /// The name: that of a file, or of a versioned schema with the types around it.
        package let name: String
        /// The version hashes of its entities.
        package let hashes: VersionHashes

        /// Creates a version.
        package init(name: String, hashes: VersionHashes) {
            self.name = name
            self.hashes = hashes
        }
    }

    /// The change of a version since it was pinned.
    package enum Change: Equatable, Sendable {
        /// Its version hashes differ.
        case edited(version: String, entities: [String])
        /// It no longer exists.
        case removed(version: String)
    }

    /// The versions, the oldest first.
    package let versions: [Version]
    /// The name of the current version.
    package let current: String
    /// Whether the model can have several versions.
    package let areSeveral: Bool
    /// The path from the test's folder to the model; nil for Swift source, which no app can read.
    package let modelPath: String?
    /// The module with the app's classes; nil if the test needs none.
    package let module: String?
    /// The name of the migration plan in the app's source.
    package let migrationPlan: String?

    /// Creates the pins of a model.
    package init(
        versions: [Version], current: String, areSeveral: Bool, modelPath: String? = nil,
        module: String? = nil, migrationPlan: String? = nil
    ) {
        self.versions = versions
        self.current = current
        self.areSeveral = areSeveral
        self.modelPath = modelPath
        self.module = module
        self.migrationPlan = migrationPlan
    }

    // MARK: Pins as lines

    /// The lines of the test: one for each entity of each version.
    var lines: [String] {
        versions.flatMap { version in
            version.hashes.entityNames.map { entity in
                let hash = Data(version.hashes[entity] ?? []).base64EncodedString()
                let texts = [version.name, entity, hash].map(SwiftName.literal)
                return "(\(texts.joined(separator: ", "))),"
            }
        }
    }

    /// Returns the versions that an earlier test pinned and that are different or missing now.
    package func changes(since text: String) -> [Change] {
        let before = Self.pins(in: text.split(separator: "\n").map(String.init))
        let now = Self.pins(in: lines)
        return before.compactMap { name, old in
            guard let new = now.first(where: { $0.version == name })?.hashes else {
                // A version that was only renamed is still pinned.
                return now.contains { $0.hashes == old } ? nil : .removed(version: name)
            }
            let entities = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
            return entities.isEmpty
                ? nil
                : .edited(version: name, entities: entities.sortedInBinaryOrder())
        }
    }

    /// Returns the hashes of each version, by entity. Within a literal, every quote has a backslash before it.
    private static func pins(
        in lines: [String]
    ) -> [(version: String, hashes: [String: String])] {
        var found: [(version: String, hashes: [String: String])] = []
        for line in lines {
            let trimmed = line.drop { $0 == " " }
            guard trimmed.hasPrefix("(\""), trimmed.hasSuffix("\"),") else { continue }
            let texts = String(trimmed.dropFirst(2).dropLast(3)).components(separatedBy: "\", \"")
            guard texts.count == 3 else { continue }
            if let index = found.firstIndex(where: { $0.version == texts[0] }) {
                found[index].hashes[texts[1]] = texts[2]
            } else {
                found.append((texts[0], [texts[1]: texts[2]]))
            }
        }
        return found
    }
}
