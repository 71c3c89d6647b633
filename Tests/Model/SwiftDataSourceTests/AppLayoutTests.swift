import Foundation
import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

/// Typical layouts of app repositories, with the model that zseed finds if the user names only the folder
/// (docs/start/swiftdata.md#projects).
@Suite("Layouts of apps")
struct AppLayoutTests {
    /// The contents of a repository. A file `App/Trip.swift` declares the model `Trip`; a file whose name ends in
    /// `View.swift` declares a structure instead. `*.xcdatamodel` has an entity with the name of the file.
    struct Layout: CustomTestStringConvertible {
        let testDescription: String
        let files: [String]
        /// Other files, with their content.
        var texts: [String: String] = [:]
        var projects: [String: Project] = [:]
        /// The entities, or the problem.
        let found: String
        /// The reported warnings, without the notes about the choice.
        var remarks: [String] = []
    }

    /// A project whose targets have their own folders or files.
    struct Project {
        /// `App: application: App, Shared`.
        let targets: [String]
        var settings: [String: String] = [:]
        var files: [String] = []

        var text: XcodeProjectText {
            var text = XcodeProjectText()
            let parts = targets.map {
                $0.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
            }
            let folders = Set(parts.flatMap { $0[2].split(separator: " ").map(String.init) })
                .filter { !$0.hasSuffix(".swift") }.sorted()
            let single = Set(parts.flatMap { $0[2].split(separator: " ").map(String.init) })
                .filter { $0.hasSuffix(".swift") }.sorted()
            for folder in folders { text.addFolder("D\(folder)", path: folder) }
            for (index, file) in single.enumerated() { text.addFile("F\(index)", "\"\(file)\"") }
            text.addGroup(
                "G", (folders.map { "D\($0)" } + single.indices.map { "F\($0)" }).joined(separator: ", "))
            for part in parts {
                let own = part[2].split(separator: " ").map(String.init)
                var more = "fileSystemSynchronizedGroups = ("
                more += own.filter(folders.contains).map { "D\($0)" }.joined(separator: ", ") + "); "
                if let settings = settings[part[0]] {
                    let id = part[0].replacing(" ", with: "")
                    text.add("L\(id)", "isa = XCConfigurationList; buildConfigurations = (C\(id)); ")
                    text.add(
                        "C\(id)", "isa = XCBuildConfiguration; name = Debug; buildSettings = {\(settings)}; ")
                    more += "buildConfigurationList = L\(id); "
                }
                text.addTarget(
                    part[0], kind: part[1],
                    files: own.compactMap { single.firstIndex(of: $0).map { "F\($0)" } }, more)
            }
            return text
        }
    }

    private static let package =
        "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])\n"
    private static let scene =
        "@main struct A: App { var body: some Scene { WindowGroup {}.modelContainer(for: Trip.self) } }\n"

