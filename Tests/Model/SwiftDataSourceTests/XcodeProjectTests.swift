import Foundation
import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

/// The members of a target in an Xcode project, by the rules of docs/start/swiftdata.md#projects.
@Suite("Xcode projects")
struct XcodeProjectTests {
    private static func entities(
        _ folder: TestFolder, _ path: String = "App.xcodeproj", target: String? = nil
    ) throws -> [String] {
        let path = path.isEmpty ? folder.path : folder.path + "/" + path
        return try ModelFile.read(path: path, choice: ModelChoice(target: target)).model.entities.map(\.name)
            .sorted()
    }

    @Test("Groups have paths relative to the group, the project or the root")
    func groups() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "GA, F3, F4, F5")
        project.addGroup("GA", "GB, F1", path: "App")
        project.addGroup("GB", "F2, F6")
        project.addFile("F1", "One.swift")
        project.addFile("F2", "\"Model Files/Two.swift\"")
        project.addFile("F3", "App/Three.swift", tree: "SOURCE_ROOT")
        project.addFile("F4", "\"\(folder.path)/Else/Four.swift\"", tree: "\"<absolute>\"")
        project.addFile("F5", "Five.swift", tree: "BUILT_PRODUCTS_DIR")
        project.addFile("F6", "Six.swift")
        project.addTarget("App", files: ["F1", "F2", "F3", "F4", "F5"])
        try project.write(
            into: folder,
            models: [
                "App/One.swift", "App/Model Files/Two.swift", "App/Three.swift", "Else/Four.swift",
                "Five.swift",
                "App/Six.swift",
            ])
        let expected = ["Four", "One", "Three", "Two"]
        #expect(try Self.entities(folder) == expected)
        #expect(try Self.entities(folder, "App.xcodeproj/") == expected)
        #expect(try Self.entities(folder, "") == expected)
        #expect(try Self.entities(folder, target: "App") == expected)
    }

    @Test("Folders contribute all their files except a target's exceptions, which other targets get")
    func folders() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "D, E")
        project.addFolder(
            "D", path: "App",
            exceptions: [
                ("App", "Out.swift, Old"), ("App", "\"Also Out.swift\""),
                ("Tool", "Shared/Both.swift, Kept/"),
            ])
        project.addFolder("E", path: "Tool")
        project.add(
            "XC",
            """
            isa = PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet; buildPhase = CApp; \
            membershipExceptions = (In.swift);
            """)
        project.addTarget("App", "fileSystemSynchronizedGroups = (D); ")
        project.addTarget("Tool", kind: "tool", "fileSystemSynchronizedGroups = (E); ")
        try project.write(
            into: folder,
            models: [
                "App/In.swift", "App/Out.swift", "App/Old/Older.swift", "App/Also Out.swift",
                "App/Shared/Both.swift",
                "App/Kept/Deep/Inner.swift", "Tool/Hammer.swift", "App/.hidden/Ghost.swift",
                "App/Play.playground/Toy.swift", "App/Oldest.swift",
            ])
        #expect(try Self.entities(folder) == ["Both", "In", "Inner", "Oldest"])
        #expect(try Self.entities(folder, target: "Tool") == ["Both", "Hammer", "Inner"])
    }

    @Test("Names with diacritics match in either Unicode form")
    func accents() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "D")
        project.addFolder("D", path: "App", exceptions: [("App", "\"Cafe\\U0301.swift\"")])
        project.addTarget("App", "fileSystemSynchronizedGroups = (D); ")
        try project.write(into: folder, models: ["App/Caf\u{E9}.swift", "App/Tea.swift"])
        #expect(try Self.entities(folder) == ["Tea"])
    }

    @Test("The only application, or the only one with models, is chosen; otherwise one must be named")
    func targets() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "F1, F2, F3")
        for (index, name) in ["One", "Two", "Three"].enumerated() {
            project.addFile("F\(index + 1)", name + ".swift")
        }
        project.addTarget("App", files: ["F1"])
        project.addTarget("Preload", kind: "tool", files: ["F1", "F2"])
        project.addTarget("AppTests", kind: "bundle.unit-test", files: ["F3"])
        try project.write(into: folder, models: ["One.swift", "Two.swift", "Three.swift"])
        #expect(try Self.entities(folder) == ["One"])
        #expect(try Self.entities(folder, target: "Preload") == ["One", "Two"])
        #expect(try Self.entities(folder, target: "AppTests") == ["Three"])
        try folder.write("struct One {}", as: "One.swift")
        #expect(try Self.entities(folder) == ["Two"])
        project.addTarget("Watch App", files: ["F3"])
        project.addTarget("Other", files: ["F2"])
        try project.write(into: folder, models: [])
        let failure = try #require(throws: ModelSourceFailure.self) { try Self.entities(folder) }
        #expect(failure.issues.map(\.problem) == [.ambiguousTarget(["Watch App", "Other"])])
        let unknown = try #require(throws: ModelSourceFailure.self) {
            try Self.entities(folder, target: "Ap")
        }
        #expect(
            unknown.issues.map(\.problem)
                == [.unknownTarget("Ap", available: ["App", "Preload", "Watch App", "Other"])])
    }

    @Test(
        "The targets of all projects in a folder count, and an ambiguous name needs its project")
    func severalProjects() throws {
        let folder = try TestFolder()
        for (name, target) in [("One", "App"), ("Two", "Tool")] {
            var project = XcodeProjectText()
            project.addGroup("G", "F1")
            project.addFile("F1", name + ".swift")
            project.addTarget(target, kind: target == "Tool" ? "tool" : "application", files: ["F1"])
            try project.write(into: folder, as: name + ".xcodeproj", models: [name + ".swift"])
        }
        try folder.write("damaged", as: "Pods.xcodeproj/project.pbxproj")
        #expect(try Self.entities(folder, "") == ["One"])
        #expect(try Self.entities(folder, "", target: "Tool") == ["Two"])
        var project = XcodeProjectText()
        project.addGroup("G", "F1")
        project.addFile("F1", "Two.swift")
        project.addTarget("App", files: ["F1"])
        try project.write(into: folder, as: "Two.xcodeproj", models: [])
        let paths = ["One", "Two"].map { "\(folder.path)/\($0).xcodeproj" }
        for target in [nil, "App"] {
            let failure = try #require(throws: ModelSourceFailure.self) {
                try Self.entities(folder, "", target: target)
            }
            #expect(failure.issues.map(\.problem) == [.ambiguousProject(target: "App", paths: paths)])
        }
        #expect(try Self.entities(folder, "Two.xcodeproj") == ["Two"])
        project.addTarget("Other", files: ["F1"])
        try project.write(into: folder, as: "Two.xcodeproj", models: [])
        let failure = try #require(throws: ModelSourceFailure.self) { try Self.entities(folder, "") }
        #expect(failure.issues.map(\.problem) == [.ambiguousTarget(["App", "Other"])])
    }

    @Test("Frameworks that the target depends on are included, extensions are not")
    func frameworks() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "F1, F2, F3")
        for (index, name) in ["One", "Two", "Three"].enumerated() {
            project.addFile("F\(index + 1)", name + ".swift")
        }
        project.addTarget("App", files: ["F1"], "dependencies = (DK, DW); ")
        project.addTarget("Kit", kind: "framework", files: ["F2"], "dependencies = (DK); ")
        project.addTarget("Widget", kind: "app-extension", files: ["F3"])
        project.add("DK", "isa = PBXTargetDependency; target = TKit; ")
        project.add("DW", "isa = PBXTargetDependency; target = TWidget; ")
        try project.write(into: folder, models: ["Two.swift", "Three.swift"])
        try folder.write("import Kit\n@Model class One { var two: Kit.Two? }", as: "One.swift")
        #expect(try Self.entities(folder) == ["One", "Two"])
    }

    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Core", products: [.library(name: "CoreKit", targets: ["Core"]), .library(name: "More", targets: ["More"])],
            dependencies: [.package(path: "../Base"), .package(url: "https://example.org/x", from: "1.0.0")],
            targets: [
                .target(name: "Core", dependencies: ["Parts", .product(name: "BaseKit", package: "Base")], exclude: ["Drafts"]),
                .target(name: "Parts", path: "Elsewhere", sources: ["Use"]), .target(name: "More"),
                .testTarget(name: "CoreTests", dependencies: ["Core"]),
            ])
        """

    private static func writePackages(into folder: TestFolder) throws {
        try folder.write(manifest, as: "Core/Package.swift")
        try folder.write(
            """
            import PackageDescription
            let package = Package(
                name: "Base", products: [.library(name: "BaseKit", targets: ["Base"])], targets: [.target(name: "Base")])
            """, as: "Base/Package.swift")
        for model in [
            "Core/Sources/Core/InCore", "Core/Sources/Core/Drafts/Draft", "Core/Elsewhere/Use/Part",
            "Core/Elsewhere/Unused", "Core/Sources/More/InMore", "Core/Tests/CoreTests/InTest",
            "Base/Sources/Base/InBase",
        ] {
            let name = model.split(separator: "/").last ?? ""
            try folder.write(
                "import SwiftData\n@Model public class \(name) { var x: Int }\n", as: model + ".swift")
        }
    }

    @Test("Local packages that the target links are included, however the project refers to them")
    func packages() throws {
        for isOld in [true, false] {
            let folder = try TestFolder()
            var project = XcodeProjectText()
            project.addGroup("G", "F1, FP")
            project.addFile("F1", "One.swift")
            if isOld {
                project.add(
                    "FP",
                    "isa = PBXFileReference; lastKnownFileType = wrapper; path = Core; sourceTree = \"<group>\"; "
                )
            } else {
                project.add("LP", "isa = XCLocalSwiftPackageReference; relativePath = Core; ")
                project.attributes = "packageReferences = (LP); "
            }
            project.add("PP", "isa = XCSwiftPackageProductDependency; productName = CoreKit; ")
            project.add("PQ", "isa = XCSwiftPackageProductDependency; productName = FromElsewhere; ")
            project.addTarget("App", files: ["F1"], "packageProductDependencies = (PP, PQ); ")
            try project.write(into: folder, models: ["One.swift"])
            try Self.writePackages(into: folder)
            #expect(try Self.entities(folder) == ["InBase", "InCore", "One", "Part"])
            #expect(try Self.entities(folder, target: "More") == ["InMore"])
        }
    }

    @Test("Missing projects and packages are reported, and the others are used")
    func missingReferences() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "F1")
        project.addFile("F1", "One.swift")
        project.add("LP", "isa = XCLocalSwiftPackageReference; relativePath = Gone; ")
        project.attributes = "packageReferences = (LP); "
        project.addTarget("App", files: ["F1"])
        try project.write(into: folder, models: ["One.swift"])
        try folder.write(
            """
            <Workspace version="1.0"><FileRef location="group:Lost.xcodeproj"/>\
            <FileRef location="group:App.xcodeproj"/><FileRef location="group:README.md"/></Workspace>
            """, as: "All.xcworkspace/contents.xcworkspacedata")
        for (path, names) in [("App.xcodeproj", ["Gone"]), ("All.xcworkspace", ["Lost.xcodeproj", "Gone"])] {
            let file = try ModelFile.read(path: folder.path + "/" + path, choice: .current)
            #expect(file.model.entities.map(\.name) == ["One"])
            let told = file.modelIssues.filter { $0.severity == .warning }
            #expect(told.map(\.problem) == names.map { _ in .missingReference })
            #expect(told.map(\.path) == names.map { folder.path + "/" + $0 })
        }
        // A missing package may be the reason for an unknown type.
        try folder.write(
            "import SwiftData\n@Model class One { var price: Money; init(price: Money) { self.price = price } }\n",
            as: "One.swift")
        let failure = #expect(throws: ModelSourceFailure.self) {
            try ModelFile.read(path: folder.path + "/App.xcodeproj", choice: .current)
        }
        #expect(failure?.issues.map(\.problem) == [.missingReference, .unknownType("Money")])
    }

    @Test("A package is one model, or one of its targets is")
    func package() throws {
        let folder = try TestFolder()
        try Self.writePackages(into: folder)
        #expect(try Self.entities(folder, "Core", target: "Core") == ["InBase", "InCore", "Part"])
        #expect(
            try Self.entities(folder, "Core", target: "CoreTests") == ["InBase", "InCore", "InTest", "Part"])
        #expect(try Self.entities(folder, "Core", target: "More") == ["InMore"])
        #expect(try Self.entities(folder, "Core") == ["Draft", "InCore", "InMore", "Part", "Unused"])
    }

    @Test("A workspace has projects and packages, in groups, too")
    func workspace() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "F1")
        project.addFile("F1", "One.swift")
        project.add("PP", "isa = XCSwiftPackageProductDependency; productName = CoreKit; ")
        project.addTarget("App", files: ["F1"], "packageProductDependencies = (PP); ")
        try project.write(into: folder, as: "Code/App.xcodeproj", models: ["Code/One.swift"])
        try Self.writePackages(into: folder)
        try folder.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <Workspace version = "1.0">
               <Group location = "container:Code" name = "Code">
                  <FileRef location = "group:App.xcodeproj"></FileRef>
                  <FileRef location = "group:Notes.md"></FileRef>
               </Group>
               <FileRef location = "group:Core"></FileRef>
               <FileRef location = "group:Pods/Pods.xcodeproj"></FileRef>
            </Workspace>
            """, as: "All.xcworkspace/contents.xcworkspacedata")
        let expected = ["InBase", "InCore", "One", "Part"]
        #expect(try Self.entities(folder, "All.xcworkspace") == expected)
        #expect(try Self.entities(folder, "") == expected)
    }

    @Test("A target's Core Data model is its model; among several models or classes, one must be chosen")
    func dataModels() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "V, D, F1")
        project.add(
            "V",
            "isa = XCVersionGroup; children = (); currentVersion = V1; path = App.xcdatamodeld; sourceTree = \"<group>\"; "
        )
        project.addFolder("D", path: "More")
        project.addFile("F1", "One.swift")
        project.addTarget("App", files: ["V"])
        project.addTarget("Both", kind: "tool", files: ["V", "F1"])
        project.addTarget("Two", kind: "tool", files: ["V"], "fileSystemSynchronizedGroups = (D); ")
        try project.write(into: folder, models: ["One.swift"])
        for name in ["App.xcdatamodeld/App.xcdatamodel", "More/Other.xcdatamodeld/Other.xcdatamodel"] {
            try folder.write(
                """
                <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
                <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                    <entity name="Item"><attribute name="name" attributeType="String"/></entity></model>
                """, as: name + "/contents")
        }
        let file = try ModelFile.read(path: folder.path + "/App.xcodeproj", choice: .current)
        #expect(file.origin.kind == .source)
        #expect(file.model.entities.map(\.name) == ["Item"])
        #expect(
            try ModelFile.read(path: folder.path, choice: ModelChoice(models: ["One"], target: "Both")).model
                .entities.map(\.name) == ["One"])
        for (target, count, hasClasses) in [("Both", 1, true), ("Two", 2, false)] {
            let failure = try #require(throws: ModelSourceFailure.self) {
                try Self.entities(folder, target: target)
            }
            guard case .severalModels(let paths, hasClasses)? = failure.issues.first?.problem else {
                Issue.record("\(failure.issues)")
                continue
            }
            #expect(paths.count == count)
        }
    }

    @Test("A missing member is reported, and the others are used")
    func missingMember() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "F1, F2")
        project.addFile("F1", "One.swift")
        project.addFile("F2", "Gone.swift")
        project.addTarget("App", files: ["F1", "F2"])
        try project.write(into: folder, models: ["One.swift"])
        let file = try ModelFile.read(path: folder.path, choice: .current)
        #expect(file.model.entities.map(\.name) == ["One"])
        let told = file.modelIssues.filter { $0.severity == .warning }
        #expect(told.map(\.problem) == [.missingMember(target: "App", count: 1)])
        #expect(told.map(\.path) == [folder.path + "/Gone.swift"])
    }

    @Test("Linked libraries are found in referenced projects and in a workspace")
    func otherProjects() throws {
        for isWorkspace in [true, false] {
            let folder = try TestFolder()
            var app = XcodeProjectText()
            app.addGroup("G", "F1, FK, FP")
            app.addFile("F1", "One.swift")
            // Linked without a dependency. Xcode finds such a dependency automatically.
            app.add("FK", "isa = PBXFileReference; path = Kit.framework; sourceTree = BUILT_PRODUCTS_DIR; ")
            app.add("BK", "isa = PBXBuildFile; fileRef = FK; ")
            app.add("FW", "isa = PBXFrameworksBuildPhase; files = (BK); ")
            app.add(
                "FP",
                "isa = PBXFileReference; lastKnownFileType = \"wrapper.pb-project\"; path = Kits/Kits.xcodeproj; sourceTree = \"<group>\"; "
            )
            if !isWorkspace {
                app.attributes = "projectReferences = ({ ProductGroup = G; ProjectRef = FP; }); "
            }
            app.addTarget("App", files: ["F1"], "buildPhases2 = (); ")
            let text = app.text.replacing("buildPhases = (SApp)", with: "buildPhases = (SApp, FW)")
            try app.write(into: folder, models: ["One.swift"])
            try folder.write(text, as: "App.xcodeproj/project.pbxproj")
            var kits = XcodeProjectText()
            kits.addGroup("G", "F2, F3, FB")
            kits.addFile("F2", "Two.swift")
            kits.addFile("F3", "Three.swift")
            kits.addFile("FB", "Base.swift")
            kits.add("PK", "isa = PBXFileReference; path = Kit.framework; sourceTree = BUILT_PRODUCTS_DIR; ")
            kits.addTarget(
                "KitForPhones", kind: "framework", files: ["F2"],
                "productReference = PK; dependencies = (DB); ")
            kits.addTarget("Base", kind: "library.static", files: ["FB"])
            kits.add("DB", "isa = PBXTargetDependency; target = TBase; ")
            kits.addTarget("Other", kind: "framework", files: ["F3"])
            try kits.write(
                into: folder, as: "Kits/Kits.xcodeproj",
                models: ["Kits/Two.swift", "Kits/Three.swift", "Kits/Base.swift"])
            try folder.write(
                """
                <Workspace version="1.0"><FileRef location="container:App.xcodeproj"/>
                <FileRef location="absolute:\(folder.path)/Kits/Kits.xcodeproj"/></Workspace>
                """, as: "All.xcworkspace/contents.xcworkspacedata")
            let path = isWorkspace ? "All.xcworkspace" : "App.xcodeproj"
            #expect(try Self.entities(folder, path) == ["Base", "One", "Two"])
            #expect(try Self.entities(folder, path, target: "Other") == ["Three"])
        }
    }

    @Test(
        "Models under a false condition are reported with it, without a target",
        arguments: [
            "#if DEBUG\n@Model\n#endif\nfinal class One { var x: Int = 0 }\n",
            "enum Samples {}\n#if os(iOS)\n#elseif DEBUG // only\nextension Samples {\n    @Model class One {}\n}\n#endif\n",
            "#if os(iOS)\nstruct One {}\n#endif\nfunc make() {\n  #if DEBUG\n  @Model class Two {}\n  #endif\n}\n",
        ])
    func conditions(text: String) throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "F1")
        project.addFile("F1", "One.swift")
        project.addTarget("App", files: ["F1"])
        try project.write(into: folder, models: [])
        try folder.write("import SwiftData\n" + text, as: "One.swift")
        for target in [nil, "App"] {
            let failure = #expect(throws: ModelSourceFailure.self) {
                try Self.entities(folder, target: target)
            }
            #expect(failure?.issues.map(\.problem) == [.modelsUnderCondition("DEBUG")])
            #expect(failure?.issues.first?.path == folder.path + "/One.swift")
        }
    }

    @Test("A watch app or app clip is ignored beside the main application")
    func watch() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "F1, F2")
        project.addFile("F1", "One.swift")
        project.addFile("F2", "Two.swift")
        project.addTarget("Watch", kind: "application.watchapp2", files: ["F2"])
        project.addTarget("Clip", kind: "application.on-demand-install-capable", files: ["F1"])
        project.addTarget("App", files: ["F1"])
        try project.write(into: folder, models: ["One.swift", "Two.swift"])
        #expect(try Self.entities(folder) == ["One"])
        #expect(try Self.entities(folder, target: "Watch") == ["Two"])
    }

    @Test("The workspace inside a project is the project's")
    func innerWorkspace() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "F1")
        project.addFile("F1", "One.swift")
        project.addTarget("App", files: ["F1"])
        try project.write(into: folder, models: ["One.swift"])
        for location in ["self:", "self:App.xcodeproj"] {
            try folder.write(
                "<Workspace version=\"1.0\"><FileRef location=\"\(location)\"/></Workspace>",
                as: "App.xcodeproj/project.xcworkspace/contents.xcworkspacedata")
            #expect(try Self.entities(folder, "App.xcodeproj/project.xcworkspace") == ["One"])
        }
    }

    @Test(
        "Duplicates from a merge, characters beyond 16 bits and variants are read as in Xcode")
    func texts() throws {
        let folder = try TestFolder()
        var project = XcodeProjectText()
        project.addGroup("G", "F1, VG")
        project.addFile("F1", "\"\\Ud83d\\ude80/One.swift\"")
        project.addFile("F1", "\"\\Ud83d\\ude80/One.swift\"")
        project.add(
            "VG",
            "isa = PBXVariantGroup; children = (F2); name = Localizable.strings; sourceTree = \"<group>\"; ")
        project.addFile("F2", "en.lproj/Two.swift")
        project.addTarget("App", files: ["F1", "F2"])
        try project.write(into: folder, models: ["🚀/One.swift", "en.lproj/Two.swift"])
        #expect(try Self.entities(folder) == ["One", "Two"])
    }

    @Test("A project in XML is read, too, and a damaged one is refused with its line")
    func xml() throws {
        let folder = try TestFolder()
        func write(_ path: String) throws {
            try folder.write(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict><key>rootObject</key><string>P</string><key>objects</key><dict>
                <key>P</key><dict><key>isa</key><string>PBXProject</string><key>mainGroup</key><string>G</string>
                <key>targets</key><array><string>T</string></array></dict>
                <key>G</key><dict><key>isa</key><string>PBXGroup</string><key>children</key><array>
                <string>F</string></array><key>sourceTree</key><string>&lt;group&gt;</string></dict>
                <key>F</key><dict><key>isa</key><string>PBXFileReference</string><key>path</key>\(path)
                <key>sourceTree</key><string>&lt;group&gt;</string></dict>
                <key>B</key><dict><key>isa</key><string>PBXBuildFile</string><key>fileRef</key><string>F</string></dict>
                <key>S</key><dict><key>isa</key><string>PBXSourcesBuildPhase</string><key>files</key><array>
                <string>B</string></array></dict>
                <key>T</key><dict><key>isa</key><string>PBXNativeTarget</string><key>name</key><string>App</string>
                <key>productType</key><string>com.apple.product-type.application</string><key>buildPhases</key>
                <array><string>S</string></array></dict></dict></dict></plist>
                """, as: "App.xcodeproj/project.pbxproj")
        }
        try folder.write("import SwiftData\n@Model class One { var x: Int }\n", as: "One.swift")
        try write("<string>One.swift</string>")
        #expect(try Self.entities(folder) == ["One"])
        try write("<string>One.swift</sting>")
        let error = try #require(throws: ModelError.self) { try Self.entities(folder) }
        #expect(error.path == folder.path + "/App.xcodeproj/project.pbxproj")
        #expect(error.line == 7)
    }

    @Test("A package with one target can have its files directly in `Sources`")
    func flatPackage() throws {
        let folder = try TestFolder()
        try folder.write(
            """
            import PackageDescription
            let package = Package(name: "Kit", targets: [.target(name: "Kit"), .testTarget(name: "KitTests")])
            """, as: "Package.swift")
        try folder.write(
            "import SwiftData\n@Model class One { var x: Int }\n", as: "Sources/Models/One.swift")
        #expect(try Self.entities(folder, "", target: "Kit") == ["One"])
    }
}
