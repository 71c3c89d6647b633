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
    traits: [
        .default(enabledTraits: ["Thumbnails"]),
        .trait(name: "Thumbnails", description: "Thumbnails on Linux, with libjpeg-turbo and libpng."),
    ],
    // From the oldest version that works to the newest minor version that was tested, because users of the library may
    // need an older version. `Package.resolved` has the versions of our own builds.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", "1.5.0"..<"1.9.0"),
        .package(url: "https://github.com/jpsim/Yams", "6.0.0"..<"6.3.0"),
    ],
    targets: [
        // System
        .systemLibrary(
            name: "CSQLite", path: "Sources/System/CSQLite",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
        .systemLibrary(
            name: "CLibCSV", path: "Sources/System/CLibCSV",
            providers: [.apt(["libcsv-dev"]), .brew(["libcsv"])]),
        .systemLibrary(
            name: "CZlib", path: "Sources/System/CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(
            name: "CMinizip", path: "Sources/System/CMinizip",
            providers: [.apt(["libminizip-dev"]), .brew(["minizip"])]),
        .systemLibrary(name: "CExpat", path: "Sources/System/CExpat", providers: [.apt(["libexpat1-dev"])]),
        // The declarations of `spawn.h` that glibc provides only for C.
        .systemLibrary(name: "CSpawn", path: "Sources/System/CSpawn"),
        // SHA-1 and SHA-2 on systems without CryptoKit. libmd adds no build time.
        .systemLibrary(name: "CLibMD", path: "Sources/System/CLibMD", providers: [.apt(["libmd-dev"])]),
        // Images on systems without ImageIO. libpng instead of libspng, because Debian has no static library of
        // libspng.
        .systemLibrary(
            name: "CTurboJPEG", path: "Sources/System/CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CPNG", path: "Sources/System/CPNG", providers: [.apt(["libpng-dev"])]),

        // Base
        .target(name: "Files", dependencies: ["CSpawn"], path: "Sources/Base/Files"),
        .target(name: "SQLite", dependencies: ["Files", "CSQLite"], path: "Sources/Base/SQLite"),
        // XML documents with any content, read as a stream.
        .target(name: "XML", dependencies: ["Files", "CExpat"], path: "Sources/Base/XML"),
        // ZIP archives with any content.
        .target(name: "Archives", dependencies: ["Files", "CMinizip"], path: "Sources/Base/Archives"),
        // Conversion of images to smaller ones, in memory without files.
        .target(
            name: "Images",
            dependencies: [
                .target(name: "CTurboJPEG", condition: .when(platforms: [.linux], traits: ["Thumbnails"])),
                .target(name: "CPNG", condition: .when(platforms: [.linux], traits: ["Thumbnails"])),
                .target(name: "CZlib", condition: .when(platforms: [.linux])),
            ], path: "Sources/Base/Images"),
        // The rules of merges, without a dependency: apps import them, too.
        .target(name: "MergeRules", path: "Sources/Base/MergeRules"),

        // Model
        .target(
            name: "ObjectModel",
            dependencies: [
                "Files", "XML", "SQLite", "CZlib",
                .target(name: "CLibMD", condition: .when(platforms: [.linux])),
            ], path: "Sources/Model/ObjectModel"),
        // Parsing of Swift source into declarations, without models and files.
        .target(name: "SwiftSource", path: "Sources/Model/SwiftSource"),
        // Models in Swift source: SwiftData's classes are converted to a managed object model.
        .target(
            name: "SwiftDataSource", dependencies: ["Files", "SwiftSource", "ObjectModel"],
            path: "Sources/Model/SwiftDataSource"),

        // Store
        .target(name: "Pages", dependencies: ["Files", "SQLite"], path: "Sources/Store/Pages"),
        .target(
            name: "StoreFormat",
            dependencies: ["MergeRules", "Files", "SQLite", "Pages", "ObjectModel", "SwiftDataSource"],
            path: "Sources/Store/StoreFormat"),
        // The only code that creates stores, for all other rooms.
        .target(
            name: "StoreMaking", dependencies: ["Files", "SQLite", "Pages", "ObjectModel", "StoreFormat"],
            path: "Sources/Store/StoreMaking"),
        .target(
            name: "ObjectLayer",
            dependencies: ["MergeRules", "Files", "SQLite", "ObjectModel", "StoreFormat"],
            path: "Sources/Store/ObjectLayer"),

        // Seed
        // The inputs of rows, with a folder for each kind.
        .target(
            name: "Inputs",
            dependencies: [
                "Files", "Archives", "XML", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat",
                "CLibCSV", "CZlib", "Yams",
            ], path: "Sources/Seed/Inputs"),
        .target(
            name: "Seeding",
            dependencies: [
                "Files", "Images", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "StoreMaking",
                "Inputs", "Yams",
            ], path: "Sources/Seed/Seeding"),
        // The opposite direction of Seeding, and plans for it. Builds use neither room.
        .target(
            name: "Exporting",
            dependencies: ["Files", "SQLite", "ObjectModel", "StoreFormat", "Inputs", "Seeding"],
            path: "Sources/Seed/Exporting"),
        .target(
            name: "Drafting",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "StoreFormat", "Inputs", "Seeding", "Exporting",
            ], path: "Sources/Seed/Drafting"),

        // Change
        // Comparison of the objects of two stores.
        .target(
            name: "Comparing",
            dependencies: ["Files", "SQLite", "Pages", "ObjectModel", "StoreFormat", "ObjectLayer"],
            path: "Sources/Change/Comparing"),
        // Conversion of stores from one version of a model to another.
        .target(
            name: "Migration",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "StoreMaking",
            ], path: "Sources/Change/Migration", swiftSettings: unoptimized),
        // Copies objects of one store, with their relationships, into another.
        .target(
            name: "Copying",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "StoreMaking",
                "Migration", "ObjectLayer",
            ], path: "Sources/Change/Copying"),
        // Merges new editions into stores that contain the work of users.
        .target(
            name: "Merging",
            dependencies: [
                "MergeRules", "Files", "SQLite", "ObjectModel", "StoreFormat", "StoreMaking", "ObjectLayer",
                "Comparing",
            ], path: "Sources/Change/Merging"),

        // Show
        .target(
            name: "Verification",
            dependencies: [
                "Files", "SQLite", "Pages", "ObjectModel", "SwiftDataSource", "StoreFormat", "ObjectLayer",
            ], path: "Sources/Show/Verification"),
        // Output of fetched rows as tables, CSV and JSON.
        .target(
            name: "Printing", dependencies: ["Files", "ObjectModel", "ObjectLayer"],
            path: "Sources/Show/Printing"),
        // A store as one HTML page.
        .target(
            name: "Reporting",
            dependencies: ["Files", "SQLite", "ObjectModel", "StoreFormat", "ObjectLayer", "Printing"],
            path: "Sources/Show/Reporting"),

        // Apps
        // Swift source for a model, apart from the data flow.
        .target(
            name: "CodeGeneration", dependencies: ["ObjectModel"], path: "Sources/Apps/CodeGeneration",
            swiftSettings: unoptimized),
        // Installing, opening and merging seeds in an app.
        .target(name: "SeedStore", dependencies: ["MergeRules"], path: "Sources/Apps/SeedStore"),

        // Tool
        // The words and codes of errors and results, and the exit status: no output.
        .target(
            name: "Messages",
            dependencies: [
                "Files", "Archives", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "Inputs",
                "Seeding", "Drafting", "Migration", "ObjectLayer", "Merging", "CodeGeneration",
                "Verification",
            ], path: "Sources/Tool/Messages"),
        .executableTarget(
            name: "zseed",
            dependencies: [
                "Messages",
                "Files", "Archives", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "StoreMaking",
                "Inputs", "Seeding", "Exporting", "Drafting", "Migration", "ObjectLayer", "Printing",
                "Comparing", "Copying", "Merging", "CodeGeneration", "Verification", "Reporting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Sources/Tool/zseed"),

        // Tests
        .target(
            name: "TestSupport", dependencies: ["Files", "SQLite", "ObjectModel", "StoreFormat", "CZlib"],
            path: "Tests/Support"),
        .testTarget(
            name: "FilesTests", dependencies: ["Files", "TestSupport"], path: "Tests/Base/FilesTests"),
        .testTarget(
            name: "SQLiteTests", dependencies: ["Files", "SQLite", "TestSupport"],
            path: "Tests/Base/SQLiteTests"),
        .testTarget(
            name: "ArchivesTests", dependencies: ["Files", "Archives", "TestSupport"],
            path: "Tests/Base/ArchivesTests"),
        .testTarget(
            name: "ImagesTests", dependencies: ["Images", "TestSupport"], path: "Tests/Base/ImagesTests"),
        .testTarget(
            name: "ObjectModelTests", dependencies: ["ObjectModel", "TestSupport"],
            path: "Tests/Model/ObjectModelTests"),
        .testTarget(
            name: "SwiftSourceTests", dependencies: ["SwiftSource", "TestSupport"],
            path: "Tests/Model/SwiftSourceTests"),
        .testTarget(
            name: "SwiftDataSourceTests", dependencies: ["SwiftDataSource", "StoreFormat", "TestSupport"],
            path: "Tests/Model/SwiftDataSourceTests"),
        .testTarget(
            name: "PagesTests", dependencies: ["Files", "SQLite", "Pages", "TestSupport"],
            path: "Tests/Store/PagesTests"),
        .testTarget(
            name: "StoreFormatTests", dependencies: ["Files", "StoreFormat", "TestSupport"],
            path: "Tests/Store/StoreFormatTests"),
        .testTarget(
            name: "StoreMakingTests",
            dependencies: ["Files", "SQLite", "StoreFormat", "StoreMaking", "TestSupport"],
            path: "Tests/Store/StoreMakingTests"),
        .testTarget(
            name: "ObjectLayerTests", dependencies: ["ObjectLayer", "StoreFormat", "TestSupport"],
            path: "Tests/Store/ObjectLayerTests"),
        .testTarget(
            name: "InputsTests",
            dependencies: ["Files", "SQLite", "ObjectModel", "StoreFormat", "Inputs", "TestSupport"],
            path: "Tests/Seed/InputsTests"),
        .testTarget(
            name: "SeedingTests",
            dependencies: ["Files", "ObjectLayer", "Inputs", "Seeding", "Verification", "TestSupport"],
            path: "Tests/Seed/SeedingTests"),
        .testTarget(
            name: "ExportingTests",
            dependencies: [
                "Files", "Inputs", "Seeding", "Exporting", "Drafting", "Comparing", "Verification",
                "TestSupport",
            ], path: "Tests/Seed/ExportingTests"),
        .testTarget(
            name: "DraftingTests", dependencies: ["Files", "Inputs", "Seeding", "Drafting", "TestSupport"],
            path: "Tests/Seed/DraftingTests"),
        .testTarget(
            name: "ComparingTests",
            dependencies: [
                "Files", "SQLite", "Pages", "ObjectModel", "StoreFormat", "Comparing", "TestSupport",
            ], path: "Tests/Change/ComparingTests"),
        .testTarget(
            name: "MigrationTests",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "SwiftDataSource", "StoreFormat", "Migration",
                "Verification", "TestSupport",
            ], path: "Tests/Change/MigrationTests"),
        .testTarget(
            name: "CopyingTests",
            dependencies: [
                "Files", "SQLite", "ObjectModel", "ObjectLayer", "StoreFormat", "Comparing", "Copying",
                "Verification", "TestSupport",
            ], path: "Tests/Change/CopyingTests"),
        .testTarget(
            name: "MergingTests",
            dependencies: [
                "MergeRules", "Files", "SQLite", "ObjectModel", "StoreFormat", "ObjectLayer", "Comparing",
                "Merging", "CodeGeneration", "SwiftDataSource", "Verification", "TestSupport", "CSQLite",
            ], path: "Tests/Change/MergingTests"),
        .testTarget(
            name: "VerificationTests",
            dependencies: ["Files", "SwiftDataSource", "Verification", "TestSupport"],
            path: "Tests/Show/VerificationTests"),
        .testTarget(
            name: "CodeGenerationTests",
            dependencies: [
                "SeedStore", "ObjectModel", "CodeGeneration", "ObjectLayer", "Seeding", "StoreFormat",
                "SwiftDataSource", "TestSupport",
            ], path: "Tests/Apps/CodeGenerationTests"),
        // The command as a process, for the targets below, which are several so that they compile at the same time. `swift
        // build --build-tests` builds the program, which is beside the test bundle. Only targets that also import it
        // depend on it, so that the others do not wait for it.
        .target(
            name: "CommandSupport", dependencies: ["SQLite", "Verification", "TestSupport"],
            path: "Tests/Tool/CommandSupport"),
        .testTarget(
            name: "SeedCommandTests",
            dependencies: ["SQLite", "ObjectModel", "StoreFormat", "TestSupport", "CommandSupport"],
            path: "Tests/Tool/SeedCommandTests"),
        .testTarget(
            name: "InputCommandTests",
            dependencies: ["Files", "SQLite", "ObjectModel", "TestSupport", "CommandSupport"],
            path: "Tests/Tool/InputCommandTests"),
        .testTarget(
            name: "ModelCommandTests",
            dependencies: ["zseed", "SQLite", "ObjectModel", "StoreFormat", "TestSupport", "CommandSupport"],
            path: "Tests/Tool/ModelCommandTests"),
        .testTarget(
            name: "ChangeCommandTests",
            dependencies: ["SQLite", "ObjectModel", "StoreFormat", "TestSupport", "CommandSupport"],
            path: "Tests/Tool/ChangeCommandTests"),
        .testTarget(
            name: "ShowCommandTests",
            dependencies: [
                "zseed", "Messages", "Files", "Archives", "SQLite", "ObjectModel", "SwiftDataSource",
                "StoreFormat", "ObjectLayer", "Inputs", "Seeding", "Exporting", "Migration", "Copying",
                "Merging", "Verification", "Printing", "CodeGeneration", "TestSupport", "CommandSupport",
            ], path: "Tests/Tool/ShowCommandTests"),
        .testTarget(
            name: "SafetyCommandTests", dependencies: ["SQLite", "Seeding", "TestSupport", "CommandSupport"],
            path: "Tests/Tool/SafetyCommandTests"),
        .testTarget(
            name: "DocumentationTests", dependencies: ["Files", "Inputs", "Seeding", "TestSupport"],
            path: "Tests/Tool/DocumentationTests"),
        // Builds another package that depends on this one.
        .testTarget(
            name: "PackageTests", dependencies: ["TestSupport", "zseed"], path: "Tests/Outside/PackageTests"),
    ],
    swiftLanguageModes: [.v6]
)

// The interfaces of tests, which no other module imports, are not written by a second run of the compiler.
for target in package.targets where target.type == .test {
    target.swiftSettings = [
        .unsafeFlags(["-no-emit-module-separately-wmo"], .when(configuration: .release))
    ]
}