    static let layouts: [Layout] = [
        Layout(
            testDescription: "XcodeGen with classes",
            files: ["App/Trip.swift", "App/TripView.swift", "Tests/AppTests/Mock.swift"],
            texts: ["project.yml": "name: App\n"], found: "Trip"),
        Layout(
            testDescription: "XcodeGen with a model file",
            files: ["App/App.xcdatamodeld/App.xcdatamodel", "App/TripView.swift"],
            texts: ["project.yml": "name: App\n"],
            found: "App"),
        Layout(
            testDescription: "Tuist",
            files: ["Targets/App/Sources/Trip.swift", "Targets/App/Tests/TripView.swift"],
            texts: ["Project.swift": "import ProjectDescription\nlet project = Project(name: \"App\")\n"],
            found: "Trip"),
        Layout(
            testDescription: "Tuist with a model file",
            files: ["Targets/App/Resources/Trips.xcdatamodeld/Trips.xcdatamodel"],
            texts: ["Project.swift": "import ProjectDescription\nlet project = Project(name: \"App\")\n"],
            found: "Trips"),
        Layout(
            testDescription: "a package with classes",
            files: ["Sources/Kit/Trip.swift", "Sources/Kit/Stop.swift"],
            texts: ["Package.swift": package], found: "Stop Trip"),
        Layout(
            testDescription: "a package with a model file",
            files: [
                "Sources/Kit/Resources/Trips.xcdatamodeld/Trips.xcdatamodel", "Sources/Kit/TripView.swift",
            ],
            texts: ["Package.swift": package], found: "Trips"),
        Layout(
            testDescription: "a package with a model file, and one of its tests",
            files: [
                "Sources/Kit/Trips.xcdatamodel", "Tests/KitTests/Old.xcdatamodel",
                "Pods/Else/Other.xcdatamodel",
            ], texts: ["Package.swift": package], found: "Trips"),
        Layout(
            testDescription: "a folder with two model files",
            files: ["App/One.xcdatamodeld/One.xcdatamodel", "App/Two.xcdatamodel"],
            found: "severalModels App/One.xcdatamodeld App/Two.xcdatamodel"),
        Layout(
            testDescription: "a folder of classes beside a model file",
            files: ["App/Trip.swift", "App/Old.xcdatamodel"],
            found: "Trip"),
        Layout(
            testDescription: "a workspace", files: ["App/Sources/Trip.swift"],
            texts: [
                "App.xcworkspace/contents.xcworkspacedata":
                    "<?xml version=\"1.0\"?><Workspace version=\"1.0\"><FileRef location=\"group:App/App.xcodeproj\"/></Workspace>"
            ],
            projects: ["App/App.xcodeproj": Project(targets: ["App: application: Sources"])], found: "Trip",
            remarks: ["target App"]),
        Layout(
            testDescription: "a project below the top",
            files: ["ios/App/Trip.swift", "server/Sources/Trip.swift"],
            projects: ["ios/App.xcodeproj": Project(targets: ["App: application: App"])], found: "Trip",
            remarks: ["target App"]),
        Layout(
            testDescription: "a project below the top with a model file",
            files: ["src/ios/App/Trips.xcdatamodel"],
            projects: ["src/ios/App.xcodeproj": Project(targets: ["App: application: App"])], found: "Trips"),
        Layout(
            testDescription: "two projects below the top, one with models",
            files: ["a/App/Trip.swift", "b/Demo/DemoView.swift"],
            projects: [
                "a/App.xcodeproj": Project(targets: ["App: application: App"]),
                "b/Demo.xcodeproj": Project(targets: ["Demo: application: Demo"]),
            ], found: "Trip", remarks: ["target App of App.xcodeproj"]),
        Layout(
            testDescription: "sources beside a project without models",
            files: ["Models/Trip.swift", "demo/Demo/DemoView.swift"],
            projects: ["demo/Demo.xcodeproj": Project(targets: ["Demo: application: Demo"])], found: "Trip"),
        Layout(
            testDescription: "an app for watches beside the app",
            files: ["App/Trip.swift", "App/Stop.swift", "Watch/Workout.swift"],
            projects: [
                "App.xcodeproj": Project(
                    targets: ["App: application: App", "App Watch: application: Watch"],
                    settings: ["App Watch": "SDKROOT = watchos; "])
            ], found: "Stop Trip", remarks: ["target App"]),
        Layout(
            testDescription: "an app for watches by its property list",
            files: ["App/Trip.swift", "Watch/Workout.swift"],
            projects: [
                "App.xcodeproj": Project(
                    targets: ["Watch: application: Watch", "App: application: App"],
                    settings: ["Watch": "INFOPLIST_KEY_WKCompanionAppBundleIdentifier = \"a.b\"; "])
            ], found: "Trip", remarks: ["target App"]),
        Layout(
            testDescription: "an app for watches alone", files: ["Watch/Workout.swift"],
            projects: [
                "App.xcodeproj": Project(
                    targets: ["Watch: application: Watch"], settings: ["Watch": "SDKROOT = watchos; "])
            ], found: "Workout", remarks: ["target Watch"]),
        Layout(
            testDescription: "apps for iOS and macOS with one model",
            files: ["Shared/Trip.swift", "iOS/PhoneView.swift", "macOS/MacView.swift"],
            projects: [
                "App.xcodeproj": Project(
                    targets: ["App iOS: application: Shared iOS", "App macOS: application: Shared macOS"])
            ], found: "Trip", remarks: ["equal targets App iOS, App macOS"]),
        Layout(
            testDescription: "apps with one model file", files: ["Shared/Trips.xcdatamodel"],
            projects: [
                "App.xcodeproj": Project(targets: ["A: application: Shared", "B: application: Shared"])
            ], found: "Trips"),
        Layout(
            testDescription: "apps with models of their own", files: ["A/Trip.swift", "B/Stop.swift"],
            projects: ["App.xcodeproj": Project(targets: ["A: application: A", "B: application: B"])],
            found: "ambiguousTarget A B"),
        Layout(
            testDescription: "a widget that shares the classes",
            files: ["App/TripView.swift", "Shared/Trip.swift", "Widget/WidgetView.swift"],
            projects: [
                "App.xcodeproj": Project(
                    targets: ["Widget: app-extension: Shared Widget", "App: application: App Shared"])
            ], found: "Trip", remarks: ["target App"]),
        Layout(
            testDescription: "names with accents in two ways",
            files: ["App/TripView.swift", "App/Cafe\u{301}.swift"],
            projects: ["App.xcodeproj": Project(targets: ["App: application: App/Caf\u{E9}.swift"])],
            found: "Cafe\u{301}", remarks: ["target App"]),
        Layout(
            testDescription: "members that are missing", files: ["App/Trip.swift"],
            projects: [
                "App.xcodeproj": Project(targets: [
                    "App: application: App/Trip.swift App/A.swift App/B.swift App/C.swift"
                ])
            ], found: "Trip", remarks: ["target App", "App: 3 missing from App/A.swift"]),
        Layout(
            testDescription: "a stray container", files: ["App/Trip.swift", "App/Dummy.swift"],
            texts: [
                "App/Main.swift": scene,
                "App/Helper.swift": "func check() { _ = try? ModelContainer(for: Dummy.self) }\n",
            ], found: "Trip", remarks: ["stray Dummy"]),
        Layout(
            testDescription: "two schemas of the app's", files: ["App/Trip.swift", "App/Dummy.swift"],
            texts: ["App/Main.swift": scene, "App/Other.swift": "let other = Schema([Dummy.self])\n"],
            found: "ambiguousChoice --models Trip --models Dummy"),
        Layout(
            testDescription: "no model, with one in a folder beside",
            files: ["App/TripView.swift", "../Beside/Trip.swift"],
            found: "noModels"),
    ]

