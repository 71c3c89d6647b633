import Files
import ObjectModel
import SwiftSource

/// An Xcode project: its targets and the places of their files.
///
/// The members of a target are listed in its sources phases. Since Xcode 16, they are also in the folders that the
/// project and the file system share (docs/start/swiftdata.md#projects).
struct XcodeProject {
    /// A target that builds something.
    struct Target {
        let id: String
        let name: String
        /// The product type without its common prefix: `application` for `com.apple.product-type.application`.
        let kind: String
        let object: OpenStepValue

        var isApplication: Bool { kind.hasPrefix("application") }

        /// Whether it is an independent application, not one for a watch or a part of another.
        var isMainApplication: Bool { kind == "application" && !isForWatch }

        /// Whether its build settings make it a watch application, which has no product type of its own since Xcode 14.
        let isForWatch: Bool

        /// Whether its product can be linked by other targets.
        var isLibrary: Bool { kind.hasPrefix("framework") || kind.hasPrefix("library") }

        var isTest: Bool { kind.hasPrefix("bundle.u") && kind.contains("test") }
    }

    /// The project's folder: `App.xcodeproj`.
    let path: String
    /// The project file in that folder.
    let file: String
    let targets: [Target]
    /// The folders of packages that the project refers to.
    let packages: [String]
    /// Folders that the project refers to as files, and that may be packages.
    let loosePackages: [String]
    /// The projects that it refers to.
    let projects: [String]
    private let objects: [String: OpenStepValue]
    /// The paths of files and groups, by their identifiers.
    private let places: [String: String]
    /// The groups that are shared with the file system, in the order of the project.
    private let folders: [String]
    /// The indexes of the targets, by their identifiers.
    private let placesOfTargets: [String: Int]
    /// The indexes of library targets, by the names of the files that they build.
    let libraries: [String: [Int]]

    /// Reads a project.
    ///
    /// - Throws: ``ModelSourceFailure``.
    init(path: String) throws {
        let path = FilePath(path).withoutFinalSlash
        self.path = path
        let file = path + "/project.pbxproj"
        self.file = file
        let root = try Self.contents(of: file)
        func failure(_ words: String, at value: OpenStepValue?) -> ModelSourceFailure {
            ModelSourceFailure([Self.issue(words, file, (value ?? root).location)])
        }
        guard let objects = root.dictionary?["objects"]?.dictionary else {
            throw failure("a project has `objects`", at: root.dictionary?["objects"])
        }
        guard let id = root.text("rootObject"), let project = objects[id], project.text("isa") == "PBXProject"
        else { throw failure("`rootObject` names no project", at: root.dictionary?["rootObject"]) }
        self.objects = objects
        var targets: [Target] = []
        var placesOfTargets: [String: Int] = [:]
        var libraries: [String: [Int]] = [:]
        for reference in project.dictionary?["targets"]?.list ?? [] {
            guard let id = reference.text, let object = objects[id] else {
                throw failure("there is no such target", at: reference)
            }
            guard object.text("isa") == "PBXNativeTarget", placesOfTargets[id] == nil else { continue }
            guard let name = object.text("name") else { throw failure("a target has a `name`", at: object) }
            let kind = (object.text("productType") ?? "").replacing("com.apple.product-type.", with: "")
            let target = Target(
                id: id, name: name, kind: kind, object: object, isForWatch: Self.isForWatch(object, objects))
            if target.isLibrary {
                let product = object.text("productReference").flatMap { objects[$0]?.text("path") }
                let file = product.map { FilePath($0).name } ?? name + ".framework"
                libraries[file, default: []].append(targets.count)
            }
            placesOfTargets[id] = targets.count
            targets.append(target)
        }
        (self.targets, self.placesOfTargets, self.libraries) = (targets, placesOfTargets, libraries)
        let folder = FilePath(path).folder.text
        let source = Self.path(project.text("projectDirPath") ?? "", in: folder)
        var walk = Walk(objects: objects, source: source)
        if let main = project.text("mainGroup") { walk.add(main, in: source) }
        places = walk.places
        folders = walk.folders
        packages = project.texts("packageReferences").compactMap { objects[$0] }
            .filter { $0.text("isa") == "XCLocalSwiftPackageReference" }
            .compactMap { $0.text("relativePath") }.map { Self.path($0, in: source) }
        loosePackages = walk.loose
        projects = (project.dictionary?["projectReferences"]?.list ?? [])
            .compactMap { $0.text("ProjectRef").flatMap { walk.places[$0] } }
    }

    private static func isForWatch(_ target: OpenStepValue, _ objects: [String: OpenStepValue]) -> Bool {
        let list = target.text("buildConfigurationList").flatMap { objects[$0] }
        let settings = (list?.texts("buildConfigurations") ?? []).compactMap {
            objects[$0]?.dictionary?["buildSettings"]
        }
        return settings.contains { settings in
            settings.text("SDKROOT") == "watchos"
                || settings.dictionary?.keys.contains { $0.hasPrefix("INFOPLIST_KEY_WK") } ?? false
        }
    }

