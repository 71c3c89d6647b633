import Files

extension InputFiles {
    /// Adds a model: a file, a folder of versions, a store, or Swift source. Into a folder with Swift
    /// source, which often is the whole app, new files may go all the same.
    package mutating func addModel(_ path: String) {
        guard FileStatus(path: path)?.isFolder == true, SwiftModelReader.isSource(path) else {
            return addDatabase(path)
        }
        addOpenFolder(path)
        for file in SwiftModelReader.files(of: path) { add(file) }
    }
}
