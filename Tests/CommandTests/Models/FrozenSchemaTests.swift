import Foundation
import TestSupport
import Testing

@Suite("zseed codegen of a frozen schema")
struct FrozenSchemaTests {
    @Test(
        "Has the version hashes of every real SwiftData store when it is read back",
        .enabled(if: FactsSource.isPresent, Corpus.absence), arguments: FactsSource.all)
    func readsBack(source: FactsSource) throws {
        let store = try Corpus.entry(source.storeName).store
        let folder = try TestFolder()
        let code = try Zseed.run(
            "codegen", store, "--for", "swiftdata", "--schema", "SchemaV3=3.1.4", "-o", "Code", "-q",
            in: folder.path)
        #expect(code.status == 0, "\(code.errors)")
        #expect(try files(in: folder.path + "/Code") == ["SchemaV3.swift"])
        let found = try Zseed.run("identify", store, "--among", "Code", in: folder.path)
        #expect(found.status == 0, "\(found.output)")
        #expect(found.output.hasPrefix("\(store): made with Code (SchemaV3)\n"), "\(found.output)")
        let made = try Zseed.run(
            "create", "Code", "--schema", "SchemaV3", "-o", "fixture.store", in: folder.path)
        #expect(made.status == 0, "\(made.errors)")
        let inspected = try Zseed.run("inspect", "fixture.store", in: folder.path)
        #expect(inspected.output.contains("3.1.4"), "\(inspected.output)")
        let verified = try Zseed.run("verify", "fixture.store", "--model", store, in: folder.path)
        #expect(verified.status == 0, "\(verified.output)")
    }

    @Test(
        "Needs a name, three numbers, and SwiftData",
        arguments: ["V1=1.0", "V1=", "=1.0.0", "a b=1.0.0", "V1=1.0.x", "V1=1.-1.0"])
    func mistakes(schema: String) throws {
        let folder = try TestFolder()
        let model = Corpus.packageRoot + "/data/GroceryDude.xcdatamodeld"
        let wrong = try Zseed.run(
            "codegen", model, "--for", "swiftdata", "--schema", schema, "-o", "Code", in: folder.path)
        #expect(wrong.status == 2, "\(wrong.errors)")
        let other = try Zseed.run(
            "codegen", model, "--schema", "V1=1.0.0", "-o", "Code", in: folder.path)
        #expect(other.status == 2, "\(other.errors)")
        #expect(try files(in: folder.path) == [])
    }
}