    private static func contents(of file: String) throws -> OpenStepValue {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.first(mostBytes + 1, of: file)
        } catch {
            throw ModelSourceFailure([ModelSourceIssue(.error, .unreadable(error.reason), path: file)])
        }
        guard bytes.count <= mostBytes else {
            throw ModelSourceFailure([
                ModelSourceIssue(.error, .tooMany(what: "bytes", limit: mostBytes), path: file)
            ])
        }
        do {
            // Some tools write XML, which Xcode also reads.
            if bytes.starts(with: "<?xml".utf8) { return OpenStepValue(try PropertyList(bytes: bytes)) }
            return try OpenStepReader.read(bytes)
        } catch let error as OpenStepReader.Problem {
            throw ModelSourceFailure([issue(error.words, file, error.location)])
        } catch let error as ModelError {
            throw ModelError(error.problem, path: file, line: error.line, column: error.column)
        }
    }

    private static let mostBytes = Limits.projectBytes.most

    static func issue(_ words: String, _ file: String, _ location: SourceLocation) -> ModelSourceIssue {
        ModelSourceIssue(
            .error, .damagedProject(words), path: file, line: location.line, column: location.column)
    }

    /// Returns a path of a project: an absolute path as it is, a relative one below the folder.
    static func path(_ text: String, in folder: String) -> String {
        if FilePath(text).isAbsolute { return text }
        let inner = text.hasPrefix("./") ? String(text.dropFirst(2)) : text
        if inner.isEmpty || inner == "." { return folder }
        return folder == "." ? inner : FilePath(folder).appending(inner).text
    }

    /// Returns a path as the file system writes it, because projects and file systems may write `é` as one character or
    /// two. Returns the path itself if there is no such file.
    ///
    /// - Throws: `FileError` if a folder cannot be read.
    static func onDisk(_ path: String) throws(FileError) -> String {
        guard path.utf8.contains(where: { $0 > 0x7F }), try FileStatus(path: path) == nil else { return path }
        var found = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/").map(String.init) {
            var next = found.isEmpty ? part : FilePath(found).appending(part).text
            if try FileStatus(path: next) == nil {
                let folder = found.isEmpty ? "." : found
                guard try FileStatus(path: folder)?.isFolder == true else { return path }
                let names: [String]
                do throws(FileError) {
                    names = try Folder.names(in: folder)
                } catch  where error.isForbidden {
                    return path
                }
                // Swift compares texts by canonical equivalence.
                guard let name = names.first(where: { $0 == part }) else { return path }
                next = found.isEmpty ? name : FilePath(found).appending(name).text
            }
            found = next
        }
        return found
    }

    // MARK: Places

    /// A walk through the groups, from the outermost one.
    private struct Walk {
        let objects: [String: OpenStepValue]
        let source: String
        var places: [String: String] = [:]
        var folders: [String] = []
        /// Folders that are referred to as files, as packages were before Xcode 15.
        var loose: [String] = []
        private var visited: Set<String> = []

        init(objects: [String: OpenStepValue], source: String) {
            (self.objects, self.source) = (objects, source)
        }

        mutating func add(_ id: String, in folder: String) {
            var waiting: [(id: String, parent: String?)] = [(id, folder)]
            while let (id, parent) = waiting.popLast() {
                // Only a damaged project contains a group twice.
                guard let object = objects[id], visited.insert(id).inserted else { continue }
                let place = place(of: object, in: parent)
                if let place {
                    places[id] = place
                    switch object.text("isa") {
                    case "PBXFileSystemSynchronizedRootGroup": folders.append(id)
                    case "PBXFileReference":
                        let kind = object.text("lastKnownFileType") ?? ""
                        if kind == "wrapper" || kind == "folder" { loose.append(place) }
                    default: break
                    }
                }
                waiting += object.texts("children").reversed().map { ($0, place) }
            }
        }

        private func place(of object: OpenStepValue, in parent: String?) -> String? {
            let text = object.text("path") ?? ""
            switch object.text("sourceTree") ?? "<group>" {
            case "<group>": return parent.map { XcodeProject.path(text, in: $0) }
            case "SOURCE_ROOT": return XcodeProject.path(text, in: source)
            case "<absolute>": return text
            default: return nil
            }
        }
    }

    // MARK: Members

    /// Returns the Swift files and models of a target, in the order of the project.
    ///
    /// - Throws: ``ModelSourceFailure``, `FileError`.
    func members(of target: Target, within reach: ProjectReach) throws -> Members {
        var members = Members()
        for phase in phases("PBXSourcesBuildPhase", of: target) {
            for id in phase.texts("files") {
                guard let written = objects[id]?.text("fileRef").flatMap({ places[$0] }),
                    Members.counts(written), let place = try reach.admitted(written)
                else { continue }
                members.add(place, module: target.name)
            }
        }
        let listed = Set(target.object.texts("fileSystemSynchronizedGroups"))
        for folder in folders {
            try add(folder, isListed: listed.contains(folder), for: target, within: reach, to: &members)
        }
        return members
    }

    private func phases(_ kind: String, of target: Target) -> [OpenStepValue] {
        target.object.texts("buildPhases").compactMap { objects[$0] }.filter { $0.text("isa") == kind }
    }

    /// Returns the indexes of this project's libraries that a target depends on or links.
    func linked(to target: Target) -> [Int] {
        var found: Set<Int> = []
        for id in target.object.texts("dependencies") {
            guard let other = objects[id]?.text("target").flatMap({ placesOfTargets[$0] }),
                targets[other].isLibrary
            else { continue }
            found.insert(other)
        }
        for name in librariesLinked(by: target) { found.formUnion(libraries[name] ?? []) }
        return found.sorted()
    }

    /// Returns the names of library files that a target links, built by this project or another.
    func librariesLinked(by target: Target) -> Set<String> {
        var names: Set<String> = []
        for phase in phases("PBXFrameworksBuildPhase", of: target) {
            for id in phase.texts("files") {
                guard let path = objects[id]?.text("fileRef").flatMap({ objects[$0]?.text("path") }) else {
                    continue
                }
                names.insert(FilePath(path).name)
            }
        }
        return names
    }

    /// Returns the package products that a target uses.
    func products(of target: Target) -> [String] {
        var ids = target.object.texts("packageProductDependencies")
        for phase in phases("PBXFrameworksBuildPhase", of: target) {
            ids += phase.texts("files").compactMap { objects[$0]?.text("productRef") }
        }
        var seen: Set<String> = []
        return ids.compactMap { objects[$0]?.text("productName") }.filter { seen.insert($0).inserted }
    }

    /// Adds the files of a shared folder to a target: all except the exceptions if the target lists the folder,
    /// otherwise only the exceptions.
    private func add(
        _ id: String, isListed: Bool, for target: Target, within reach: ProjectReach,
        to members: inout Members
    ) throws {
        guard let object = objects[id], let written = places[id] else { return }
        let exceptions = PathSet(
            object.texts("exceptions").compactMap { objects[$0] }
                .filter {
                    $0.text("isa") == "PBXFileSystemSynchronizedBuildFileExceptionSet"
                        && $0.text("target") == target.id
                }
                .flatMap { $0.texts("membershipExceptions") })
        guard isListed || !exceptions.isEmpty else { return }
        let place = try Self.onDisk(written)
        for name in try reach.names(below: place) where exceptions.holds(name) != isListed {
            members.add(FilePath(place).appending(name).text, module: target.name)
        }
    }
}

