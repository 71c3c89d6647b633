// swift-tools-version: 6.0
import PackageDescription

// A package of its own over the built program, so that who uses a plugin compiles no zseed and needs none
// of its libraries, and who uses the object layer gets no plugin. `make bundle` makes the bundle that
// stands here; a release has its URL and checksum in its place (docs/plugins.md).
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
        // Not called like the program: zseed itself has a target of that name, and an app may use both.
        .binaryTarget(name: "ZSeedProgram", path: "zseed.artifactbundle"),
    ]
)
