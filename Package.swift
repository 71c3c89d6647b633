// swift-tools-version: 6.1
import PackageDescription

// Rooms that no row goes through, or only as a statement, are not optimized in releases either, since optimizing is
// most of what a release build does. `-Xfrontend`, because the Makefile's `-Osize` comes after this flag.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-Onone"], .when(configuration: .release))]

// One target per room, in the order in which data flows: a target imports only those above it.
let package = Package(
    name: "zseed",
    platforms: [.macOS(.v15)],
    // What `ObjectLayer` is made of has no unsafe flags: a product that has some cannot be depended on by
    // version. Those of releases stand in the Makefile.
    products: [
        .library(name: "ObjectLayer", targets: ["ObjectLayer"]),
        .executable(name: "zseed", targets: ["zseed"]),
    ],
    // From what is needed up to the newest minor version that the tests ran with: who uses the library
    // may have reasons to stay behind. `Package.resolved` has those of our own builds.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", "1.5.0"..<"1.9.0"),
        .package(url: "https://github.com/jpsim/Yams", "6.0.0"..<"6.3.0"),
    ],
    targets: [
        // System libraries
        .systemLibrary(
            name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .systemLibrary(
            name: "CLibCSV", providers: [.apt(["libcsv-dev"]), .brew(["libcsv"])]),
        .systemLibrary(
            name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CMinizip", providers: [.apt(["libminizip-dev"]), .brew(["minizip"])]),
        .systemLibrary(name: "CExpat", providers: [.apt(["libexpat1-dev"])]),
        // What glibc declares of `spawn.h` for C alone.
        .systemLibrary(name: "CSpawn"),
        // SHA-1 and SHA-2 where there is no CryptoKit: libmd costs nothing to build.
        .systemLibrary(name: "CLibMD", providers: [.apt(["libmd-dev"])]),

        // Images where there is no ImageIO. libpng for libspng, which Debian has no static library of.
        .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),

        // Rooms
        .target(name: "Threads"),
        .target(name: "Files", dependencies: ["Threads", "CSpawn"]),
        // ZIP archives, whatever is in them.
        .target(name: "Archives", dependencies: ["Files", "CMinizip"]),
        // XML documents piece by piece, whatever is in them.
        .target(name: "XML", dependencies: ["Files", "CExpat"]),
        // Bytes of images as bytes of smaller ones; knows of no file.
        .target(
            name: "Images",
            dependencies: [
                .target(name: "CTurboJPEG", condition: .when(platforms: [.linux])),
                .target(name: "CPNG", condition: .when(platforms: [.linux])),
                .target(name: "CZlib", condition: .when(platforms: [.linux])),
            ]),
        // Swift source as declarations; knows nothing of models, and of no file.
        .target(name: "SwiftSource"),
        .target(name: "SQLite", dependencies: ["Files", "CSQLite"]),
        .target(name: "IndexBuilding", dependencies: ["Threads", "Files", "SQLite"]),
        .target(name: "PageReading", dependencies: ["Files", "SQLite"]),
        .target(
            name: "ObjectModel",
            dependencies: [
                "Files", "XML", "SQLite", "CZlib",
                .target(name: "CLibMD", condition: .when(platforms: [.linux])),
            ]),
        // Models in Swift source: SwiftData's classes become a managed object model.
        .target(
            name: "SwiftDataSource", dependencies: ["Files", "SwiftSource", "ObjectModel"]),
        .target(
            name: "StoreFormat",
            dependencies: [
                "Threads", "Files", "SQLite", "IndexBuilding", "PageReading", "ObjectModel",
                "SwiftDataSource",
            ]),

        // The one way in which a store comes to be, whoever makes it.
        .target(
            name: "StoreMaking",
            dependencies: ["Files", "SQLite", "IndexBuilding", "ObjectModel", "StoreFormat"]),

        // Where rows come from: a folder for each kind of source.
        .target(
            name: "Sources",
            dependencies: [
                "Threads", "Files", "Archives", "XML", "SQLite", "ObjectModel", "SwiftDataSource",
                "StoreFormat",
                "CLibCSV", "CZlib", "Yams",
            ]),

        .target(
            name: "Seeding",
            dependencies: [
                "Threads", "Files", "Images", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat",
                "StoreMaking",
                "Sources", "Yams",
            ]),

        // Seeding's other direction, and plans for it: neither is on the way of a build.
        .target(
            name: "Exporting",
            dependencies: ["Threads", "Files", "SQLite", "ObjectModel", "StoreFormat", "Sources", "Seeding"]),
        .target(
            name: "Drafting",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "StoreFormat", "Sources", "Seeding", "Exporting",
            ]),

        // Stores of one version of a model as those of another.
        .target(
            name: "Migration",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "StoreMaking",
            ],
            swiftSettings: unoptimized),

        .target(
            name: "ObjectLayer", dependencies: ["Files", "SQLite", "ObjectModel", "StoreFormat"]),

        // Fetched rows as tables, CSV and JSON.
        .target(
            name: "Printing", dependencies: ["Files", "ObjectModel", "ObjectLayer"]),

        // Objects of two stores side by side.
        .target(
            name: "Comparing",
            dependencies: [
                "Threads", "Files", "SQLite", "PageReading", "ObjectModel", "StoreFormat", "ObjectLayer",
            ]),

        // Objects of one store, with their relationships, in another.
        .target(
            name: "Copying",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "StoreMaking",
                "Migration",
                "ObjectLayer",
            ]),

        // New editions into stores in which users have worked.
        .target(
            name: "Merging",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "StoreFormat", "StoreMaking", "ObjectLayer", "Comparing",
            ]),

        // Not on the way of the data: a model becomes Swift source.
        .target(name: "CodeGeneration", dependencies: ["ObjectModel"], swiftSettings: unoptimized),

        .target(
            name: "Verification",
            dependencies: [
                "Threads", "Files", "SQLite", "PageReading", "ObjectModel", "SwiftDataSource",
                "StoreFormat", "ObjectLayer",
            ]),
        // A store as one page for a browser.
        .target(
            name: "Reporting",
            dependencies: ["Files", "SQLite", "ObjectModel", "StoreFormat", "ObjectLayer", "Printing"],
            swiftSettings: unoptimized),
        .executableTarget(
            name: "zseed",
            dependencies: [
                "Files", "Archives", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "StoreMaking",
                "Sources", "Seeding", "Exporting", "Drafting", "Migration", "ObjectLayer", "Printing",
                "Comparing", "Copying",
                "Merging", "CodeGeneration", "Verification", "Reporting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        // Tests
        .target(
            name: "TestSupport", dependencies: ["Files", "SQLite", "ObjectModel", "StoreFormat", "CZlib"],
            path: "Tests/TestSupport"),
        .testTarget(name: "SwiftSourceTests", dependencies: ["SwiftSource", "TestSupport"]),
        .testTarget(
            name: "SwiftDataSourceTests",
            dependencies: ["SwiftDataSource", "StoreFormat", "TestSupport"]),
        .testTarget(name: "ThreadsTests", dependencies: ["Threads"]),
        .testTarget(name: "FilesTests", dependencies: ["Files", "TestSupport"]),
        .testTarget(name: "ImagesTests", dependencies: ["Images", "TestSupport"]),
        .testTarget(name: "ArchivesTests", dependencies: ["Files", "Archives", "TestSupport"]),
        .testTarget(name: "SQLiteTests", dependencies: ["Files", "SQLite", "TestSupport"]),
        .testTarget(
            name: "IndexBuildingTests",
            dependencies: ["Threads", "Files", "SQLite", "IndexBuilding", "TestSupport"]),
        .testTarget(
            name: "PageReadingTests",
            dependencies: ["Files", "SQLite", "PageReading", "TestSupport"]),
        .testTarget(name: "ObjectModelTests", dependencies: ["ObjectModel", "TestSupport"]),
        .testTarget(
            name: "StoreFormatTests", dependencies: ["Files", "StoreFormat", "TestSupport"]),
        .testTarget(
            name: "StoreMakingTests",
            dependencies: ["Files", "SQLite", "StoreFormat", "StoreMaking", "TestSupport"]),
        .testTarget(
            name: "ObjectLayerTests", dependencies: ["ObjectLayer", "StoreFormat", "TestSupport"]),
        .testTarget(
            name: "SourcesTests",
            dependencies: [
                "Threads", "Files", "SQLite", "ObjectModel", "StoreFormat", "Sources", "TestSupport",
            ]),
        .testTarget(
            name: "SeedingTests",
            dependencies: [
                "Threads", "Files", "ObjectLayer", "Sources", "Seeding", "Verification", "TestSupport",
            ]),
        .testTarget(
            name: "ExportingTests",
            dependencies: [
                "Files", "Sources", "Seeding", "Exporting", "Drafting", "Comparing", "Verification",
                "TestSupport",
            ]),
        .testTarget(
            name: "DraftingTests", dependencies: ["Files", "Sources", "Seeding", "Drafting", "TestSupport"]),
        .testTarget(
            name: "MigrationTests",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "Migration",
                "Verification",
                "TestSupport",
            ]),
        .testTarget(
            name: "CopyingTests",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "ObjectLayer", "StoreFormat", "Comparing", "Copying",
                "Verification",
                "TestSupport",
            ]),
        .testTarget(
            name: "CodeGenerationTests",
            dependencies: [
                "CodeGeneration", "ObjectLayer", "Seeding", "StoreFormat", "SwiftDataSource", "TestSupport",
            ]),
        .testTarget(
            name: "ComparingTests",
            dependencies: [
                "Files", "SQLite", "PageReading", "ObjectModel", "StoreFormat", "Comparing", "TestSupport",
            ]),
        .testTarget(
            name: "MergingTests",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "StoreFormat", "ObjectLayer", "Comparing", "Merging",
                "CodeGeneration", "SwiftDataSource", "Verification", "TestSupport", "CSQLite",
            ]),
        .testTarget(
            name: "VerificationTests",
            dependencies: ["Files", "SwiftDataSource", "Verification", "TestSupport"]),
        // Run the command as a process: built first, found beside the test bundle.
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "zseed", "Files", "Archives", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat",
                "Sources",
                "Seeding",
                "Exporting",
                "Migration", "ObjectLayer", "Printing", "Copying", "Merging", "CodeGeneration",
                "Verification",
                "TestSupport",
            ]),
        .testTarget(
            name: "DocumentationTests", dependencies: ["Files", "Sources", "Seeding", "TestSupport"]),
        // Build another package that depends on this one.
        .testTarget(name: "PackageTests", dependencies: ["TestSupport", "zseed"]),
    ],
    swiftLanguageModes: [.v6]
)
