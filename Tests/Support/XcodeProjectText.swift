/// The text of an Xcode project, built object by object.
package struct XcodeProjectText {
    /// `{isa = PBXProject; …}` and all other objects, each with its identifier.
    private var objects: [String] = []
    private var targets: [String] = []
    /// More attributes of the project object.
    package var attributes = ""

    package init() {}

    package mutating func add(_ id: String, _ object: String) {
        objects.append("\t\t\(id) /* of \(id) */ = {\(object)};")
    }

    /// Adds a target with a sources phase for files with these identifiers.
    package mutating func addTarget(
        _ name: String, kind: String = "application", files: [String] = [], _ more: String = ""
    ) {
        let id = name.replacing(" ", with: "")
        targets.append("T\(id)")
        for file in files { add("B\(id)\(file)", "isa = PBXBuildFile; fileRef = \(file); ") }
        let list = files.map { "B\(id)\($0)" }.joined(separator: ", ")
        add("S\(id)", "isa = PBXSourcesBuildPhase; buildActionMask = 2147483647; files = (\(list)); ")
        add(
            "T\(id)",
            """
            isa = PBXNativeTarget; buildPhases = (S\(id)); name = "\(name)"; \
            productType = "com.apple.product-type.\(kind)"; \(more)
            """)
    }

    /// Adds a folder of the file system; `exceptions` are files that are not members, by target.
    package mutating func addFolder(
        _ id: String, path: String, exceptions: [(target: String, names: String)] = []
    ) {
        for (index, exception) in exceptions.enumerated() {
            add(
                "X\(id)\(index)",
                """
                isa = PBXFileSystemSynchronizedBuildFileExceptionSet; \
                membershipExceptions = (\(exception.names)); target = T\(exception.target);
                """)
        }
        let list = exceptions.indices.map { "X\(id)\($0)" }.joined(separator: ", ")
        add(
            id,
            "isa = PBXFileSystemSynchronizedRootGroup; exceptions = (\(list)); path = \(path); sourceTree = \"<group>\"; "
        )
    }

    package mutating func addFile(_ id: String, _ path: String, tree: String = "\"<group>\"") {
        add(
            id,
            "isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = \(path); sourceTree = \(tree); "
        )
    }

    package mutating func addGroup(_ id: String, _ children: String, path: String? = nil) {
        let path = path.map { "path = \($0); " } ?? ""
        add(id, "isa = PBXGroup; children = (\(children)); \(path)sourceTree = \"<group>\"; ")
    }

    package var text: String {
        """
        // !$*UTF8*$!
        {
        \tarchiveVersion = 1;
        \tclasses = {
        \t};
        \tobjectVersion = 77;
        \tobjects = {
        \(objects.joined(separator: "\n"))
        \t\tP = {isa = PBXProject; mainGroup = G; projectDirPath = ""; targets = (\(targets.joined(separator: ", "))); \(attributes)};
        \t};
        \trootObject = P /* Project object */;
        }

        """
    }

    /// Writes the project, and a `@Model` class for each Swift file, with the name of the file.
    package func write(into folder: TestFolder, as name: String = "App.xcodeproj", models: [String]) throws {
        try folder.write(text, as: name + "/project.pbxproj")
        for model in models {
            let entity = model.split(separator: "/").last?.dropLast(".swift".count) ?? ""
            try folder.write("import SwiftData\n@Model class \(entity) { var x: Int }\n", as: model)
        }
    }
}
