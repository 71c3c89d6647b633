extension ProgramVersions {
    /// The packages that `Package.resolved` names: `make versions` writes this file.
    static let packages = [
        (name: "swift-argument-parser", version: "1.8.2"),
        (name: "yams", version: "6.2.2"),
    ]
}
