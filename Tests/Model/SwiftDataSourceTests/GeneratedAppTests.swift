import Foundation
import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

@Suite(
    "Generated SwiftData apps, checked by the oracle of the format notes",
    .enabled(if: FactsSource.isPresent, Corpus.absence))
struct GeneratedAppTests {
    /// Prints the version hashes of the apps whose facts come on standard input.
    private static let program = """
        import json, sys
        sys.path.insert(0, sys.argv[1])
        import hashes, swiftdata

        # What the oracle does not know yet, and hashes of Apple's show (docs/start/swiftdata.md#evidence): arrays of
        # plain values in structures.
        attribute = swiftdata.Schema.attribute
        def plain_arrays(schema, name, type, optional, scope, top=True):
            made = attribute(schema, name, type, optional, scope, top)
            if not top and type[:1] == '[' and type[1:-1] in swiftdata.SCALAR: made.atype = 1800
            return made
        swiftdata.Schema.attribute = plain_arrays

        result = []
        for facts in json.load(sys.stdin):
            model = swiftdata.Schema(facts).build()
            result.append({name: hashes.ent(entity).hex() for name, entity in model.ents.items()})
        json.dump(result, sys.stdout)
        """

    @Test("They have the oracle's version hashes, however they are written", arguments: [1, 2, 3, 4])
    func hashes(run: UInt64) throws {
        let apps = (0..<60).map { GeneratedApp(seed: run * 1000 + $0) }
        let input = try JSONEncoder().encode(apps.map(\.facts))
        let oracle = try TestSupport.run(
            "python3", ["-c", Self.program, Corpus.formatFolder], input: input)
        try #require(oracle.status == 0, "\(oracle.errors)")
        let expected = try JSONDecoder().decode(
            [[String: String]].self, from: Data(oracle.output.utf8))
        for (app, hashes) in zip(apps, expected) {
            let folder = try TestFolder()
            for (name, text) in app.files { try folder.write(text, as: "App/" + name) }
            let source = app.files.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n")
            do {
                // For pairs that the source leaves open, the oracle assumes no inverse.
                let file = try SwiftModelReader.read(
                    path: folder.path + "/App",
                    choice: ModelChoice(models: hashes.keys.sorted(), infersOpenInverses: false))
                let own = file.model.versionHashes
                #expect(own.entityNames.sorted() == hashes.keys.sorted(), "\(source)")
                for (entity, hash) in hashes {
                    #expect(own.hexadecimal(entity) == hash, "\(entity) of\n\(source)")
                }
            } catch {
                Issue.record("\(error)\n\(source)")
            }
        }
    }
}
