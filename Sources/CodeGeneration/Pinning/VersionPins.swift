import Foundation
import ObjectModel

/// The versions of a model whose version hashes a test of an app's pins.
package struct VersionPins: Sendable {
    /// A version.
    package struct Version: Sendable {
        /// Its name: of a file, or of a versioned schema with the types that it is nested in.
        package let name: String
        /// The version hashes of its entities.
        package let hashes: VersionHashes

        /// Creates a version.
        package init(name: String, hashes: VersionHashes) {
            self.name = name
            self.hashes = hashes
        }
    }

    /// What became of a version since it was pinned.
    package enum Change: Equatable, Sendable {
        /// It has other version hashes.
        case edited(version: String, entities: [String])
        /// It is gone.
        case removed(version: String)
    }

    /// The versions, the oldest first.
    package let versions: [Version]
    /// The name of the present one.
    package let current: String
    /// Whether there can be several.
    package let areSeveral: Bool
    /// The way from the folder of the test to the model; nil for Swift source, which no app can read.
    package let modelPath: String?
    /// The module with the app's classes; nil where the test needs none.
    package let module: String?
    /// The migration plan of the app's source.
    package let migrationPlan: String?

    /// Puts together what is pinned.
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

    /// A line for each entity of each version.
    var lines: [String] {
        versions.flatMap { version in
            version.hashes.entityNames.map { entity in
                let hash = Data(version.hashes[entity] ?? []).base64EncodedString()
                let texts = [version.name, entity, hash].map(SwiftName.literal)
                return "(\(texts.joined(separator: ", "))),"
            }
        }
    }

    /// What was pinned by a file that is written anew, and is not as it was.
    package func changes(since text: String) -> [Change] {
        let before = Self.pins(in: text.split(separator: "\n").map(String.init))
        let now = Self.pins(in: lines)
        return before.compactMap { name, old in
            guard let new = now.first(where: { $0.version == name })?.hashes else {
                // One that only has another name is pinned on.
                return now.contains { $0.hashes == old } ? nil : .removed(version: name)
            }
            let entities = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
            return entities.isEmpty
                ? nil
                : .edited(version: name, entities: entities.sortedInBinaryOrder())
        }
    }

    /// The hashes by entity of each version. Within the quotes of a literal stands no other quote
    /// without a backslash.
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
