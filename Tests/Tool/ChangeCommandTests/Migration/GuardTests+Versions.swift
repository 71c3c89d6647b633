import CommandSupport
import Foundation
import TestSupport
import Testing

// The current version, and when it became current.
extension GuardTests {
    @Test(
        "Making an older version current is fine if it follows in the order of versions"
    )
    func forward() throws {
        try write(version: "App 2", Self.v2)
        try commit("two")
        try git("branch", "-f", "main")
        try write(current: "App 2")
        let result = try guarded()
        #expect(
            result.output == """
                App: lightweight to App 2
                App 2: opens as it is

                models/App.xcdatamodeld: compared with main, no objections

                """)
        #expect(result.status == 0 && result.errors == "")
    }

    @Test("One of several new versions is reported, and other changes of an edited one")
    func several() throws {
        try write(version: "App 2", Self.v2)
        try write(version: "App 3", Self.v2.replacing("Decimal", with: "Double"))
        #expect(
            try guarded().output == """
                models/App.xcdatamodeld/App 3.xcdatamodel/contents: error: App 3 is new, but App is the current version

                App: opens as it is

                models/App.xcdatamodeld: compared with main, 1 error

                """)
        for version in ["App 2", "App 3"] {
            try FileManager.default.removeItem(
                atPath: folder.path + "/models/App.xcdatamodeld/\(version).xcdatamodel")
        }
        try write(
            version: "App",
            Self.v1.replacing("Decimal", with: "Double").replacing(
                "name=\"name\"", with: "name=\"name\" defaultValueString=\"x\""))
        #expect(
            try guarded().output == """
                \(contents):4: error: App was published and must not be edited: Item.total: Decimal in the base, \
                Double in the working tree; add a version instead
                \(contents):3: warning: App was published; this does not keep its stores from opening: Item.name: \
                default value none in the base, "x" in the working tree
                \(contents):4: error: stores of App: Item.total: Decimal → Double needs a mapping

                App: needs a mapping to App

                models/App.xcdatamodeld: compared with main, 2 errors

                """)
    }

    @Test("The base is the target branch of the pull request")
    func base() throws {
        try git("branch", "release")
        try write(version: "App", Self.v1.replacing("Decimal", with: "Double"))
        try commit("edit")
        try git("branch", "-f", "main")
        let release = try Zseed.run(
            "guard", "models/App.xcdatamodeld", in: folder.path,
            environment: ["GITHUB_BASE_REF": "", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""])
        #expect(release.status == 0, "\(release.output)")
        try git("update-ref", "refs/remotes/origin/release", "release")
        let pull = try Zseed.run(
            "guard", "models/App.xcdatamodeld", in: folder.path,
            environment: [
                "GITHUB_BASE_REF": "release", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
            ])
        #expect(pull.status == 1)
        #expect(
            pull.output.hasSuffix("models/App.xcdatamodeld: compared with origin/release, 2 errors\n"),
            "\(pull.output)")
    }

    @Test("The unversioned source becomes the first version, which must stay unchanged")
    func firstVersion() throws {
        try folder.write(
            "import SwiftData\n@Model final class Trip { var name: String = \"\"; var days: Int = 1 }\n",
            as: "Trip.swift")
        try commit("trip")
        try git("branch", "-f", "main")
        let versioned = Self.schema + "typealias Trip = SchemaV1.Trip\n"
        try folder.write(versioned, as: "Trip.swift")
        #expect(
            try Zseed.run("guard", "Trip.swift", in: folder.path).output
                == "Trip: opens as it is\n\nTrip.swift: compared with main, no objections\n")
        try folder.write(versioned.replacing("days: Int", with: "days: Double"), as: "Trip.swift")
        #expect(
            try Zseed.run("guard", "Trip.swift", in: folder.path).output == """
                Trip.swift: error: SchemaV1 was published and must not be edited: Trip.days: Integer 64 in the base, \
                Double in the working tree; add a version instead
                Trip.swift: error: stores of Trip: Trip.days: Integer 64 → Double needs a mapping

                Trip: needs a mapping to SchemaV1

                Trip.swift: compared with main, 2 errors

                """)
    }
}
