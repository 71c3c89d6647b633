import Files
import Foundation
import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

/// The limits of the paths in projects, and the reading of each file only once.
@Suite("The reach of a project")
struct ProjectReachTests {
    private static func read(_ folder: TestFolder, _ path: String = "App.xcodeproj") throws -> ModelFile {
        try ModelFile.read(path: folder.path + "/" + path, choice: .current)
    }

    private static func entities(_ file: ModelFile) -> [String] { file.model.entities.map(\.name).sorted() }

    private static func warnings(_ file: ModelFile) -> [ModelSourceIssue] {
        file.modelIssues.filter { $0.severity == .warning }
    }

    private static func model(_ name: String, in folder: TestFolder, as path: String) throws {
        try folder.write("import SwiftData\n@Model public class \(name) { var x: Int }\n", as: path)
    }

    /// Writes an app that uses the product of a package in `Pkg`.
    private static func app(
        dependencies: String, in folder: TestFolder, references: String = "LP"
    ) throws {
        var project = XcodeProjectText()
        project.addGroup("G", "F1")
        project.addFile("F1", "One.swift")
        project.add("LP", "isa = XCLocalSwiftPackageReference; relativePath = Pkg; ")
        project.add("LQ", "isa = XCLocalSwiftPackageReference; relativePath = \"Pkg/../Pkg\"; ")
        project.add("PP", "isa = XCSwiftPackageProductDependency; productName = Pkg; ")
        project.attributes = "packageReferences = (\(references)); "
        project.addTarget("App", files: ["F1"], "packageProductDependencies = (PP); ")
        try project.write(into: folder, models: ["One.swift"])
        try folder.write(
            """
            import PackageDescription
            let package = Package(
                name: "Pkg", products: [.library(name: "Pkg", targets: ["Pkg"])],
                dependencies: [\(dependencies)],
                targets: [.target(name: "Pkg", dependencies: ["Pkg", .product(name: "Other", package: "Other")])])
            """, as: "Pkg/Package.swift")
        try model("InPkg", in: folder, as: "Pkg/Sources/Pkg/InPkg.swift")
    }

    @Test(
        "A local package that depends on itself is read once, with one warning", .timeLimit(.minutes(1)),
        arguments: [
            #".package(path: "../Pkg")"#,
            #".package(path: "../Pkg"), .package(path: "."), .package(path: "../link")"#,
        ])
    func selfDependency(dependencies: String) throws {
        let folder = try TestFolder()
        try Self.app(dependencies: dependencies, in: folder, references: "LP, LQ, LP")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/link", withDestinationPath: "Pkg")
        let file = try Self.read(folder)
        #expect(Self.entities(file) == ["InPkg", "One"])
        #expect(Self.warnings(file).map(\.problem) == [.selfDependency])
        #expect(Self.warnings(file).map(\.path) == [folder.path + "/Pkg/Package.swift"])
    }

