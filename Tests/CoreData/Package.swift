// swift-tools-version: 6.1
import PackageDescription

// What `make coredata` runs on a Mac: stores of zseed opened by Core Data itself, and experiments for what
// no file has shown. A package of its own, so that nothing of it is built anywhere else.
let package = Package(
    name: "coredata-day",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "zseed", path: "../..")],
    targets: [
        // Objects as text, the same whoever reads them.
        .target(name: "StoreDump"),
        .executableTarget(
            name: "dump-objects",
            dependencies: ["StoreDump", .product(name: "ObjectLayer", package: "zseed")]),
        .executableTarget(name: "coredata-day", dependencies: ["StoreDump"]),
    ],
    swiftLanguageModes: [.v6]
)
