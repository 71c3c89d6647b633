import CommandSupport
import Foundation
import TestSupport
import Testing

/// The results of `make install`, `package` and `formula` with the program that the tests run.
@Suite("Packages of a release")
struct PackagingTests {
    private static func make(_ arguments: String...) throws -> ProcessResult {
        let result = try run("make", ["-s", "PROGRAM=\(Zseed.path)"] + arguments, in: Corpus.packageRoot)
        result.expectSuccess()
        return result
    }

    /// Returns the files below a folder, with relative paths.
    private static func tree(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder)
            return !isFolder.boolValue
        }
    }

    @Test("The program, manual and completions are installed where systems expect them")
    func install() throws {
        let folder = try TestFolder()
        _ = try Self.make("install-program", "DESTDIR=\(folder.path)", "PREFIX=/opt/my tools")
        let root = folder.path + "/opt/my tools"
        let tree = try Self.tree(root)
        for file in [
            "bin/zseed", "share/man/man1/zseed.1", "share/man/man1/zseed.build.1",
            "share/bash-completion/completions/zseed", "share/zsh/site-functions/_zseed",
            "share/fish/vendor_completions.d/zseed.fish", "share/doc/zseed/copyright",
        ] { #expect(tree.contains(file), "\(file) of \(tree)") }
        let manual = try String(contentsOfFile: root + "/share/man/man1/zseed.build.1", encoding: .utf8)
        #expect(manual.contains(".Nm \"zseed build\"") && manual.contains("list-inputs"))
        let script = root + "/share/bash-completion/completions/zseed"
        try run("bash", ["-c", "source '\(script)' && complete -p zseed"]).expectSuccess()
    }

    @Test("The bundle, bill of materials and checksums have the same bytes each time")
    func artefacts() throws {
        let folder = try TestFolder()
        try folder.write("archive", as: "dist/zseed-0.1.0-linux-x86_64.tar.gz")
        try run(
            "sh",
            [
                Corpus.packageRoot + "/Plugins/bundle.sh", "zseed.artifactbundle", try Zseed.version(),
                "x86_64-unknown-linux-gnu=\(Zseed.path)",
            ], in: folder.path
        ).expectSuccess()
        func make() throws -> [String: Data] {
            try run(
                "python3",
                [
                    Corpus.packageRoot + "/.github/release/artefacts.py", Zseed.path, "zseed.artifactbundle",
                    "dist",
                ], in: folder.path
            ).expectSuccess()
            return Dictionary(
                uniqueKeysWithValues: try Self.tree(folder.path + "/dist").map {
                    ($0, try Data(contentsOf: URL(fileURLWithPath: folder.path + "/dist/" + $0)))
                })
        }
        let first = try make()
        #expect(
            first.keys.sorted() == [
                "SHA256SUMS", "zseed-0.1.0-linux-x86_64.tar.gz", "zseed.artifactbundle.zip",
                "zseed.spdx.json",
            ])
        #expect(try make() == first)
        try run("sha256sum", ["--check", "--strict", "SHA256SUMS"], in: folder.path + "/dist").expectSuccess()
        let bill = try #require(
            try JSONSerialization.jsonObject(with: first["zseed.spdx.json"] ?? Data()) as? [String: Any])
        let packages = try #require(bill["packages"] as? [[String: Any]])
        let names = packages.compactMap { $0["name"] as? String }
        #expect(names.prefix(3) == ["zseed", "swift-argument-parser", "yams"] && names.contains("SQLite"))
        #expect(packages.allSatisfy { ($0["licenseDeclared"] as? String)?.isEmpty == false })
    }

    @Test(
        "The Debian package is installed, runs, and has the same bytes each time",
        .enabled(if: (try? run("dpkg-deb", ["--version"]).status) == 0, "needs dpkg"))
    func debian() throws {
        let folder = try TestFolder()
        let path = try Self.make("package", "DEB_COMPRESSION=none", "DIST=\(folder.path)/dist").output
            .trimmingCharacters(in: .newlines)
        let content = try bytes(of: path)
        _ = try Self.make("package", "DEB_COMPRESSION=none", "DIST=\(folder.path)/dist")
        #expect(try bytes(of: path) == content)

        let version = try Zseed.version()
        let fields = try run("dpkg-deb", ["--show", "--showformat=${Package} ${Version}", path])
        #expect(fields.output == "zseed \(version)")
        let root = folder.path + "/root"
        if getuid() == 0 {
            // The package is installed by dpkg into a separate root folder.
            for name in ["info", "updates", "triggers"] {
                try FileManager.default.createDirectory(
                    atPath: root + "/var/lib/dpkg/" + name, withIntermediateDirectories: true)
            }
            for name in ["status", "available"] {
                try Data().write(to: URL(fileURLWithPath: root + "/var/lib/dpkg/" + name))
            }
            let log = "--log=\(folder.path)/dpkg.log"
            try run("dpkg", ["--root=" + root, log, "--install", path]).expectSuccess()
            let status = try run("dpkg", ["--root=" + root, "--status", "zseed"])
            #expect(status.output.contains("Status: install ok installed\n"))
        } else {
            try run("dpkg-deb", ["--extract", path, root]).expectSuccess()
        }
        let program = root + "/usr/bin/zseed"
        #expect(try bytes(of: program) == bytes(of: Zseed.path))
        let shop = try Shop()
        let built = try run(program, ["build", "plan.yml", "-q"], in: shop.path)
        #expect(built.status == 0, "\(built.errors)")
        #expect(FileManager.default.fileExists(atPath: root + "/usr/share/man/man1/zseed.1.gz"))
    }

    @Test("The formula has the archives of all systems with checksums, or is not written")
    func formula() throws {
        let folder = try TestFolder()
        let version = try Zseed.version()
        let systems = ["linux-aarch64", "linux-x86_64", "macos-arm64"]
        var sums = systems.enumerated().map { index, system in
            "\(String(repeating: String(index + 1), count: 64))  zseed-\(version)-\(system).tar.gz\n"
        }
        try folder.write(sums.joined(), as: "SHA256SUMS")
        _ = try Self.make("formula", "DIST=\(folder.path)")
        let formula = try String(contentsOfFile: folder.path + "/zseed.rb", encoding: .utf8)
        #expect(!formula.contains("@"))
        for (index, system) in systems.enumerated() {
            let pair = try #require(formula.range(of: "zseed-\(version)-\(system).tar.gz\"\n"))
            let sum = String(repeating: String(index + 1), count: 64)
            #expect(
                formula[pair.upperBound...].trimmingCharacters(in: .whitespaces)
                    .hasPrefix("sha256 \"\(sum)\"\n"))
        }
        try FileManager.default.removeItem(atPath: folder.path + "/zseed.rb")
        sums.removeLast()
        try folder.write(sums.joined(), as: "SHA256SUMS")
        let lacking = try run(
            "make", ["-s", "formula", "DIST=\(folder.path)"], in: Corpus.packageRoot)
        #expect(lacking.status != 0 && lacking.errors.contains("no archive for macos-arm64"))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/zseed.rb"))
    }

    @Test("The plugins are published with the bundle's URL and checksum")
    func plugins() throws {
        let folder = try TestFolder()
        try folder.write("a bundle", as: "zseed.artifactbundle.zip")
        let script = Corpus.packageRoot + "/Plugins/publish.sh"
        let url = "https://example.com/v1/zseed.artifactbundle.zip"
        let arguments = ["zseed.artifactbundle.zip", url, "package"]
        try run(script, arguments, in: folder.path).expectSuccess()
        let package = folder.path + "/package"
        #expect(try files(in: package) == ["LICENSE", "Package.swift", "SeedCommand", "SeedPlugin"])
        let manifest = try String(contentsOfFile: package + "/Package.swift", encoding: .utf8)
        #expect(!manifest.contains("path: \"zseed.artifactbundle\""))
        let sums = try run(
            "sh", ["-c", "sha256sum *.zip || shasum -a 256 *.zip"], in: folder.path
        ).output
        #expect(manifest.contains("url: \"\(url)\", checksum: \"\(sums.prefix(64))\""))
        #expect(try run(script, arguments, in: folder.path).status == 2, "the folder is there already")
    }
}
