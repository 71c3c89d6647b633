extension TestFolder {
    /// Writes a model as Xcode stores it, and returns its path.
    ///
    /// - Parameter entities: the XML of the model, beginning with `<entity`.
    @discardableResult
    package func writeModel(
        _ entities: String, as name: String = "Model.xcdatamodel"
    ) throws -> String {
        try write(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            \(entities)
            </model>
            """, as: name + "/contents")
        return path + "/" + name
    }
}
