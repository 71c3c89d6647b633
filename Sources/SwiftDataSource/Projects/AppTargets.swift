import Files
import ObjectModel

/// The targets of what somebody points at: an Xcode project, a workspace, a package, or a folder with one.
struct AppTargets {
    /// What a path is.
    enum Root: Equatable {
        case project(String)
        case workspace(String)
        case package(String)
        /// A folder's projects, or its workspaces, where there is no single one.
        case several([String])
    }

    /// A target that was chosen, with what belongs to it.
    struct Chosen {
        let name: String
        /// The project that it is of, where there are several in the folder.
        var project: String?
        let members: Members
        /// Whether nobody named it.
        let isInferred: Bool
    }

    /// One of the targets.
    private struct Entry {
        let name: String
        /// The project; nil for a package's.
        var project: String?
        let isApplication: Bool
        let isMainApplication: Bool
        let isTest: Bool
        let members: () throws -> Members
    }

    private let path: String
    private var projects: [XcodeProject] = []
    private var packages: [PackageManifest] = []
    /// The files that say what belongs to what.
    private(set) var files: [String] = []
    /// The projects and packages that they refer to and that are not there.
    private(set) var missing: [String] = []
    private let isPackage: Bool

    /// What a path is; nil for a file or folder of sources alone.
    ///
    /// - Throws: `FileError` where it cannot be looked at.
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
            // What CocoaPods made has no models of the app.
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

    /// Reads what a path is; nil for sources alone, and for a package of which all counts.
    ///
    /// - Throws: ``ModelSourceFailure``, `FileError`.
    init?(path: String, target: String?) throws {
        self.path = path
        switch try Self.root(of: path) {
        case .project(let project)?:
            isPackage = false
            try addProject(project)
        case .workspace(let workspace)?:
            isPackage = false
            try addWorkspace(workspace)
        case .several(let paths)?:
            isPackage = false
            for path in paths {
                try path.hasSuffix(".xcworkspace") ? addWorkspace(path) : addProject(path)
            }
        case .package(let package)?:
            guard target != nil else { return nil }
            isPackage = true
            try addPackage(package)
        case nil:
            guard target == nil else {
                throw ModelSourceFailure([ModelSourceIssue(.error, .noTargets, path: path)])
            }
            return nil
        }
    }

    private mutating func addWorkspace(_ path: String) throws {
        let workspace = try XcodeWorkspace(path: path)
        files.append(workspace.file)
        for project in workspace.projects {
            if try FileStatus(path: project) == nil {
                missing.append(project)
            } else {
                try addProject(project)
            }
        }
        for package in workspace.packages { try addPackage(package) }
    }

    private mutating func addProject(_ path: String) throws {
        guard projects.count < 1000, !projects.contains(where: { $0.path == path }) else { return }
        let project = try XcodeProject(path: path)
        projects.append(project)
        files.append(project.file)
        for package in project.packages where try !addPackage(package) { missing.append(package) }
        for package in project.loosePackages { try addPackage(package) }
        for inner in project.projects where FilePath(inner).name != "Pods.xcodeproj" {
            // One that a library brought along and nobody fetched has no models of the app.
            guard try FileStatus(path: inner + "/project.pbxproj") != nil else { continue }
            try addProject(inner)
        }
    }

    /// Adds a package with the local ones that it depends on, each once.
    ///
    /// - Returns: whether there is one.
    @discardableResult
    private mutating func addPackage(_ folder: String) throws -> Bool {
        guard packages.count < 1000, !packages.contains(where: { $0.folder == folder }) else { return true }
        guard try FileStatus(path: XcodeProject.path("Package.swift", in: folder))?.isRegularFile == true
        else { return false }
        let manifest = try PackageManifest(folder: folder)
        packages.append(manifest)
        files.append(manifest.file)
        for inner in manifest.packages where try !addPackage(inner) { missing.append(inner) }
        return true
    }

    // MARK: Choosing

