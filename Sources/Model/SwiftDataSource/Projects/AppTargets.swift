import Files
import ObjectModel
import SwiftSource

/// The targets of an Xcode project, a workspace, a package, or a folder with one.
final class AppTargets {
    /// The kind of project that a path names.
    enum Root: Equatable {
        case project(String)
        case workspace(String)
        case package(String)
        /// The projects of a folder, or its workspaces, if there are several.
        case several([String])
    }

    /// A chosen target, with its members.
    struct Chosen {
        let name: String
        /// The project of the target, if the folder has several.
        var project: String?
        let members: Members
        /// Whether the target was inferred, because the user did not name one.
        let isInferred: Bool
    }

    /// One of the targets.
    private struct Entry {
        let name: String
        /// The project; nil for a target of a package.
        var project: String?
        var isApplication = false
        var isMainApplication = false
        let isTest: Bool
        let origin: Origin
    }

    /// The index of the project or package, and the index of the target in it.
    private enum Origin {
        case project(Int, target: Int)
        case package(Int, target: Int)
    }

    private let path: String
    private let reach: ProjectReach
    private var projects: [XcodeProject] = []
    private var packages: [PackageManifest] = []
    private var read: Set<FileIdentity> = []
    /// The project and package files that list the members.
    private(set) var files: [String] = []
    /// The missing projects and packages that others refer to.
    private var missing: [String] = []
    private var knownMissing: Set<String> = []
    private var isPackage = false

    /// Returns the kind of project that a path names; nil for a file or folder with only sources.
    ///
    /// - Throws: `FileError` if the path cannot be read.
    static func root(of path: String) throws(FileError) -> Root? {
        guard try FileStatus(path: path)?.isFolder == true else { return nil }
        let text = FilePath(path).withoutFinalSlash
        switch FilePath(text).fileExtension {
        case "xcodeproj": return .project(text)
        case "xcworkspace": return .workspace(text)
        case "xcdatamodel", "xcdatamodeld", "momd": return nil
        default: break
        }
        let names = try Folder.names(in: text)
        func paths(_ kind: String) -> [String] {
            // The project that CocoaPods generates has no models of the app.
            names.sortedInBinaryOrder()
                .filter { $0.hasSuffix("." + kind) && !$0.hasPrefix(".") && $0 != "Pods.xcodeproj" }
                .map { XcodeProject.path($0, in: text) }
        }
        let (workspaces, projects) = (paths("xcworkspace"), paths("xcodeproj"))
        if workspaces.count == 1 { return .workspace(workspaces[0]) }
        if projects.count == 1 { return .project(projects[0]) }
        let several = projects.isEmpty ? workspaces : projects
        if !several.isEmpty { return .several(several) }
        return names.contains("Package.swift") ? .package(text) : nil
    }

    /// Returns the nearest projects and workspaces below a folder that has none itself and is not a package; nil if
    /// there are none. A folder with Swift files, or of a tool that generates the project, is read as it is.
    ///
    /// - Parameter closed: The unreadable folders, with the reason of each.
    private static func rootBelow(
        _ path: String, closed: inout [(folder: String, reason: String)]
    ) throws(FileError) -> Root? {
        var level = [FilePath(path).withoutFinalSlash]
        for _ in 0..<4 {
            var (inner, found): ([String], [String]) = ([], [])
            for folder in level {
                let names = try Folder.names(in: folder).filter { !$0.hasPrefix(".") }.sortedInBinaryOrder()
                if names.contains(where: { $0.hasSuffix(".swift") || $0 == "project.yml" }) { continue }
                for name in names where !isSkipped(name) {
                    let place = XcodeProject.path(name, in: folder)
                    // Links are not followed, because they may lead anywhere.
                    guard try FileStatus(path: place, followsLinks: false)?.isFolder == true else { continue }
                    inner.append(place)
                }
            }
            guard inner.count < 1000 else { return nil }
            var open: [String] = []
            for folder in inner {
                do throws(FileError) {
                    switch try root(of: folder) {
                    case .project(let path)? where folder != path, .workspace(let path)? where folder != path:
                        found.append(path)
                    case .several(let paths)?: found += paths
                    default: break
                    }
                    open.append(folder)
                } catch  where error.isForbidden {
                    closed.append((folder, error.reason))
                }
            }
            if found.count == 1 {
                return found[0].hasSuffix(".xcworkspace") ? .workspace(found[0]) : .project(found[0])
            }
            if !found.isEmpty { return .several(found) }
            level = open
        }
        return nil
    }

