import Files
import ObjectModel
import SwiftSource

/// The targets of a package, from the literal parts of its manifest. The manifest is not run.
struct PackageManifest {
    /// A target, with the names of its dependencies.
    struct Target {
        let name: String
        var isTest = false
        var isExecutable = false
        var dependencies: [String] = []
        /// The path below the package's folder; nil for the default place.
        var path: String?
        var excluded: [String] = []
        /// The paths in its folder that count as sources; nil for all.
        var sources: [String]?
    }

    /// The package's folder.
    let folder: String
    let file: String
    private(set) var targets: [Target] = []
    /// The indexes of targets in ``targets``, by their names.
    private(set) var places: [String: Int] = [:]
    /// The targets of each product.
    private(set) var products: [String: [String]] = [:]
    /// The folders of local packages that it depends on.
    private(set) var packages: [String] = []
    /// Whether the package has exactly one target apart from tests.
    private var isOnlyTarget = false

    private static let kinds: Set<String> = ["target", "executableTarget", "testTarget", "macro"]

    /// Reads the manifest of a folder.
    ///
    /// - Throws: ``ModelSourceFailure``.
    init(folder: String) throws {
        let file = folder == "." ? "Package.swift" : FilePath(folder).appending("Package.swift").text
        (self.folder, self.file) = (folder, file)
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.first(Limits.swiftFileBytes.most + 1, of: file)
        } catch {
            throw ModelSourceFailure([ModelSourceIssue(.error, .unreadable(error.reason), path: file)])
        }
        guard bytes.count <= Limits.swiftFileBytes.most else {
            throw ProjectReach.tooMany("bytes", Limits.swiftFileBytes, file)
        }
        let others: Set<String> = ["library", "executable", "package"]
        let source = SwiftFile(bytes: bytes, callsOf: Self.kinds.union(others))
        if let problem = source.problems.first {
            throw ModelSourceFailure([
                ModelSourceIssue(
                    .error, .init(problem.kind), path: file, line: problem.location.line,
                    column: problem.location.column)
            ])
        }
        for call in source.calls {
            let arguments = Arguments(call.arguments)
            switch call.name {
            case "library" where call.isMember, "executable" where call.isMember:
                if let product = arguments.text("name") {
                    products[product] = arguments.texts("targets") ?? []
                }
            case "package" where call.isMember:
                if let path = arguments.text("path") { packages.append(XcodeProject.path(path, in: folder)) }
            case let kind where call.isMember && Self.kinds.contains(kind): addTarget(kind, arguments)
            default: break
            }
        }
        isOnlyTarget = targets.count { !$0.isTest } == 1
    }

    /// Adds a target. `.target(name: "A")` in the dependencies of another target has no effect.
    private mutating func addTarget(_ kind: String, _ arguments: Arguments) {
        guard let name = arguments.text("name") else { return }
        let place = places[name] ?? targets.count
        if place == targets.count {
            places[name] = place
            targets.append(Target(name: name))
        }
        if kind == "testTarget" { targets[place].isTest = true }
        if kind == "executableTarget" { targets[place].isExecutable = true }
        targets[place].path = targets[place].path ?? arguments.text("path")
        targets[place].dependencies += arguments.names("dependencies")
        targets[place].excluded += arguments.texts("exclude") ?? []
        targets[place].sources = targets[place].sources ?? arguments.texts("sources")
    }

    /// The literal arguments of a call.
    private struct Arguments {
        private let arguments: [ExpressionSyntax.Argument]

        init(_ arguments: [ExpressionSyntax.Argument]) { self.arguments = arguments }

        private func value(_ label: String) -> ExpressionSyntax? {
            arguments.first { $0.label == label }?.value
        }

        func text(_ label: String) -> String? {
            guard case .string(let text)? = value(label) else { return nil }
            return text
        }

        func texts(_ label: String) -> [String]? {
            guard case .array(let elements)? = value(label) else { return nil }
            return elements.compactMap { element in
                if case .string(let text) = element { text } else { nil }
            }
        }

        /// Returns the names in a list: `"A"`, `.target(name: "A")`, `.product(name: "A", package: "B")`.
        func names(_ label: String) -> [String] {
            guard case .array(let elements)? = value(label) else { return [] }
            return elements.compactMap { element in
                switch element {
                case .string(let text): text
                case .call(_, let arguments): Arguments(arguments).text("name")
                default: nil
                }
            }
        }
    }

    // MARK: Members

    /// Returns the Swift files and models of a target.
    ///
    /// - Throws: `ModelSourceFailure`, `FileError`.
    func members(of target: Target, within reach: ProjectReach) throws -> Members {
        let usual = target.isTest ? ["Tests", "Sources"] : ["Sources", "Source", "src", "srcs"]
        var place = try target.path.map {
            try XcodeProject.onDisk(XcodeProject.path(FilePath($0).withoutFinalSlash, in: folder))
        }
        for root in usual where place == nil {
            let candidate = XcodeProject.path(root + "/" + target.name, in: folder)
            if try FileStatus(path: candidate)?.isFolder == true { place = candidate }
        }
        // Since Swift 5.9, a package with one target may have its files directly in `Sources`.
        if place == nil, !target.isTest, isOnlyTarget {
            let candidate = XcodeProject.path("Sources", in: folder)
            if try FileStatus(path: candidate)?.isFolder == true { place = candidate }
        }
        var members = Members()
        guard let place else { return members }
        let excluded = PathSet(target.excluded)
        let sources = target.sources.map { PathSet($0) }
        for name in try reach.names(below: place)
        where !excluded.holds(name) && sources?.holds(name) ?? true {
            members.add(FilePath(place).appending(name).text, module: target.name)
        }
        return members
    }
}

extension ModelSourceIssue.Problem {
    /// Converts a syntax problem that prevents a file from being read.
    init(_ kind: SyntaxProblem.Kind) {
        switch kind {
        case .notUTF8: self = .syntax(code: "notUTF8", detail: "")
        case .tooLong(let limit): self = .syntax(code: "tooLong", detail: String(limit))
        case .tooDeep(let limit): self = .syntax(code: "tooDeep", detail: String(limit))
        case .openComment: self = .syntax(code: "openComment", detail: "")
        case .openString: self = .syntax(code: "openString", detail: "")
        case .openRegex: self = .syntax(code: "openRegex", detail: "")
        case .openBracket(let bracket): self = .syntax(code: "openBracket", detail: String(bracket))
        case .strayBracket(let bracket): self = .syntax(code: "strayBracket", detail: String(bracket))
        case .unbalancedCondition: self = .syntax(code: "unbalancedCondition", detail: "")
        case .conflictMarker: self = .syntax(code: "conflictMarker", detail: "")
        case .expected(let words): self = .syntax(code: "expected", detail: words)
        }
    }
}
