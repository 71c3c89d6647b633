import Files
import Inputs

/// Writes a drafted plan to a file.
package enum PlanFile {
    /// The name of the file beside a plan with the schema that editors check it by.
    ///
    /// - Parameter path: the plan's; nil where it goes into a stream.
    package static func schemaName(forPlan path: String?) -> String {
        var name = path.map { FilePath($0).name } ?? "seed.yml"
        for ending in [".yml", ".yaml"] where name.hasSuffix(ending) && name != ending {
            name = String(name.dropLast(ending.count))
            break
        }
        // Editors take the name to end at white space.
        return String(name.map { $0.isWhitespace ? "-" : $0 }) + ".schema.json"
    }

    /// Writes a plan, whole or not at all; a file that is there already stays.
    ///
    /// - Parameters:
    ///   - schema: the schema that goes beside it, where there is no file of that name yet.
    /// - Returns: the path of another file that is there in place of the schema; nil where none is.
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

    /// Finds out whether a plan may go to a path, and writes nothing.
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