/// The members of a target and of the targets that it links.
struct Members {
    /// Swift files, each with its module.
    private(set) var sources: [(path: String, module: String)] = []
    /// Folders with the extension `.xcdatamodeld` or `.xcdatamodel`.
    private(set) var models: [String] = []
    private var known: Set<String> = []

    /// Returns whether a name is that of a Core Data model.
    static func isModel(_ name: String) -> Bool {
        name.hasSuffix(".xcdatamodeld") || name.hasSuffix(".xcdatamodel")
    }

    /// Returns whether a name is that of a model or a Swift file.
    static func counts(_ name: String) -> Bool { name.hasSuffix(".swift") || isModel(name) }

    mutating func add(_ path: String, module: String) {
        guard known.insert(path).inserted else { return }
        if path.hasSuffix(".swift") {
            sources.append((path, module))
        } else if Self.isModel(path) {
            models.append(path)
        }
    }

    /// Adds the members of another target. Each file keeps its module.
    mutating func add(_ others: Members) {
        for source in others.sources { add(source.path, module: source.module) }
        for model in others.models { add(model, module: "") }
    }
}

/// Paths below a folder. A folder includes everything in it.
struct PathSet {
    // Names are compared by canonical equivalence, because file systems write `é` in two ways.
    private let paths: Set<String>
    var isEmpty: Bool { paths.isEmpty }

    init(_ paths: [String]) { self.paths = Set(paths.map { FilePath($0).withoutFinalSlash }) }

    /// Returns whether a path is one of these paths, or inside one.
    func holds(_ path: String) -> Bool {
        if paths.isEmpty { return false }
        if paths.contains(".") || paths.contains(path) { return true }
        return path.indices.contains { path[$0] == "/" && paths.contains(String(path[..<$0])) }
    }
}
