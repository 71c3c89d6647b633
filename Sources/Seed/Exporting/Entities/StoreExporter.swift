import Files
import Inputs
import ObjectModel
import StoreFormat

/// Writes a store's objects for people: one CSV file per entity, one per many-to-many relationship, and the plan that
/// builds the store from them again.
///
/// Objects are named by a unique attribute if there is one, and otherwise by `Z_PK`. A build numbers them anew.
/// ``ExactExporter`` keeps every number instead.
package struct StoreExporter {
    private let reference: ReferenceStore
    private let modelPath: String?
    private let writesByteOrderMarks: Bool

    /// Prepares an export.
    ///
    /// - Parameters:
    ///   - modelPath: the model file that the store was opened with, for the plan.
    ///   - writesByteOrderMarks: whether each CSV file begins with the byte order mark of UTF-8.
    package init(
        _ reference: ReferenceStore, modelPath: String? = nil, writesByteOrderMarks: Bool = false
    ) {
        self.reference = reference
        self.modelPath = modelPath
        self.writesByteOrderMarks = writesByteOrderMarks
    }

    /// Writes the files and moves the folder into place.
    ///
    /// - Parameter reporting: called with the report before the folder is in place.
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    package func export(
        to path: String, reporting: (ExportReport) throws -> Void = { _ in }
    ) throws -> ExportReport {
        let folder = try StagedOutput(.folder, path: path)
        var report = ExportReport(path: folder.path)
        let keys = try NaturalKeys(reference)
        let concrete = reference.layout.entities.filter { entity in
            !entity.isAbstract && reference.inspection.table(named: entity.table) != nil
        }
        var names = FileNames(reserved: [PlanHeading.fileName])
        let entities = try concrete.map { entity in
            let base = names.name(
                for: entity.name,
                suffixes: [EntityExport.fileExtension, EntityExport.folderExtension])
            return try EntityExport(entity, base: base, keys: keys, reference: reference)
        }
        let links = try LinkExport.all(of: reference, keys: keys, names: &names)
        func writer(_ name: String) throws -> CSVWriter {
            let writer = try CSVWriter(path: folder.file(named: name))
            if writesByteOrderMarks { try writer.byteOrderMark() }
            return writer
        }
        for entity in entities {
            try entity.write(writer(entity.fileName), to: folder, report: &report)
        }
        for link in links { try link.write(writer(link.fileName), report: &report) }
        let rest = UnexplainedRows(reference)
        report.omissions += try rest.omissions(
            entities: concrete, joinTables: links.map(\.tableName))
        let mirrored = try rest.mirroringRows()
        if mirrored > 0 { report.omissions.append(.mirroring(rows: mirrored)) }
        try PlanHeading.write(
            try lines(
                concrete, entities, links, isMirrored: mirrored > 0, folder: folder,
                filesWithEmptyRows: Set(report.files.filter(\.hasEmptyRows).map(\.name))),
            to: folder)
        try folder.place { try reporting(report) }
        return report
    }

    private func lines(
        _ layouts: [EntityLayout], _ entities: [EntityExport], _ links: [LinkExport],
        isMirrored: Bool, folder: StagedOutput, filesWithEmptyRows: Set<String>
    ) throws -> [String] {
        var lines = try PlanHeading.lines(
            for: reference, modelPath: modelPath, folder: folder.path,
            summary: "One file per entity, to edit and build again.")
        lines.append("timeZone: UTC")
        if isMirrored {
            lines.append("allowCloudKit: true   # CloudKit's own records are left out")
        }
        lines += ["", "sources:"]
        let sources =
            zip(layouts, entities).map { ($0.name, $1.fileName) }
            + links.map { ($0.name, $0.fileName) }
        for (name, file) in sources {
            // An object without any value is a row of empty cells.
            let options = filesWithEmptyRows.contains(file) ? ", shape: { blankRows: keep }" : ""
            lines.append("  \(YAMLText.scalar(name)): { csv: \(YAMLText.scalar(file))\(options) }")
        }
        lines += ["", "entities:"]
        for entity in entities { lines += entity.plan(isInferred: reference.model.isInferred) }
        if !links.isEmpty { lines += ["", "links:"] + links.map(\.plan) }
        return lines
    }
}
