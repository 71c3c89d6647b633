import Files
import Foundation
import TestSupport

extension LimitProbe {
    private static let list = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><plist version=\"1.0\">"

    static let models = [
        LimitProbe(limit: Limits.propertyListBytes, words: "more than 67108864 bytes") { folder, amount in
            try large("Model.mom", amount, from: "bplist00", in: folder)
            return ["hash", "Model.mom"]
        },
        LimitProbe(
            limit: Limits.propertyListTextBytes, words: "more than 16777216 bytes",
            slowness: .within("16 MB of XML")
        ) { folder, amount in
            let start = list + "<array><dict><key>text</key><string>a</string></dict></array>"
            try folder.write(padded(start, to: amount - "</plist>".count) + "</plist>", as: "n.plist")
            return try plan(folder, "plist: n.plist")
        },
        LimitProbe(limit: Limits.propertyListLevels, words: "more than 64 nested") { folder, amount in
            let deep = nested("<array>", "</array>", amount - 2)
            try folder.write(
                list + "<array><dict><key>text</key>\(deep)</dict></array></plist>", as: "n.plist")
            return try plan(folder, "plist: n.plist")
        },
        LimitProbe(
            limit: Limits.propertyListValues, words: "more than 1000000 elements",
            slowness: .both("a million elements of XML")
        ) { folder, amount in
            // The values are inside two elements, one of which has an attribute.
            let values = String(repeating: "<true/>", count: amount - 3)
            try folder.write(list + "<array>\(values)</array></plist>", as: "n.plist")
            return try plan(folder, "plist: n.plist")
        },
        LimitProbe(limit: Limits.modelLevels, words: "more than 128 nested elements") { folder, amount in
            try folder.writeModel(note + nested("<x>", "</x>", amount - 1))
            return ["hash", "Model.xcdatamodel"]
        },
        LimitProbe(limit: Limits.compositeLevels, words: "more than 8 nested composites") { folder, amount in
            let element = "<attribute name=\"a\" optional=\"YES\" attributeType=\"String\"/>"
            let deep = nested(
                "<attribute name=\"c\" optional=\"YES\" attributeType=\"Composite\">", "</attribute>", amount,
                element)
            try folder.writeModel("<entity name=\"Note\">\(deep)</entity>")
            return ["hash", "Model.xcdatamodel"]
        },
        LimitProbe(
            limit: Limits.compositeElements, words: "more than 100000 elements of composites"
        ) { folder, amount in
            func composite(_ name: String, _ count: Int) -> String {
                let elements = (0..<count).map { "<attribute name=\"e\($0)\" attributeType=\"Boolean\"/>" }
                return "<composite name=\"\(name)\">\(elements.joined())</composite>"
            }
            func attribute(_ name: String, _ type: String) -> String {
                "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"Composite\" type=\"\(type)\"/>"
            }
            let many = (0..<amount / 1_000).map { attribute("c\($0)", "C") }.joined()
            let rest = amount % 1_000
            try folder.writeModel(
                "<entity name=\"Note\">\(many)\(rest > 0 ? attribute("d", "D") : "")</entity>"
                    + composite("C", 1_000) + composite("D", max(rest, 1)))
            return ["hash", "Model.xcdatamodel"]
        },
        LimitProbe(
            limit: Limits.entities, words: "more than 16000 entities", slowness: .within("the hashes")
        ) { folder, amount in
            try folder.writeModel((0..<amount).map { "<entity name=\"E\($0)\"/>" }.joined())
            return ["hash", "Model.xcdatamodel"]
        },
        LimitProbe(limit: Limits.entityLevels, words: "inherits through more than 100 entities") {
            folder, amount in
            let others = (1..<amount).map { "<entity name=\"E\($0)\" parentEntity=\"E\($0 - 1)\"/>" }
            try folder.writeModel("<entity name=\"E0\"/>" + others.joined())
            return ["hash", "Model.xcdatamodel"]
        },
        LimitProbe(
            limit: Limits.properties, words: "more than 500000 properties",
            slowness: .both("the properties of 500 entities")
        ) { folder, amount in
            func properties(_ count: Int) -> String {
                (0..<count).map { "<attribute name=\"a\($0)\" optional=\"YES\" attributeType=\"Boolean\"/>" }
                    .joined()
            }
            let each = (amount - 1) / 500
            let subentities = (1..<500).map { "<entity name=\"E\($0)\" parentEntity=\"E\"/>" }.joined()
            try folder.writeModel(
                "<entity name=\"E\">\(properties(each))</entity>\(subentities)"
                    + "<entity name=\"R\">\(properties(amount - 500 * each))</entity>")
            return ["hash", "Model.xcdatamodel"]
        },
    ]

    // MARK: Swift source and projects

    private static let source = "import SwiftData\n@Model final class Item { var name: String = \"\" }\n"