    /// Returns whether a folder contains third-party or generated files, by its name.
    private static func isSkipped(_ name: String) -> Bool {
        name.contains(".")
            || ["Pods", "Carthage", "DerivedData", "SourcePackages", "node_modules"].contains(name)
    }

    /// Reads the project, workspace or package of a path; nil if there are only sources, or all of a package counts.
    ///
    /// - Throws: ``ModelSourceFailure``, `FileError`.
    init?(path: String, target: String?) throws {
        let own = try Self.root(of: path)
        var closed: [(folder: String, reason: String)] = []
        let isFolder = try FileStatus(path: path)?.isFolder == true
        let below = try own == nil && isFolder ? Self.rootBelow(path, closed: &closed) : nil
        let root = own ?? below
        switch root {
        case .package? where target == nil: return nil
        case nil:
            guard target == nil else {
                throw ModelSourceFailure([ModelSourceIssue(.error, .noTargets, path: path)])
            }
            return nil
        default: break
        }
        self.path = path
        reach = try ProjectReach(folder: Self.folder(of: root, path))
        for (folder, reason) in closed {
            reach.warn(.unreadable(reason + ": the folder is left out"), at: folder)
        }
        switch root {
        case .project(let project)?: try addProject(project)
        case .workspace(let workspace)?: try addWorkspace(workspace)
        case .several(let paths)?:
            for path in paths {
                try path.hasSuffix(".xcworkspace") ? addWorkspace(path) : addProject(path)
            }
        case .package(let package)?:
            isPackage = true
            try addPackage(package)
        case nil: break
        }
        try addEntries()
        // If the projects have no models, sources around them may have some.
        if below != nil, try target == nil && allWithModels().isEmpty { return nil }
    }

    /// Returns the folder of a project's files: the folder that contains the project, or the package itself.
    private static func folder(of root: Root?, _ path: String) -> String {
        let file: String
        switch root {
        case .project(let project): file = project
        // A workspace inside a project belongs to that project.
        case .workspace(let workspace):
            let folder = FilePath(workspace).folder
            file = folder.fileExtension == "xcodeproj" ? folder.text : workspace
        case .package, .several, nil: return path
        }
        return FilePath(file).folder.text
    }

    private func addWorkspace(_ path: String) throws {
        let workspace = try XcodeWorkspace(path: path)
        files.append(workspace.file)
        for project in workspace.projects {
            guard let project = try reach.admitted(project) else { continue }
            if try FileStatus(path: project) == nil {
                try addMissing(project)
            } else {
                try addProject(project)
            }
        }
        for package in workspace.packages { try addPackage(package) }
    }

    private func addProject(_ path: String) throws {
        guard try isNew(path) else { return }
        let project = try XcodeProject(path: path)
        projects.append(project)
        files.append(project.file)
        for package in project.packages where try !addPackage(package) { try addMissing(package) }
        for package in project.loosePackages { try addPackage(package) }
        for inner in project.projects where FilePath(inner).name != "Pods.xcodeproj" {
            // A missing project of a library that was not fetched has no models of the app.
            guard try FileStatus(path: inner + "/project.pbxproj") != nil, try reach.admits(inner) else {
                continue
            }
            try addProject(try FilePath(inner).withoutDetours().text)
        }
    }

    /// Adds a package and the local packages that it depends on, each once.
    ///
    /// - Returns: Whether there is a package in the folder.
    @discardableResult
    private func addPackage(_ folder: String) throws -> Bool {
        let folder = try XcodeProject.onDisk(folder)
        guard try FileStatus(path: XcodeProject.path("Package.swift", in: folder))?.isRegularFile == true
        else { return false }
        guard try reach.admits(folder), try isNew(folder) else { return true }
        let manifest = try PackageManifest(folder: FilePath(folder).withoutDetours().text)
        packages.append(manifest)
        files.append(manifest.file)
        for inner in manifest.packages {
            if try FileIdentity.isSame(inner, folder) {
                reach.warn(.selfDependency, at: manifest.file)
            } else if try !addPackage(inner) {
                try addMissing(inner)
            }
        }
        return true
    }

