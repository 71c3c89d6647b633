import Inputs
import StoreFormat

/// Finds objects that `find` created although others have nearly the same name: `kg`, `kg ` and `KG`.
///
/// The keys are examined once, after all rows. This costs the rows nothing and takes 16 bytes for each key meanwhile.
/// If no object was created, it takes nothing.
struct NearDuplicates {
    /// The finders of all relationships and junction sources.
    let finders: [ObjectFinder]

    /// The limit of reported names for one relationship.
    static let reportLimit = 20

    /// The hash of a key's common form, and the number of the key.
    private struct Likeness {
        let hash: UInt64
        let number: UInt32
    }

    private struct Member {
        let text: String
        let object: KeyIndex.Object
    }

    /// Returns a warning for each object that is nearly the same as another.
    func warnings() -> [SeedIssue] {
        var seen: Set<KeyRegistry.Name> = []
        return finders.flatMap { finder -> [SeedIssue] in
            let target = finder.target
            guard finder.created > 0, seen.insert(target.indexName).inserted,
                target.parts.contains(where: { $0.type == .string })
            else { return [] }
            return warnings(of: target, in: finder.index)
        }
    }

    private func warnings(of target: ResolvedTarget, in index: KeyIndex) -> [SeedIssue] {
        let groups = groups(of: target, in: index)
        guard !groups.isEmpty else { return [] }
        var locations: [Int64: SeedIssue.Location] = [:]
        for finder in finders
        where finder.created > 0 && finder.target.destination.rootName == target.destination.rootName {
            finder.forEachCreated { locations[$0] = $1 }
        }
        var reported: [SeedIssue] = []
        var count = 0
        for group in groups {
            let members = group.sorted { $0.object.primaryKey < $1.object.primaryKey }
            guard let first = members.first else { continue }
            let firstLocation = locations[first.object.primaryKey]
            for member in members.dropFirst() {
                let known = locations[member.object.primaryKey]
                // Objects that only loads have written are not reported here.
                guard let location = known ?? firstLocation else { continue }
                count += 1
                guard count <= Self.reportLimit else { continue }
                reported.append(
                    SeedIssue(
                        .object(.nearDuplicate(of: first.text, at: known == nil ? nil : firstLocation)),
                        at: location, entity: target.destination.name,
                        property: target.parts.map(\.path).joined(separator: ", "),
                        value: member.text))
            }
        }
        if let last = reported.last, count > Self.reportLimit {
            reported.append(
                SeedIssue(
                    .object(.furtherNearDuplicates(count - Self.reportLimit)), at: last.location,
                    entity: last.entity, property: last.property))
        }
        return reported
    }

    /// Returns the groups of similar keys, in the order of their first keys.
    private func groups(of target: ResolvedTarget, in index: KeyIndex) -> [[Member]] {
        let isText = target.parts.map { $0.type == .string }
        var all: [Likeness] = []
        all.reserveCapacity(index.count)
        var number: UInt32 = 0
        // One buffer serves all keys, since there may be millions.
        var likeness: [UInt8] = []
        index.forEach { key, _ in
            likeness.removeAll(keepingCapacity: true)
            Self.append(key, isText, target.folding, to: &likeness)
            all.append(Likeness(hash: Self.hash(likeness), number: number))
            number += 1
        }
        all.sort { ($0.hash, $0.number) < ($1.hash, $1.number) }
        var alike: Set<UInt32> = []
        for next in all.indices.dropFirst() where all[next].hash == all[next - 1].hash {
            alike.formUnion([all[next - 1].number, all[next].number])
        }
        guard !alike.isEmpty else { return [] }
        var groups: [[UInt8]: [Member]] = [:]
        var order: [[UInt8]] = []
        number = 0
        index.forEach { key, object in
            defer { number += 1 }
            guard alike.contains(number) else { return }
            var likeness: [UInt8] = []
            Self.append(key, isText, target.folding, to: &likeness)
            if groups[likeness] == nil { order.append(likeness) }
            groups[likeness, default: []].append(Member(text: text(key, of: target), object: object))
        }
        return order.compactMap { groups[$0] }.filter { $0.count > 1 }
    }

    /// Appends the form of a key that it shares with similar keys.
    private static func append(
        _ key: UnsafeRawBufferPointer, _ isText: [Bool], _ folding: KeyFolding, to bytes: inout [UInt8]
    ) {
        if isText.count == 1, folding.isEmpty {
            return KeyLikeness.append(key, to: &bytes)
        }
        let values = KeyEncoder.values(of: key, count: isText.count, folding: folding)
        for (value, isText) in zip(values, isText) {
            bytes.append(value == nil ? 0 : 1)
            guard let value else { continue }
            if isText { KeyLikeness.append(value, to: &bytes) } else { bytes += value }
            bytes.append(0)
        }
    }

    private func text(_ key: UnsafeRawBufferPointer, of target: ResolvedTarget) -> String {
        let values = KeyEncoder.values(
            of: key, count: target.parts.count, folding: target.folding)
        return zip(values, target.parts).map { value, part in
            guard let value, part.type == .string else {
                return value == nil ? "" : "…"
            }
            return String(decoding: value, as: UTF8.self)
        }.joined(separator: ", ")
    }

    /// Returns the FNV-1a hash, which is the same in every run.
    private static func hash(_ bytes: [UInt8]) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }
}
