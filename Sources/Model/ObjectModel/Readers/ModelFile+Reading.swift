import Files

extension ModelFile {
    /// Reads a model from any of its forms: a store, an `.xcdatamodel` folder or its `contents`, an `.xcdatamodeld`
    /// folder, a `.mom` file, a `.momd` folder. The content of a file decides about its form, not its name.
    ///
    /// - Parameters:
    ///   - path: the file or folder.
    ///   - version: the model in an `.xcdatamodeld` or `.momd` folder, by its name with or without extension; nil for
    ///     the current one.
    /// - Throws: ``ModelError`` with the file, `FileError`, or `DatabaseError` for a damaged store.
    public static func read(path: String, version: String? = nil) throws -> ModelFile {
        do {
            guard let status = try FileStatus(path: path) else {
                throw ModelError(.fileNotFound)
            }
            guard !status.isFolder else {
                try InputFiles.watched?.add(path)
                return try ModelFolder(path: path).read(version: version)
            }
            guard version == nil else { throw ModelError(.noVersions) }
            return try readFile(path: path)
        } catch let error as ModelError {
            throw error.located(in: path)
        }
    }

    /// Reads a model from one file: a store, the XML of a model, or a compiled model.
    static func readFile(
        path: String, version: String? = nil, declaredHashes: DeclaredHashes? = nil
    ) throws -> ModelFile {
        do {
            let head = try bytes(path: path, limit: 16, isWhole: false)
            if head.starts(with: Array("SQLite format 3\0".utf8)) {
                return try readStore(path: path)
            }
            let content = try bytes(path: path, limit: PropertyList.Limit.size, isWhole: true)
            if PropertyList.isLikely(content) {
                let (model, warnings) = try ArchivedModelReader.read(content)
                return ModelFile(
                    model: model, origin: Origin(kind: .compiled, path: path, version: version),
                    declaredHashes: declaredHashes, warnings: warnings)
            }
            let text = String(decoding: content.prefix(4096), as: UTF8.self)
            guard text.contains("<") else {
                throw ModelError(.noModel("neither a store, nor a property list, nor XML"))
            }
            let (model, warnings) = try XMLModelReader.read(content)
            return ModelFile(
                model: model, origin: Origin(kind: .source, path: path, version: version),
                declaredHashes: declaredHashes, warnings: warnings)
        } catch let error as ModelError {
            throw error.located(in: path)
        }
    }

    /// Returns the bytes of a file.
    ///
    /// - Parameter isWhole: whether a file larger than the limit is an error. Otherwise, only its start is returned.
    static func bytes(path: String, limit: Int, isWhole: Bool) throws -> [UInt8] {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileBytes.first(isWhole ? limit + 1 : limit, of: path)
        } catch {
            throw ModelError(.unreadable(error.reason), path: path)
        }
        guard bytes.count <= limit else {
            throw ModelError(.tooMany(what: "bytes", limit: limit))
        }
        return bytes
    }
}