    /// The target of a name; without one the only application, or the only target that has models.
    ///
    /// - Throws: ``ModelSourceFailure``.
    func chosen(_ name: String?) throws -> Chosen {
        func failure(_ problem: ModelSourceIssue.Problem) -> ModelSourceFailure {
            ModelSourceFailure([ModelSourceIssue(.error, problem, path: path)])
        }
        func chosen(_ entry: Entry, _ members: Members) -> Chosen {
            Chosen(
                name: entry.name, project: projects.count > 1 ? entry.project : nil, members: members,
                isInferred: name == nil)
        }
        let entries = entries
        if let name {
            let named = entries.filter { $0.name == name }
            guard let entry = named.first else {
                throw failure(.unknownTarget(name, available: entries.filter { !$0.isTest }.map(\.name)))
            }
            let paths = named.compactMap(\.project)
            guard paths.count < 2 else { throw failure(.ambiguousProject(target: name, paths: paths)) }
            return chosen(entry, try entry.members())
        }
        let own = entries.filter { !$0.isTest }
        let all = own.filter(\.isApplication)
        let main = all.filter(\.isMainApplication)
        // A watch's application or a clip is a part of the one that stands by itself.
        let applications = main.count == 1 ? main : all
        if applications.count == 1 {
            let members = try applications[0].members()
            if try members.hasModels || own.count == 1 {
                return chosen(applications[0], members)
            }
        }
        for candidates in [applications, own] {
            let found = try candidates.compactMap { entry in
                let members = try entry.members()
                return try members.hasModels ? (entry, members) : nil
            }
            if found.count == 1 { return chosen(found[0].0, found[0].1) }
            let names = found.reduce(into: [String]()) { names, next in
                if !names.contains(next.0.name) { names.append(next.0.name) }
            }
            if names.count == 1 {
                throw failure(
                    .ambiguousProject(target: names[0], paths: found.compactMap(\.0.project)))
            }
            if !found.isEmpty { throw failure(.ambiguousTarget(names)) }
        }
        if applications.count == 1 {
            return chosen(applications[0], try applications[0].members())
        }
        throw failure(.ambiguousTarget([]))
    }

    /// All targets but tests that have models.
    ///
    /// - Throws: ``ModelSourceFailure``, `FileError`.
    func allWithModels() throws -> [Chosen] {
        try entries.filter { !$0.isTest }.compactMap { entry in
            let members = try entry.members()
            return try members.hasModels ? Chosen(name: entry.name, members: members, isInferred: false) : nil
        }
    }

    /// The targets: those of projects, then those of packages.
    private var entries: [Entry] {
        var entries: [Entry] = []
        for project in projects {
            for target in project.targets {
                entries.append(
                    Entry(
                        name: target.name, project: project.path, isApplication: target.isApplication,
                        isMainApplication: target.isMainApplication, isTest: target.isTest
                    ) { try self.members(of: target, in: project) })
            }
        }
        for package in packages {
            for target in package.targets {
                entries.append(
                    Entry(
                        name: target.name, isApplication: isPackage && target.isExecutable,
                        isMainApplication: false, isTest: target.isTest
                    ) {
                        var members = Members()
                        try add([target.name], of: package, to: &members)
                        return members
                    })
            }
        }
        return entries
    }

    /// What belongs to a target, with the libraries that it links: of its project, of others, of packages.
    private func members(of target: XcodeProject.Target, in project: XcodeProject) throws -> Members {
        var members = Members()
        var done: Set<String> = []
        var waiting = [(project, target)]
        while let (project, target) = waiting.popLast() {
            members.add(try project.members(of: target))
            for product in project.products(of: target) { try add(product: product, to: &members) }
            let names = project.linked(to: target).reduce(into: Set<String>()) {
                $0.formUnion(project.libraries(linkedBy: $1))
            }
            for other in projects where other.path != project.path {
                for library in other.targets
                where library.isLibrary && names.contains(other.library(of: library))
                    && done.insert(other.path + "\n" + library.id).inserted
                {
                    waiting.append((other, library))
                }
            }
        }
        return members
    }

    /// Adds the targets of a package's product; one of a package from elsewhere has no models of the app.
    private func add(product: String, to members: inout Members) throws {
        guard let package = packages.first(where: { $0.products[product] != nil }) else { return }
        try add(package.products[product] ?? [], of: package, to: &members)
    }

    /// Adds targets of a package with those that they depend on, in other packages too.
    private func add(_ names: [String], of package: PackageManifest, to members: inout Members) throws {
        var done: Set<String> = []
        var waiting = [(package, names)]
        while let (package, names) = waiting.popLast() {
            for target in package.targets(neededBy: names)
            where done.insert(package.folder + "\n" + target.name).inserted {
                try package.add(target, to: &members)
                for product in target.dependencies {
                    guard
                        let other = packages.first(where: {
                            $0.folder != package.folder && $0.products[product] != nil
                        })
                    else { continue }
                    waiting.append((other, other.products[product] ?? []))
                }
            }
        }
    }
}

extension Members {
    /// Whether there is a model of Core Data's among them, or a `@Model` class in a Swift file.
    var hasModels: Bool {
        get throws { try !models.isEmpty || hasClasses }
    }

    /// Whether a Swift file has a `@Model` class: one in a comment counts as well.
    var hasClasses: Bool {
        get throws {
            try sources.contains { source in
                guard try FileStatus(path: source.path)?.isRegularFile == true else { return false }
                let bytes = try FileBytes.first(Limits.swiftFileBytes.most, of: source.path)
                return bytes.indices.contains { index in
                    bytes[index] == UInt8(ascii: "@") && bytes[(index + 1)...].starts(with: "Model".utf8)
                }
            }
        }
    }
}