    @Test("Packages that depend on each other are read once each", .timeLimit(.minutes(1)))
    func circle() throws {
        let folder = try TestFolder()
        try Self.app(dependencies: #".package(path: "../Other"), .package(path: "../Gone")"#, in: folder)
        try folder.write(
            """
            import PackageDescription
            let package = Package(
                name: "Other", products: [.library(name: "Other", targets: ["Other"])],
                dependencies: [.package(path: "../Pkg"), .package(path: "../Gone")],
                targets: [.target(name: "Other", dependencies: [.product(name: "Pkg", package: "Pkg")])])
            """, as: "Other/Package.swift")
        try Self.model("InOther", in: folder, as: "Other/Sources/Other/InOther.swift")
        let file = try Self.read(folder)
        #expect(Self.entities(file) == ["InOther", "InPkg", "One"])
        #expect(Self.warnings(file).map(\.problem) == [.missingReference])
        #expect(Self.warnings(file).map(\.path) == [folder.path + "/Gone"])
    }

    @Test(
        "A target that is listed 10,000 times counts once, in projects and packages", .timeLimit(.minutes(1)))
    func repetitions() throws {
        let folder = try TestFolder()
        let count = 10_000
        var project = XcodeProjectText()
        project.addGroup("G", "F1, F2")
        project.addFile("F1", "One.swift")
        project.addFile("F2", "Two.swift")
        let many = Array(repeating: "DK", count: count).joined(separator: ", ")
        project.addTarget("App", files: ["F1"], "dependencies = (\(many)); ")
        project.addTarget("Kit", kind: "framework", files: ["F2"])
        project.add("DK", "isa = PBXTargetDependency; target = TKit; ")
        try project.write(into: folder, models: ["One.swift", "Two.swift"])
        let listed = Array(repeating: "TApp, TKit", count: count).joined(separator: ", ")
        try folder.write(
            project.text.replacing("targets = (TApp, TKit)", with: "targets = (\(listed))"),
            as: "App.xcodeproj/project.pbxproj")
        #expect(Self.entities(try Self.read(folder)) == ["One", "Two"])
        #expect(
            try SwiftModelReader.targets(of: folder.path + "/App.xcodeproj")?.all.map(\.name) == [
                "App", "Kit",
            ])
        // A manifest that mentions one target, and one package, many times.
        let mentions = Array(repeating: #".target(name: "Pkg", dependencies: ["Pkg"])"#, count: 2_000)
        let packages = Array(repeating: #".package(path: "../Gone")"#, count: 2_000)
        try folder.write(
            """
            import PackageDescription
            let package = Package(name: "Pkg", dependencies: [\(packages.joined(separator: ", "))],
                targets: [\(mentions.joined(separator: ", "))])
            """, as: "Pkg/Package.swift")
        try Self.model("InPkg", in: folder, as: "Pkg/Sources/Pkg/InPkg.swift")
        let file = try ModelFile.read(path: folder.path + "/Pkg", choice: ModelChoice(target: "Pkg"))
        #expect(Self.entities(file) == ["InPkg"])
        #expect(Self.warnings(file).map(\.problem) == [.missingReference])
    }

    @Test("Groups that contain themselves, or have no path, end", .timeLimit(.minutes(1)))
    func groups() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "F1, S, S, G")
        project.add("S", "isa = PBXGroup; children = (S, S, T, T); sourceTree = SDKROOT; ")
        project.add("T", "isa = PBXGroup; children = (S, T, S); sourceTree = \"<group>\"; ")
        project.addFile("F1", "One.swift")
        // Groups that are nested deeper than 64 levels.
        for level in 0..<100 { project.addGroup("H\(level)", level == 99 ? "F2" : "H\(level + 1)") }
        project.addFile("F2", "Two.swift")
        project.addTarget("App", files: ["F1", "F2"])
        try project.write(into: folder, models: ["One.swift", "Two.swift"])
        try folder.write(
            project.text.replacing("children = (F1, S, S, G)", with: "children = (F1, S, S, G, H0)"),
            as: "App.xcodeproj/project.pbxproj")
        #expect(Self.entities(try Self.read(folder)) == ["One", "Two"])
    }

    // MARK: Outside

