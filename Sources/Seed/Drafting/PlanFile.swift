import Files
import Inputs

/// The file of a drafted plan, and the schema next to it.
package enum PlanFile {
    /// Returns the name of the schema file next to a plan, by which editors check the plan.
    ///
    /// - Parameter path: the plan's path, or nil if it is written to a stream.
    package static func schemaName(forPlan path: String?) -> String {
        var name = path.map { FilePath($0).name } ?? "seed.yml"
        for ending in [".yml", ".yaml"] where name.hasSuffix(ending) && name != ending {
            name = String(name.dropLast(ending.count))
            break
        }
        // Editors end the name at white space.
        return String(name.map { $0.isWhitespace ? "-" : $0 }) + ".schema.json"
    }

    /// Writes a plan completely or not at all. It overwrites no file.
    ///
    /// - Parameters:
    ///   - schema: the schema to write next to the plan, if no file has its name.
    /// - Returns: the path of a file with the schema's name but other contents, or nil if there is none.
    /// - Throws: ``SeedIssue``.
    @discardableResult
    package static func write(
        _ text: String, schema: String? = nil, to path: String
    ) throws -> String? {
        var other: String?
        try reported {
            try checkIsNew(path)
            var texts = [(text: text, path: path)]
            if let schema {
                let beside = FilePath(path).folder.appending(schemaName(forPlan: path)).text
                if try FileStatus(path: beside, followsLinks: false) == nil {
                    texts.append((schema, beside))
                } else if try InputFiles.lookingAtOutput({
                    try FileBytes.first(schema.utf8.count + 1, of: beside)
                })
                    != Array(schema.utf8)
                {
                    other = beside
                }
            }
            try TextOutput.write(texts)
        }
        return other
    }

    /// Checks whether a plan can be written to a path. It writes nothing.
    ///
    /// - Throws: ``SeedIssue``.
    package static func check(_ path: String) throws {
        try reported {
            try TextOutput.check(path)
            try checkIsNew(path)
        }
    }

    private static func checkIsNew(_ path: String) throws {
        if let status = try FileStatus(path: path, followsLinks: false), !status.isStream {
            let leadsToStream = try FileStatus(path: path)?.isStream == true
            guard try leadsToStream || FileStatus.isStandardStream(path) else {
                throw SeedIssue(.output(.fileExists), at: .init(path: path))
            }
        }
    }

    private static func reported(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as OutputError {
            throw SeedIssue(error)
        } catch let error as FileError {
            throw SeedIssue(error)
        }
    }
}
