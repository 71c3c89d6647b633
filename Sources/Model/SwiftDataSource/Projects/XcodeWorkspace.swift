import Files
import ObjectModel

/// An Xcode workspace: the projects and packages in it.
struct XcodeWorkspace {
    /// The file with its contents.
    let file: String
    private(set) var projects: [String] = []
    private(set) var packages: [String] = []

    /// Reads a workspace.
    ///
    /// - Throws: ``ModelSourceFailure``, `ModelError`, `FileError`.
    init(path: String) throws {
        let path = FilePath(path).withoutFinalSlash
        let file = path + "/contents.xcworkspacedata"
        self.file = file
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.first(Limits.propertyListTextBytes.most + 1, of: file)
        } catch {
            throw ModelSourceFailure([ModelSourceIssue(.error, .unreadable(error.reason), path: file)])
        }
        let root: XMLTreeElement
        do {
            root = try XMLTreeElement.root(of: bytes)
        } catch let error as ModelError {
            throw ModelError(error.problem, path: file, line: error.line, column: error.column)
        }
        let folder = FilePath(path).folder.text
        try add(root, in: folder, container: folder)
    }

    private mutating func add(_ element: XMLTreeElement, in group: String, container: String) throws {
        for child in element.children {
            let place = Self.place(child.attributes["location"] ?? "", in: group, container: container)
            if child.name == "Group" {
                try add(child, in: place ?? group, container: container)
            } else if child.name == "FileRef", let place {
                if place.hasSuffix(".xcodeproj") {
                    // The project that CocoaPods generates has no models of the app.
                    if FilePath(place).name != "Pods.xcodeproj" { projects.append(place) }
                } else if try FileStatus(path: place + "/Package.swift")?.isRegularFile == true {
                    packages.append(place)
                }
            }
        }
    }

    /// Returns the path of a location: `group:App.xcodeproj` is relative to the group, `container:` to the workspace's
    /// folder.
    private static func place(_ location: String, in group: String, container: String) -> String? {
        let parts = location.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "group": return XcodeProject.path(String(parts[1]), in: group)
        case "container": return XcodeProject.path(String(parts[1]), in: container)
        case "absolute": return String(parts[1])
        // A workspace inside a project refers to that project.
        case "self": return container
        default: return nil
        }
    }
}