    /// Writes an app in `Repository/iOS` with its own file, and with references to other folders.
    private static func leading(_ places: [(path: String, tree: String)], in folder: TestFolder) throws {
        var project = XcodeProjectText()
        let ids = places.indices.map { "D\($0)" }
        project.addGroup("G", (["F1"] + ids).joined(separator: ", "))
        project.addFile("F1", "One.swift")
        for (id, place) in zip(ids, places) {
            project.add(
                id,
                "isa = PBXFileSystemSynchronizedRootGroup; path = \"\(place.path)\"; sourceTree = \"\(place.tree)\"; "
            )
        }
        project.addTarget(
            "App", files: ["F1"], "fileSystemSynchronizedGroups = (\(ids.joined(separator: ", "))); ")
        try project.write(
            into: folder, as: "Repository/iOS/App.xcodeproj", models: ["Repository/iOS/One.swift"])
        try model("Shared", in: folder, as: "Repository/Shared/Shared.swift")
        try model("Outer", in: folder, as: "Outside/Outer.swift")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Repository/Shared/Machine", withDestinationPath: "/")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Repository/iOS/Root", withDestinationPath: "/")
    }

    @Test(
        "Only files in the repository or beside the project are used, with one warning about others",
        .timeLimit(.minutes(1)), arguments: [true, false])
    func outside(isRepository: Bool) throws {
        let folder = try TestFolder()
        if isRepository {
            try FileManager.default.createDirectory(
                atPath: folder.path + "/Repository/.git", withIntermediateDirectories: true)
        }
        let path = "Repository/iOS/App.xcodeproj"
        func outside(_ file: ModelFile) -> [String] {
            Self.warnings(file).map { issue in
                guard case .outside(_, let others) = issue.problem else { return "\(issue)" }
                return "\(issue.path.replacing(folder.path, with: "")) +\(others)"
            }
        }
        try Self.leading([("../Shared", "<group>")], in: folder)
        let shared = try Self.read(folder, path)
        #expect(Self.entities(shared) == ["One", "Shared"])
        #expect(outside(shared) == ["/Repository/iOS/../Shared/Machine +0"])
        let manager = FileManager.default
        try manager.removeItem(atPath: folder.path + "/Repository/Shared/Machine")
        try manager.removeItem(atPath: folder.path + "/Repository/iOS/Root")
        try Self.leading(
            [
                ("/", "<absolute>"), ("../../..", "<group>"), ("Root", "<group>"),
                ("../../Outside", "SOURCE_ROOT"),
                ("../Shared", "<group>"), ("/", "<absolute>"),
            ], in: folder)
        try manager.removeItem(atPath: folder.path + "/Repository/Shared/Machine")
        let all = try Self.read(folder, path)
        #expect(Self.entities(all) == ["One", "Shared"])
        #expect(outside(all) == ["/ +3"])
        // The folder around the project's counts if it belongs to the repository. Otherwise it may contain anything.
        try manager.removeItem(atPath: folder.path + "/Repository/iOS/Root")
        try Self.leading([("..", "<group>")], in: folder)
        try manager.removeItem(atPath: folder.path + "/Repository/Shared/Machine")
        try manager.removeItem(atPath: folder.path + "/Repository/iOS/Root")
        let around = try Self.read(folder, path)
        #expect(Self.entities(around) == (isRepository ? ["One", "Shared"] : ["One"]))
        #expect(outside(around) == (isRepository ? [] : ["/Repository/iOS/.. +0"]))
    }

    @Test(
        "Outside files, projects and packages are ignored, and a submodule belongs to its repository")
    func outsideFiles() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "F1, F2, FP, F3")
        project.addFile("F1", "One.swift")
        project.addFile("F2", "../../Outside/Outer.swift")
        project.addFile("F3", "../../Outside/note.md")
        project.add(
            "FP",
            "isa = PBXFileReference; lastKnownFileType = \"wrapper.pb-project\"; path = ../../Outside/Kits.xcodeproj; "
                + "sourceTree = \"<group>\"; ")
        project.add("LP", "isa = XCLocalSwiftPackageReference; relativePath = ../../Outside; ")
        project.attributes =
            "packageReferences = (LP); projectReferences = ({ ProductGroup = G; ProjectRef = FP; }); "
        project.addTarget("App", files: ["F1", "F2", "F3"])
        try project.write(into: folder, as: "All/Sub/App.xcodeproj", models: ["All/Sub/One.swift"])
        try Self.model("Outer", in: folder, as: "Outside/Outer.swift")
        try folder.write("damaged", as: "Outside/Kits.xcodeproj/project.pbxproj")
        try folder.write("(", as: "Outside/Package.swift")
        let file = try Self.read(folder, "All/Sub/App.xcodeproj")
        #expect(Self.entities(file) == ["One"])
        #expect(
            Self.warnings(file).map(\.problem)
                == [.outside(of: try FilePath(folder.path + "/All").resolved.text, others: 2)])
        try folder.write("gitdir: ../.git/modules/Sub\n", as: "All/Sub/.git")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/.git", withIntermediateDirectories: true)
        try folder.write("", as: "Outside/Package.swift")
        var kits = XcodeProjectText()
        kits.addGroup("G", "")
        try kits.write(into: folder, as: "Outside/Kits.xcodeproj", models: [])
        let inner = try Self.read(folder, "All/Sub/App.xcodeproj")
        #expect(Self.entities(inner) == ["One", "Outer"])
        #expect(Self.warnings(inner).isEmpty)
    }
}