    /// Returns whether a project or package is read for the first time, under any of its paths.
    private func isNew(_ path: String) throws -> Bool {
        guard let identity = try FileIdentity(path) else { return true }
        guard read.insert(identity).inserted else { return false }
        guard read.count <= Limits.projects.most else {
            throw ProjectReach.tooMany("projects and packages", Limits.projects, self.path)
        }
        return true
    }

    private func addMissing(_ path: String) throws {
        let path = try FilePath(path).withoutDetours().text
        if knownMissing.insert(path).inserted { missing.append(path) }
    }

    /// The Swift files that were read for one of the targets.
    var sourceFiles: [String: SwiftFile] = [:]

    /// The warnings about missing and omitted files so far.
    var issues: [ModelSourceIssue] {
        missing.map { ModelSourceIssue(.warning, .missingReference, path: $0) } + reach.issues
    }

    // MARK: Choosing

    /// Returns the target with this name. Without a name, returns the only application, or the only target with models.
    ///
    /// - Throws: ``ModelSourceFailure``.
    func chosen(_ name: String?) throws -> Chosen {
        func failure(_ problem: ModelSourceIssue.Problem) -> ModelSourceFailure {
            ModelSourceFailure(
                issues.filter(\.explainsErrors) + [ModelSourceIssue(.error, problem, path: path)])
        }
        func chosen(_ place: Int) throws -> Chosen { try self.chosen(place, isInferred: name == nil) }
        if let name {
            let named = entries.indices.filter { entries[$0].name == name }
            guard let place = named.first else {
                throw failure(.unknownTarget(name, available: entries.filter { !$0.isTest }.map(\.name)))
            }
            let paths = named.compactMap { entries[$0].project }
            guard paths.count < 2 else { throw failure(.ambiguousProject(target: name, paths: paths)) }
            return try chosen(place)
        }
        let own = entries.indices.filter { !entries[$0].isTest }
        let all = own.filter { entries[$0].isApplication }
        let main = all.filter { entries[$0].isMainApplication }
        // A watch app or an app clip is part of the main application.
        let applications = main.count == 1 ? main : all
        if applications.count == 1, try own.count == 1 || hasModels(applications[0]) {
            return try chosen(applications[0])
        }
        for candidates in [applications, own] {
            let found = try candidates.filter(hasModels)
            if found.count == 1 { return try chosen(found[0]) }
            var seen: Set<String> = []
            let names = found.map { entries[$0].name }.filter { seen.insert($0).inserted }
            if names.count == 1 {
                throw failure(
                    .ambiguousProject(target: names[0], paths: found.compactMap { entries[$0].project }))
            }
            if !found.isEmpty { throw failure(.ambiguousTarget(names)) }
        }
        if applications.count == 1 { return try chosen(applications[0]) }
        throw failure(.ambiguousTarget([]))
    }

    /// Returns all targets that have models, except tests.
    ///
    /// - Throws: ``ModelSourceFailure``, `FileError`.
    func allWithModels() throws -> [Chosen] {
        try entries.indices.filter { try !entries[$0].isTest && hasModels($0) }.map { place in
            Chosen(name: entries[place].name, members: try members(of: place), isInferred: false)
        }
    }

    /// Returns whether one of the members is a `@Model` class.
    ///
    /// - Throws: `FileError`.
    func hasClasses(_ members: Members) throws(FileError) -> Bool { try reach.hasClasses(members) }

    // MARK: Members

    /// The targets: those of projects, then those of packages.
    private var entries: [Entry] = []
    /// The first target of each project and of each package in ``entries``.
    private var starts: (projects: [Int], packages: [Int]) = ([], [])
    /// The library targets of all projects, by the names of the files that they build.
    private var libraries: [String: [(project: Int, place: Int)]] = [:]
    /// The packages that have a product, by the product's name.
    private var vendors: [String: [Int]] = [:]
    private var ownMembers: [Int: Members] = [:]
    private var ownModels: [Int: Bool] = [:]
    private var withModels: [Int: Bool] = [:]
    private var links: [Int: [Int]] = [:]
    /// The number of targets and files so far. A file counts once for each target that it belongs to.
    private var memberCount = 0

