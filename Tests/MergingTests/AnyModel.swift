import CodeGeneration
import Foundation
import ObjectLayer
import ObjectModel
import Testing

/// What `codegen` writes to apply changes, compiled once for all models: what the code knows of a model is a table,
/// which `AnySeedStore` is given with each merge.
enum AnyModel {
    /// The file of `AnySeedStore`: the part of `SeedStore.swift` that merges, without its table.
    static func file(of model: ManagedObjectModel) throws -> GeneratedFile {
        let (before, _, after) = try parts(of: model)
        let known = "fileprivate static let entities: [Swift.String: Entity] = entities(of: model)"
        try #require(before.contains(known))
        let code = (before + after).replacing(
            known, with: "@TaskLocal fileprivate static var entities: [Swift.String: Entity] = [:]")
        return GeneratedFile(
            name: "AnySeedStore.swift",
            text: """
                \(GeneratedFile.marker), without a model. Changes are lost at the next run.

                import Foundation
                import ObjectLayer
                import ObjectModel

                enum AnySeedStore {
                    /// Applies changes of a model with this table.
                    static func merge(
                        changes file: URL, into context: ManagedObjectContext, preferring side: Side = .user,
                        table: String
                    ) throws -> [Conflict] {
                        try Merge.$entities.withValue(Merge.entities(of: table)) {
                            try merge(changes: file, into: context, preferring: side)
                        }
                    }

                    /// Applies the changes of editions of a model with this table.
                    static func merge(
                        changes files: [URL], into context: ManagedObjectContext, table: String
                    ) throws -> [Conflict] {
                        try Merge.$entities.withValue(Merge.entities(of: table)) {
                            try merge(changes: files, into: context)
                        }
                    }
                }

                \(code.replacing("SeedStore", with: "AnySeedStore"))
                """)
    }

    /// What the code knows of a model.
    static func table(of model: ManagedObjectModel) throws -> String { try parts(of: model).table }

    /// The part that merges: what is before the table, the table, what is behind it.
    private static func parts(
        of model: ManagedObjectModel
    ) throws -> (before: String, table: String, after: String) {
        let files = try CodeGenerator(model: model, name: "Model", flavor: .objectLayer).files()
        let text = try #require(files.last?.text)
        let start = try #require(text.range(of: "// MARK: - A new edition"))
        let table = try #require(text.range(of: "    private static let model = \"\"\"\n"))
        let end = try #require(text.range(of: "        \"\"\"\n", range: table.upperBound..<text.endIndex))
        return (
            String(text[start.lowerBound..<table.lowerBound]),
            String(text[table.upperBound..<end.lowerBound]),
            String(text[end.upperBound...])
        )
    }
}
