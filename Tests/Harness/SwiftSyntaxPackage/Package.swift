// swift-tools-version: 6.1
import PackageDescription

// Compares our reader of Swift declarations with swift-syntax. This is a separate package, so that neither users nor
// `make test` build swift-syntax. `make syntax` runs it.
let package = Package(
    name: "SwiftSyntaxPackage",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"604.0.0")
    ],
    targets: [
        // Links to the project's own folder, and to the test code that generates apps.
        .target(name: "SwiftSource"),
        .target(name: "TestSupport"),
        .executableTarget(
            name: "compare-syntax",
            dependencies: [
                "SwiftSource", "TestSupport",
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