    static let swift = [
        LimitProbe(
            limit: Limits.swiftFileBytes, words: "more than 8388608 bytes",
            slowness: .within("8 MB of a comment")
        ) { folder, amount in
            try folder.write(padded(source + "//", to: amount), as: "S.swift")
            return ["hash", "S.swift"]
        },
        LimitProbe(limit: Limits.swiftLevels, words: "is nested more than 100 levels deep") {
            folder, amount in
            // The value is inside the class, the property and its initial value.
            let deep = nested("(", ")", amount - 3, "\"\"")
            try folder.write(source.replacing("= \"\"", with: "= " + deep), as: "S.swift")
            return ["hash", "S.swift"]
        },
        LimitProbe(
            limit: Limits.swiftFiles, words: "more than 50000 Swift files", slowness: .both("50,000 files")
        ) { folder, amount in
            try folder.write(source, as: "S/A.swift")
            for number in 1..<amount { try folder.write("", as: "S/f\(number).swift") }
            return ["hash", "S"]
        },
        LimitProbe(
            limit: Limits.swiftFolders, words: "more than 20000 folders", slowness: .both("20,000 folders")
        ) { folder, amount in
            try folder.write(source, as: "S/A.swift")
            for number in 1..<amount {
                try FileManager.default.createDirectory(
                    atPath: folder.path + "/S/f\(number)", withIntermediateDirectories: false)
            }
            return ["hash", "S"]
        },
        LimitProbe(limit: Limits.folderLevels, words: "warning: more than 64 nested folders") {
            folder, amount in
            try folder.write(source, as: "S/A.swift")
            try FileManager.default.createDirectory(
                atPath: folder.path + "/S" + String(repeating: "/d", count: amount - 1),
                withIntermediateDirectories: true)
            return ["hash", "S"]
        },
        LimitProbe(
            limit: Limits.projectBytes, words: "more than 67108864 bytes",
            slowness: .within("64 MB of space")
        ) { folder, amount in
            try project(folder) { padded($0, to: amount) }
        },
        LimitProbe(limit: Limits.projectLevels, words: "more than 64 nested values") {
            folder, amount in
            // The value is inside the project, its objects and one of them.
            try project(folder) {
                $0.replacing(
                    "isa = PBXProject;", with: "isa = PBXProject; x = \(nested("(", ")", amount - 3));")
            }
        },
        LimitProbe(
            limit: Limits.projectValues, words: "more than 5000000 values",
            slowness: .both("five million values")
        ) { folder, amount in
            // The project has eight other values.
            try project(folder) {
                let values = String(repeating: "a,", count: amount - 8)
                return $0.replacing("isa = PBXProject;", with: "isa = PBXProject; x = (\(values));")
            }
        },
        LimitProbe(limit: Limits.projects, words: "more than 1000 projects and packages") { folder, amount in
            let packages = (1..<amount).map { "P\($0)" }
            for package in packages { try folder.write("", as: package + "/Package.swift") }
            return try project(folder) {
                let objects = packages.map {
                    "\($0) = { isa = XCLocalSwiftPackageReference; relativePath = \($0); };"
                }
                return $0.replacing(
                    "isa = PBXProject;",
                    with: "isa = PBXProject; packageReferences = (\(packages.joined(separator: ", ")));"
                ).replacing("objects = {", with: "objects = { \(objects.joined(separator: " "))")
            }
        },
        LimitProbe(limit: Limits.projectTargets, words: "more than 10000 targets") { folder, amount in
            try targets(folder, (0..<amount).map { "T\($0) = { isa = PBXNativeTarget; name = T\($0); };" })
        },
        LimitProbe(limit: Limits.targetMembers, words: "more than 1000000 members of targets") {
            folder, amount in
            // A chain of libraries, each of which counts all libraries before it, and separate ones for the rest.
            let count = Int(Double(2 * amount).squareRoot()) - 1
            let chain = (0..<count).map { number in
                "T\(number) = { isa = PBXNativeTarget; name = T\(number); productType = "
                    + "\"com.apple.product-type.framework\"; dependencies = (D\(number)); }; D\(number) = { "
                    + "isa = PBXTargetDependency; target = T\(number + 1); };"
            }
            let others = (count..<(count + amount - count * (count + 1) / 2)).map {
                "U\($0) = { isa = PBXNativeTarget; name = U\($0); };"
            }
            return try targets(folder, chain + others)
        },
    ]

    /// Writes a project with targets, given as the texts of objects.
    private static func targets(_ folder: TestFolder, _ objects: [String]) throws -> [String] {
        let names = objects.map { $0.prefix { $0 != " " } }.joined(separator: ", ")
        return try project(folder) {
            $0.replacing("targets = ()", with: "targets = (\(names))")
                .replacing("objects = {", with: "objects = { \(objects.joined(separator: " "))")
        }
    }

    /// Writes a project without targets.
    private static func project(_ folder: TestFolder, _ edit: (String) -> String) throws -> [String] {
        let text =
            "// !$*UTF8*$!\n{ archiveVersion = 1; objects = { R = { isa = PBXProject; targets = (); }; }; "
            + "rootObject = R; }"
        try folder.write(edit(text), as: "A.xcodeproj/project.pbxproj")
        return ["hash", "A.xcodeproj"]
    }
}
