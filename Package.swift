// swift-tools-version: 6.1
import PackageDescription

// Rooms that process no rows, or only single statements, are not optimized in releases either, because optimizing takes
// most of the time of a release build. `-Xfrontend`, because the Makefile's `-Osize` is after this flag.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Xfrontend", "-Onone"], .when(configuration: .release))]

// One target per room, in the order of the data flow: a target imports only those above it.
let package = Package(
    name: "zseed",
    platforms: [.macOS(.v15), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    // The targets of `ObjectLayer` and `SeedStore` have no unsafe flags, because other packages cannot depend on a version
    // of a product with unsafe flags. The flags of releases are in the Makefile.
    products: [
        .library(name: "ObjectLayer", targets: ["ObjectLayer"]),
        .library(name: "SeedStore", targets: ["SeedStore"]),
        .executable(name: "zseed", targets: ["zseed"]),
    ],
    // From the oldest version that works to the newest minor version that was tested, because users of the library may
    // need an older version. `Package.resolved` has the versions of our own builds.
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
        // The declarations of `spawn.h` that glibc provides only for C.
        .systemLibrary(name: "CSpawn"),
        // SHA-1 and SHA-2 on systems without CryptoKit. libmd adds no build time.
        .systemLibrary(name: "CLibMD", providers: [.apt(["libmd-dev"])]),

        // Images on systems without ImageIO. libpng instead of libspng, because Debian has no static library of
        // libspng.
        .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"])]),

        // Rooms
        // The rules of merges, without a dependency: apps import them, too.
        .target(name: "MergeRules"),
        // Installing, opening and merging seeds in an app.
        .target(name: "SeedStore", dependencies: ["MergeRules"]),
        .target(name: "Threads"),
        .target(name: "Files", dependencies: ["Threads", "CSpawn"]),
        // ZIP archives with any content.
        .target(name: "Archives", dependencies: ["Files", "CMinizip"]),
        // XML documents with any content, read as a stream.
        .target(name: "XML", dependencies: ["Files", "CExpat"]),
        // Conversion of images to smaller ones, in memory without files.
        .target(
            name: "Images",
            dependencies: [
                .target(name: "CTurboJPEG", condition: .when(platforms: [.linux])),
                .target(name: "CPNG", condition: .when(platforms: [.linux])),
                .target(name: "CZlib", condition: .when(platforms: [.linux])),
            ]),
        // Parsing of Swift source into declarations, without models and files.
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
        // Models in Swift source: SwiftData's classes are converted to a managed object model.
        .target(
            name: "SwiftDataSource", dependencies: ["Files", "SwiftSource", "ObjectModel"]),
        .target(
            name: "StoreFormat",
            dependencies: [
                "MergeRules", "Threads", "Files", "SQLite", "IndexBuilding", "PageReading", "ObjectModel",
                "SwiftDataSource",
            ]),

        // The only code that creates stores, for all other rooms.
        .target(
            name: "StoreMaking",
            dependencies: ["Files", "SQLite", "IndexBuilding", "ObjectModel", "StoreFormat"]),

        // The inputs of rows, with a folder for each kind.
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

        // The opposite direction of Seeding, and plans for it. Builds use neither room.
        .target(
            name: "Exporting",
            dependencies: ["Threads", "Files", "SQLite", "ObjectModel", "StoreFormat", "Sources", "Seeding"]),
        .target(
            name: "Drafting",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "StoreFormat", "Sources", "Seeding", "Exporting",
            ]),

        // Conversion of stores from one version of a model to another.
        .target(
            name: "Migration",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "StoreMaking",
            ],
            swiftSettings: unoptimized),

        .target(
            name: "ObjectLayer",
            dependencies: ["MergeRules", "Files", "SQLite", "ObjectModel", "StoreFormat"]),

        // Output of fetched rows as tables, CSV and JSON.
        .target(
            name: "Printing", dependencies: ["Files", "ObjectModel", "ObjectLayer"]),

        // Comparison of the objects of two stores.
        .target(
            name: "Comparing",
            dependencies: [
                "Threads", "Files", "SQLite", "PageReading", "ObjectModel", "StoreFormat", "ObjectLayer",
            ]),

        // Copies objects of one store, with their relationships, into another.
        .target(
            name: "Copying",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "StoreMaking",
                "Migration",
                "ObjectLayer",
            ]),

        // Merges new editions into stores that contain the work of users.
        .target(
            name: "Merging",
            dependencies: [
                "MergeRules", "Files", "SQLite", "ObjectModel", "StoreFormat", "StoreMaking", "ObjectLayer",
                "Comparing",
            ]),

        // Swift source for a model, apart from the data flow.
        .target(name: "CodeGeneration", dependencies: ["ObjectModel"], swiftSettings: unoptimized),

        .target(
            name: "Verification",
            dependencies: [
                "Threads", "Files", "SQLite", "PageReading", "ObjectModel", "SwiftDataSource",
                "StoreFormat", "ObjectLayer",
            ]),
        // A store as one HTML page.
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
                "SeedStore", "ObjectModel", "CodeGeneration", "ObjectLayer", "Seeding", "StoreFormat",
                "SwiftDataSource", "TestSupport",
            ]),
        .testTarget(
            name: "ComparingTests",
            dependencies: [
                "Files", "SQLite", "PageReading", "ObjectModel", "StoreFormat", "Comparing", "TestSupport",
            ]),
        .testTarget(
            name: "MergingTests",
            dependencies: [
                "MergeRules", "Files", "SQLite", "ObjectModel", "StoreFormat", "ObjectLayer", "Comparing",
                "Merging",
                "CodeGeneration", "SwiftDataSource", "Verification", "TestSupport", "CSQLite",
            ]),
        .testTarget(
            name: "VerificationTests",
            dependencies: ["Files", "SwiftDataSource", "Verification", "TestSupport"]),
        // Runs the command as a process, which is built first and is beside the test bundle.
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
        // Builds another package that depends on this one.
        .testTarget(name: "PackageTests", dependencies: ["TestSupport", "zseed"]),
    ],
    swiftLanguageModes: [.v6]
)
