// swift-tools-version: 6.0
import PackageDescription

// A separate package for the built program. Users of a plugin do not compile zseed and need none of its libraries, and
// users of the object layer get no plugin. `make bundle` creates the bundle at this path; a release has its URL and
// checksum instead (docs/guides/plugins.md).
let package = Package(
    name: "zseed-plugins",
    products: [
        .plugin(name: "SeedPlugin", targets: ["SeedPlugin"]),
        .plugin(name: "SeedCommand", targets: ["SeedCommand"]),
    ],
    targets: [
        .plugin(
            name: "SeedPlugin", capability: .buildTool(), dependencies: ["ZSeedProgram"], path: "SeedPlugin"),
        .plugin(
            name: "SeedCommand",
            capability: .command(
                intent: .custom(verb: "seed", description: "Build, verify and inspect seed stores."),
                permissions: [
                    .writeToPackageDirectory(reason: "The store goes where the plan or -o says.")
                ]), dependencies: ["ZSeedProgram"], path: "SeedCommand"),
        // The target has another name than the program, because zseed has a target `zseed` and an app may use both
        // packages.
        .binaryTarget(name: "ZSeedProgram", path: "zseed.artifactbundle"),
    ]
)
