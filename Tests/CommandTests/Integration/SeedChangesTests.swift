import Foundation
import TestSupport
import Testing

/// The code that applies changes with Core Data. Here only its Swift syntax and types can be checked.
@Suite(
    "The code of a merge for Core Data",
    .enabled(if: (try? run("swiftc", ["--version"]).status) == 0, "needs swiftc"))
struct SeedChangesTests {
    #if !canImport(CoreData)
        @Test("Its Swift is right, by stubs of Core Data")
        func typechecks() throws {
            let shop = try Shop()
            let written = try Zseed.run(
                "codegen", "reference.sqlite", "--for", "coredata", "-o", "Code", in: shop.path)
            #expect(written.status == 0, "\(written.errors)")
            let code = String(decoding: try bytes(of: shop.path + "/Code/SeedStore.swift"), as: UTF8.self)
            let mark = try #require(code.range(of: "// MARK: - A new edition"))
            try shop.folder.write(
                "import CoreData\nimport Foundation\npublic enum SeedStore {}\n" + code[mark.lowerBound...],
                as: "Merge.swift")
            let stubs = Corpus.packageRoot + "/Tests/CoreData/Stubs/CoreData.swift"
            for arguments in [
                [
                    "-parse-as-library", "-emit-module", "-module-name", "CoreData", "-o",
                    "CoreData.swiftmodule", stubs,
                ],
                ["-swift-version", "6", "-typecheck", "-parse-as-library", "-I", ".", "Merge.swift"],
            ] {
                let result = try run("swiftc", arguments, in: shop.path)
                #expect(result.status == 0, "\(result.errors)")
            }
        }
    #endif
}
