import Files
import ObjectModel
import SwiftSource

/// What the manifest of a package says of its targets, as far as it is written out: nothing of it is run.
struct PackageManifest {
    /// A target, with what it depends on by name.
    struct Target {
        let name: String
        var isTest = false
        var isExecutable = false
        var dependencies: [String] = []
        /// Below the package's folder; nil for the usual place.
        var path: String?
        var excluded: [String] = []
        /// What counts of its folder; nil for all.
        var sources: [String]?
    }

    /// The package's folder.
    let folder: String
    let file: String
    private(set) var targets: [Target] = []
    /// The targets of each product.
    private(set) var products: [String: [String]] = [:]
    /// The folders of local packages that it depends on.
    private(set) var packages: [String] = []

    private static let kinds: Set<String> = ["target", "executableTarget", "testTarget", "macro"]

    /// Reads the manifest of a folder.
    ///
    /// - Throws: ``ModelSourceFailure``.
    init(folder: String) throws {
        let file = folder == "." ? "Package.swift" : FilePath(folder).appending("Package.swift").text
        (self.folder, self.file) = (folder, file)
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.first(Limits.swiftFileBytes.most, of: file)
        } catch {
            throw ModelSourceFailure([ModelSourceIssue(.error, .unreadable(error.reason), path: file)])
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
    }

    /// Adds a target; `.target(name: "A")` among what another one depends on says nothing new.
    private mutating func addTarget(_ kind: String, _ arguments: Arguments) {
        guard let name = arguments.text("name") else { return }
        var target = targets.first { $0.name == name } ?? Target(name: name)
        target.isTest = target.isTest || kind == "testTarget"
        target.isExecutable = target.isExecutable || kind == "executableTarget"
        target.path = target.path ?? arguments.text("path")
        target.dependencies += arguments.names("dependencies")
        target.excluded += arguments.texts("exclude") ?? []
        target.sources = target.sources ?? arguments.texts("sources")
        targets.removeAll { $0.name == name }
        targets.append(target)
    }

    /// Arguments that are written out.
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

        /// What a list names: `"A"`, `.target(name: "A")`, `.product(name: "A", package: "B")`.
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

    /// The target of a name with those of the package that it depends on, each once.
    func targets(neededBy names: [String]) -> [Target] {
        var found = targets.filter { names.contains($0.name) }
        var index = 0
        while index < found.count {
            let dependencies = found[index].dependencies
            found += targets.filter { other in
                dependencies.contains(other.name) && !found.contains { $0.name == other.name }
            }
            index += 1
        }
        return found
    }

    /// Adds what a target consists of.
    ///
    /// - Throws: `ModelSourceFailure`, `FileError`.
    func add(_ target: Target, to members: inout Members) throws {
        let usual = target.isTest ? ["Tests", "Sources"] : ["Sources", "Source", "src", "srcs"]
        var place = target.path.map { XcodeProject.path(FilePath($0).withoutFinalSlash, in: folder) }
        for root in usual where place == nil {
            let candidate = XcodeProject.path(root + "/" + target.name, in: folder)
            if try FileStatus(path: candidate)?.isFolder == true { place = candidate }
        }
        // Since Swift 5.9 a package with one target may have its files in `Sources` itself.
        if place == nil, !target.isTest, targets.filter({ !$0.isTest }).count == 1 {
            let candidate = XcodeProject.path("Sources", in: folder)
            if try FileStatus(path: candidate)?.isFolder == true { place = candidate }
        }
        guard let place else { return }
        let excluded = target.excluded.map { FilePath($0).withoutFinalSlash }
        let sources = target.sources?.map { FilePath($0).withoutFinalSlash }
        func lies(_ name: String, in parts: [String]) -> Bool {
            parts.contains { $0 == "." || name == $0 || name.hasPrefix($0 + "/") }
        }
        try ProjectFolder(path: place).walk { name in
            guard !lies(name, in: excluded), sources.map({ lies(name, in: $0) }) ?? true else { return }
            members.add(FilePath(place).appending(name).text, module: target.name)
        }
    }
}

extension ModelSourceIssue.Problem {
    /// What keeps a file from being read.
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
