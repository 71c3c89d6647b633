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
        certainKeys = isCertain ? EditionKeys(of: opened.store.inspection) ?? EditionKeys() : nil
        let isOfLine = isCertain || opened.store.inspection.uuid.uppercased() == baseUUID
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
                hasPrimaryKeys: isOfLine && contradictions == 0 && note?.hasPrimaryKeys != false)
        }
        for (seed, entity, keys) in objects where !isOfLine && !seed.isNew && keys.isEmpty {
            report.unsought[entity, default: 0] += 1
        }
        return report
    }
}
