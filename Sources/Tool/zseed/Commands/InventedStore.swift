import Files
import ObjectModel
import Seeding
import StoreFormat
import SwiftDataSource
import Verification

/// A store of a model with invented objects of each entity.
struct InventedStore {
    let file: ModelFile
    /// The model file, Swift source or store.
    let path: String
    let choice: ModelChoice
    let rows: Int

    /// Builds the store, verifies it and puts it in place. Properties without invented values are reported.
    ///
    /// - Throws: ``Failure`` with what failed, `SeedFailure`, `FileError`.
    func write(to output: String) throws {
        let invented = InventedPlan(of: file, rows: rows)
        for omission in invented.omissions {
            Diagnostics.emit(
                "\(omission) has no invented value: it is left out", about: path, .warning, reason: "remark")
        }
        let folder = try TemporaryFolder(files: ["plan.yml"], for: path)
        let plan = FilePath(folder.path).appending("plan.yml")
        var choice = choice
        if file.origin.kind != .swift { choice = .current }
        let reference = file.origin.kind == .swift ? path : file.origin.path
        let text = try invented.text(
            reference: FilePath(reference).absolute.text, choice: choice,
            output: FilePath(output).absolute.text,
            folder: plan.folder)
        let writer = try FileWriter(creating: plan.text)
        try writer.write(Array(text.utf8))
        try writer.finish()
        let builder = try SeedBuilder(plan: PlanReader.read(path: plan.text), output: output)
        let finished = try builder.build()
        let results = try StoreVerifier().verify(
            path: finished.temporaryPath, sourceValues: finished.sourceValues)
        _ = try ResultCheck(path: output, former: "the reference").passed(results) { [] }
        _ = try finished.place(isVerified: true, keepsSame: false) { _ in }
    }
}
