import Comparing
import ObjectModel
import StoreFormat

extension FileChanges {
    /// Merges the changes into a copy of the user's store.
    ///
    /// - Throws: ``MergeError``, and what a merge throws.
    func merge(into copy: PrivateCopy, _ choice: MergeChoice, _ holds: MergeHolds) throws -> MergeReport {
        let opened = try copy.open()
        let note = EditionNote(of: opened.store.inspection)
        let isCertain = note != nil && note?.identity == editions?.old && note?.hasPrimaryKeys == true
        let kept = EditionKeys(of: opened.store.inspection)
        let isOfLine =
            isCertain
            || opened.store.inspection.uuid.uppercased() == baseUUID && EditionKeys.hold(in: opened.store)
        certainKeys = isCertain ? kept ?? EditionKeys() : nil
        let (targets, contradictions) = try targets(in: opened, isOfLine: isOfLine, isCertain: isCertain)
        guard isOfLine || !targets.isEmpty || !objects.contains(where: { !$0.seed.isNew }) else {
            throw MergeError(.otherBase, path: path)
        }
        guard contradictions <= targets.count else {
            throw MergeError(
                .contradictingBase(contradictions: contradictions, matches: targets.count, isFile: true),
                path: path)
        }
        var report = try MergeRun.apply(self, to: opened, targets, choice, metadata, holds) {
            connection, merger in
            MergeRun.notes(
                of: opened.store, editions?.new, identifying,
                try editionKeys(opened.store, merger, connection),
                hasPrimaryKeys: isCertain
                    || isOfLine && contradictions == 0 && EditionNote.hasPrimaryKeys(opened.store.inspection)
                        && agree(targets, kept ?? EditionKeys())
            )
        }
        for (seed, entity, keys) in objects where !isOfLine && !seed.isNew && keys.isEmpty {
            report.unsought[entity, default: 0] += 1
        }
        return report
    }

    /// Whether each object of the old edition has the primary key that the store notes. Of what the file does not name it says
    /// nothing: so a store must have noted an edition once.
    private func agree(_ targets: [SeedObject: Int64], _ kept: EditionKeys) -> Bool {
        targets.allSatisfy { seed, key in
            seed.isNew || kept.key(families.names[seed.family], seed.primaryKey) == key
        }
    }
}