    private func addEntries() throws {
        for (index, project) in projects.enumerated() {
            starts.projects.append(entries.count)
            for (file, targets) in project.libraries {
                libraries[file, default: []] += targets.map { (index, entries.count + $0) }
            }
            for (place, target) in project.targets.enumerated() {
                entries.append(
                    Entry(
                        name: target.name, project: project.path, isApplication: target.isApplication,
                        isMainApplication: target.isMainApplication, isTest: target.isTest,
                        origin: .project(index, target: place)))
            }
        }
        for (index, package) in packages.enumerated() {
            starts.packages.append(entries.count)
            for product in package.products.keys { vendors[product, default: []].append(index) }
            for (place, target) in package.targets.enumerated() {
                entries.append(
                    Entry(
                        name: target.name, isApplication: isPackage && target.isExecutable,
                        isTest: target.isTest, origin: .package(index, target: place)))
            }
        }
        guard entries.count <= Limits.projectTargets.most else {
            throw ProjectReach.tooMany("targets", Limits.projectTargets, path)
        }
    }

    private func chosen(_ place: Int, isInferred: Bool) throws -> Chosen {
        Chosen(
            name: entries[place].name, project: projects.count > 1 ? entries[place].project : nil,
            members: try members(of: place), isInferred: isInferred)
    }

    /// Returns the members of a target and of the libraries that it links, from its project, other projects and
    /// packages.
    private func members(of place: Int) throws -> Members {
        var members = Members()
        for part in try parts(of: place) {
            members.add(try own(part))
            try count(try own(part).sources.count)
        }
        return members
    }

    private func count(_ more: Int) throws {
        memberCount += more
        guard memberCount <= Limits.targetMembers.most else {
            throw ProjectReach.tooMany("members of targets", Limits.targetMembers, path)
        }
    }

    private func hasModels(_ place: Int) throws -> Bool {
        if let known = withModels[place] { return known }
        let isFound = try parts(of: place).contains { part in
            let isFound = try ownModels[part] ?? reach.hasModels(own(part))
            ownModels[part] = isFound
            return isFound
        }
        withModels[place] = isFound
        return isFound
    }

    /// Returns the files and models of a target itself.
    private func own(_ place: Int) throws -> Members {
        if let known = ownMembers[place] { return known }
        let members =
            switch entries[place].origin {
            case .project(let project, let target):
                try projects[project].members(of: projects[project].targets[target], within: reach)
            case .package(let package, let target):
                try packages[package].members(of: packages[package].targets[target], within: reach)
            }
        ownMembers[place] = members
        return members
    }

    /// Returns a target and all targets that it links, directly or indirectly, each once.
    private func parts(of place: Int) throws -> [Int] {
        var found = [place]
        var seen: Set<Int> = [place]
        var next = 0
        while next < found.count {
            found += linked(to: found[next]).filter { seen.insert($0).inserted }
            next += 1
        }
        try count(found.count)
        return found
    }

    private func linked(to place: Int) -> [Int] {
        if let known = links[place] { return known }
        var found: [Int] = []
        switch entries[place].origin {
        case .project(let index, let target):
            let (project, target) = (projects[index], projects[index].targets[target])
            found = project.linked(to: target).map { starts.projects[index] + $0 }
            // Products of remote packages have no models of the app.
            for product in project.products(of: target) { found += targets(of: product, besides: nil) }
            found += project.librariesLinked(by: target).flatMap { libraries[$0] ?? [] }
                .filter { $0.project != index }.map(\.place).sorted()
        case .package(let index, let target):
            for name in Set(packages[index].targets[target].dependencies).sortedInBinaryOrder() {
                if let target = packages[index].places[name] { found.append(starts.packages[index] + target) }
                found += targets(of: name, besides: index)
            }
        }
        links[place] = found
        return found
    }

    /// Returns the targets of a package's product.
    private func targets(of product: String, besides own: Int?) -> [Int] {
        guard let index = vendors[product]?.first(where: { $0 != own }) else { return [] }
        return (packages[index].products[product] ?? []).compactMap { packages[index].places[$0] }
            .map { starts.packages[index] + $0 }
    }
}
