import Foundation
import TestSupport
import Testing

@Suite("The documentation of the object layer")
struct CatalogueTests {
    @Test("Every symbol in the catalogue exists in the object layer")
    func symbols() throws {
        let folder = Corpus.packageRoot + "/Sources/Store/ObjectLayer"
        let page = try String(contentsOfFile: folder + "/ObjectLayer.docc/ObjectLayer.md", encoding: .utf8)
        let declared = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") }.flatMap { name in
                try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
                    .matches(
                        of: /(?m)^(?:public|open) (?:final )?(?:class|struct|enum|protocol|typealias) (\w+)/
                    ).map { String($0.output.1) }
            }
        let named = page.matches(of: /(?m)^- ``(\w+)``$/).map { String($0.output.1) }
        #expect(named.count >= 10)
        for name in named { #expect(declared.contains(name), "\(name)") }
    }
}
