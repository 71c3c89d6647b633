import CommandSupport

#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @Suite("A system without /proc, such as a bare chroot")
    struct BareSystemTests {
        /// Runs the command with an empty folder as `/proc`.
        private static func run(_ arguments: String..., in folder: String) throws -> ProcessResult {
            let hide = "mount --bind \"$0\" /proc && exec \"$@\""
            try FileManager.default.createDirectory(
                atPath: folder + "/empty", withIntermediateDirectories: true)
            return try TestSupport.run(
                "/usr/bin/env",
                ["unshare", "-m", "sh", "-c", hide, folder + "/empty", Zseed.path] + arguments,
                in: folder)
        }

        private static let canHide: Bool = {
            let result = try? TestSupport.run(
                "/usr/bin/env", ["unshare", "-m", "sh", "-c", "mount --bind /tmp /proc"])
            return result?.status == 0
        }()

        @Test(
            "Arguments are read correctly, and a store is built",
            .enabled(if: canHide, "needs the right to mount"))
        func withoutProc() throws {
            let shop = try Shop()
            let version = try Self.run("--version", in: shop.path)
            version.expectSuccess()
            #expect(version.output == (try Zseed.run("--version", in: shop.path)).output)
            let built = try Self.run("build", "plan.yml", "--output", "own.sqlite", in: shop.path)
            built.expectSuccess()
            try shop.build().expectSuccess()
            #expect(try bytes(of: shop.path + "/own.sqlite") == bytes(of: shop.output))
            // Invalid arguments with a space, a quote or no text are reported as they are.
            let wrong = try Self.run("build", "", "a b", "ü'", in: shop.path)
            #expect(wrong.status == 2)
            #expect(wrong.errors == (try Zseed.run("build", "", "a b", "ü'", in: shop.path)).errors)
        }
    }
#endif
