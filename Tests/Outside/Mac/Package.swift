// swift-tools-version: 6.1
import PackageDescription

// The program of `make coredata` on a Mac. It opens stores of zseed with Core Data, and runs experiments for rules that
// no file has shown. It is a separate package, so that it is not built anywhere else.
let package = Package(
    name: "coredata-day",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "zseed", path: "../../..")],
    targets: [
        // Objects as text. The text is the same for every reader.
        .target(name: "StoreDump"),
        .executableTarget(
            name: "dump-objects",
            dependencies: ["StoreDump", .product(name: "ObjectLayer", package: "zseed")]),
        .executableTarget(name: "coredata-day", dependencies: ["StoreDump"]),
    ],
    swiftLanguageModes: [.v6]
)