    @Test("The model is found, or a reason is reported", arguments: layouts)
    func layout(layout: Layout) throws {
        let folder = try TestFolder()
        let root = folder.path + "/Repo"
        for file in layout.files {
            let path = "Repo/" + file
            let name = (file as NSString).lastPathComponent.split(separator: ".")[0]
            if file.hasSuffix(".xcdatamodel") {
                try folder.writeModel("<entity name=\"\(name)\"/>", as: path)
            } else {
                try folder.write(
                    name.hasSuffix("View")
                        ? "struct \(name) {}\n"
                        : "import SwiftData\n@Model final class \(name) { var x: Int = 0 }\n",
                    as: path)
            }
        }
        for (path, text) in layout.texts { try folder.write(text, as: "Repo/" + path) }
        for (path, project) in layout.projects {
            try folder.write(project.text.text, as: "Repo/\(path)/project.pbxproj")
        }
        #expect(try ModelFile.isSource(root) || ModelFile.holdsModel(root))
        func relative(_ path: String) -> String { path.replacing(root + "/", with: "") }
        do {
            let file = try ModelFile.read(path: root, choice: .current)
            #expect(file.model.entities.map(\.name).sorted().joined(separator: " ") == layout.found)
            let remarks: [String] = file.modelIssues.compactMap { issue in
                switch issue.problem {
                case .target(let name): return "target \(name)"
                case .equalTargets(let names): return "equal targets \(names.joined(separator: ", "))"
                case .missingMember(let target, let count):
                    return "\(target): \(count) missing from \(relative(issue.path))"
                case .strayContainer(let models): return "stray \(models.joined(separator: ", "))"
                default: return nil
                }
            }
            #expect(remarks.sorted() == layout.remarks.sorted())
        } catch let failure as ModelSourceFailure {
            let texts = failure.issues.map { issue -> String in
                switch issue.problem {
                case .severalModels(let paths, _):
                    "severalModels " + paths.map(relative).joined(separator: " ")
                case .ambiguousTarget(let names): "ambiguousTarget " + names.joined(separator: " ")
                case .ambiguousChoice(let choices):
                    "ambiguousChoice " + choices.map(\.option).joined(separator: " ")
                default: "\(issue.problem)"
                }
            }
            #expect(texts == [layout.found])
        }
    }
}
