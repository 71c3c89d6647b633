/// Written by `make versions`, from `VERSION` in the Makefile and from Package.resolved.
extension ProgramVersions {
    /// The version of zseed.
    static let zseed = "0.1.0"
    /// The packages that it is built with.
    static let packages = [
        (name: "swift-argument-parser", version: "1.8.2"),
        (name: "yams", version: "6.2.2"),
    ]
}
