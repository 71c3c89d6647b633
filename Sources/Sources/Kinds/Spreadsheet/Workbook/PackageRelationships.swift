/// What a part of a package refers to (ECMA-376 part 2, clause 9).
enum PackageRelationships {
    /// Another part.
    struct Target {
        /// The last word of the relationship's type, which both families of namespaces share.
        let kind: String
        let part: String
    }

    /// The targets within the package, by their names.
    ///
    /// - Parameter part: the part; nothing for the package itself.
    /// - Throws: ``SeedIssue``.
    static func read(of part: String, in package: OfficePackage) throws -> [String: Target] {
        let slash = part.lastIndex(of: "/")
        let folder = slash.map { String(part[...$0]) } ?? ""
        let name = slash.map { String(part[part.index(after: $0)...]) } ?? part
        guard let found = try package.part("\(folder)_rels/\(name).rels") else { return [:] }
        var targets: [String: Target] = [:]
        while try found.nextElement() {
            let attributes = found.attributes
            guard found.name == "Relationship", let id = attributes["Id"], let type = attributes["Type"],
                let target = attributes["Target"], attributes["TargetMode"] != "External"
            else { continue }
            let kind = type.split(separator: "/").last.map(String.init) ?? ""
            targets[id] = Target(kind: kind, part: resolve(target, in: folder))
        }
        return targets
    }

    /// The name of a part that another one names, relative to its folder or from the root: a name in the
    /// archive, and never a path.
    private static func resolve(_ target: String, in folder: String) -> String {
        var words = target.hasPrefix("/") ? [] : folder.split(separator: "/").map(String.init)
        for word in target.split(separator: "/") {
            switch word {
            case ".": break
            case "..": _ = words.popLast()
            default: words.append(String(word))
            }
        }
        return words.joined(separator: "/")
    }
}
