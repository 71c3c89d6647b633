import Files

/// A folder that contains a model or several versions of one: `.xcdatamodel`, `.xcdatamodeld` or `.momd`.
struct ModelFolder {
    let path: String

    /// Reads the model, or one of its versions.
    ///
    /// - Throws: ``ModelError``.
    func read(version: String?) throws -> ModelFile {
        let files = try self.files()
        if files.contains("contents") {
            guard version == nil else { throw ModelError(.noVersions) }
            return try ModelFile.readFile(path: path + "/contents")
        }
        let sources = files.filter { $0.hasSuffix(".xcdatamodel") }
        if !sources.isEmpty { return try readSource(sources, version: version) }
        // An `.omo` is the same as the `.mom` beside it, in a private form.
        let compiled = files.filter { $0.hasSuffix(".mom") }
        if !compiled.isEmpty { return try readCompiled(compiled, version: version) }
        throw ModelError(.noModel("the folder has neither a contents file nor versions"))
    }

    private func files() throws -> [String] {
        do throws(FileError) {
            return try Folder.names(in: path).sortedInBinaryOrder()
        } catch {
            throw ModelError(.unreadable(error.reason))
        }
    }

    private func readSource(_ files: [String], version: String?) throws -> ModelFile {
        let current = try list("/.xccurrentversion")?["_XCCurrentVersionName"]?.string
        let name = try choose(version, current: current, of: files, extension: ".xcdatamodel")
        let file = path + "/" + name + ".xcdatamodel/contents"
        guard try FileStatus(path: file) != nil else {
            throw ModelError(
                .noModel("it has no contents file: Xcode older than 4.3 wrote another form"),
                path: path + "/" + name + ".xcdatamodel")
        }
        return try ModelFile.readFile(path: file, version: name)
    }

    private func readCompiled(_ files: [String], version: String?) throws -> ModelFile {
        let info = try list("/VersionInfo.plist")
        let current = info?["NSManagedObjectModel_CurrentVersionName"]?.string
        let name = try choose(version, current: current, of: files, extension: ".mom")
        let hashes = VersionHashes(info?["NSManagedObjectModel_VersionHashes"]?[name])
        let checksum = info?["NSManagedObjectModel_VersionChecksums"]?[name]?.string
        return try ModelFile.readFile(
            path: path + "/" + name + ".mom", version: name,
            declaredHashes: hashes.map {
                ModelFile.DeclaredHashes(hashes: $0, checksum: checksum)
            })
    }

    /// Returns the requested version, the current one, or the only one.
    private func choose(
        _ wanted: String?, current: String?, of files: [String], extension suffix: String
    ) throws -> String {
        let names = files.map { String($0.dropLast(suffix.count)) }.sortedInBinaryOrder()
        func named(_ text: String) -> String {
            text.hasSuffix(suffix) ? String(text.dropLast(suffix.count)) : text
        }
        if let wanted = wanted.map(named) {
            guard names.contains(wanted) else {
                throw ModelError(.unknownVersion(wanted, available: names))
            }
            return wanted
        }
        if let current = current.map(named) {
            guard names.contains(current) else {
                throw ModelError(.lostCurrentVersion(current, available: names))
            }
            return current
        }
        guard let only = names.first, names.count == 1 else {
            throw ModelError(.noCurrentVersion(available: names))
        }
        return only
    }

    private func list(_ name: String) throws -> PropertyList? {
        guard try FileStatus(path: path + name) != nil else { return nil }
        do {
            return try PropertyList(
                bytes: ModelFile.bytes(
                    path: path + name, limit: PropertyList.Limit.size, isWhole: true))
        } catch let error as ModelError {
            throw error.located(in: path + name)
        }
    }
}
