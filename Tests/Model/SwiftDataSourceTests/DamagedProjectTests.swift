import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

@Suite("Damaged Xcode projects")
struct DamagedProjectTests {
    private static func entities(_ folder: TestFolder) throws -> [String] {
        try ModelFile.read(path: folder.path + "/App.xcodeproj", choice: .current).model.entities.map(\.name)
    }

    private static let good = """
        // !$*UTF8*$!
        { objects = {
            P = {isa = PBXProject; targets = (T); mainGroup = G;};
            T = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";};
            G = {isa = PBXGroup; children = (G); sourceTree = "<group>";};
        }; rootObject = P; }
        """

    @Test(
        "A damaged project is refused with line and column",
        arguments: [
            ("targets = (T);", "targets = (T;", "3:40: `,` or `)` is missing here"),
            ("name = App;", "name = App", "4:44: `;` is missing after the value of `name`"),
            ("name = App;", "name App;", "4:38: `=` is missing after the key `name`"),
            ("name = App;", "name = ;", "4:40: a value is missing here"),
            ("name = App;", "isa = App;", "4:33: the key `isa` occurs twice in a dictionary"),
            ("name = App;", "", "4:9: a target has a `name`"),
            ("\"<group>\"", "\"<group>", "5:55: the text is never closed"),
            ("// !$*UTF8*$!", "/* !$*UTF8*$!", "1:1: the comment is never closed"),
            ("rootObject = P; }", "rootObject = P; ", "6:20: the dictionary is never closed with `}`"),
            ("rootObject = P; }", "rootObject = P; } x", "6:22: nothing more is expected here"),
            ("rootObject = P;", "rootObject = T;", "6:17: `rootObject` names no project"),
            ("targets = (T)", "targets = (T, U)", "3:42: there is no such target"),
            ("objects", "things", "2:1: a project has `objects`"),
            ("App;", "\"\\U12\";", "4:43: `\\U` needs the four digits of a character"),
        ])
    func damage(part: String, replacement: String, expected: String) throws {
        let folder = try TestFolder()
        try folder.write(
            Self.good.replacing(part, with: replacement, maxReplacements: 1),
            as: "App.xcodeproj/project.pbxproj")
        let failure = try #require(throws: ModelSourceFailure.self) { try Self.entities(folder) }
        let issue = try #require(failure.issues.first)
        guard case .damagedProject(let words) = issue.problem else { return #expect(Bool(false), "\(issue)") }
        #expect("\(issue.line ?? 0):\(issue.column ?? 0): \(words)" == expected)
        #expect(issue.path == folder.path + "/App.xcodeproj/project.pbxproj")
    }

    @Test("A project with cyclic or very deep groups is read completely")
    func hostile() throws {
        let folder = try TestFolder()
        try folder.write(Self.good, as: "App.xcodeproj/project.pbxproj")
        let failure = try #require(throws: ModelSourceFailure.self) { try Self.entities(folder) }
        #expect(failure.issues.map(\.problem) == [.noSources])
        let deep = String(repeating: "(", count: 100_000)
        try folder.write("{ a = \(deep)", as: "App.xcodeproj/project.pbxproj")
        let refused = try #require(throws: ModelSourceFailure.self) { try Self.entities(folder) }
        #expect(refused.issues.map(\.problem) == [.damagedProject("more than 64 nested values")])
    }
}
