import CommandSupport
import Foundation
import TestSupport
import Testing

/// `make wheel` with a small program in place of zseed. Both are packed in the same way.
@Suite("The wheel of a release")
struct WheelTests {
    /// Whether a program can be compiled without dynamic libraries, like a release.
    private static let linksStatically: Bool = {
        #if os(Linux)
            guard let folder = try? TestFolder() else { return false }
            return (try? compile("-static", in: folder)) != nil
        #else
            return false
        #endif
    }()

    private static func compile(_ flag: String, in folder: TestFolder) throws -> String {
        try folder.write(
            #"int puts(const char *); int main(void) { return puts("0.1.0") < 0; }"#, as: "main.c")
        let result = try run("cc", [flag, "main.c", "-o", "program"], in: folder.path)
        try #require(result.status == 0, "\(result.errors)")
        return folder.path + "/program"
    }

    private static func make(_ program: String, in folder: TestFolder) throws -> String {
        let result = try run(
            "make", ["-s", "wheel", "PROGRAM=\(program)", "DIST=\(folder.path)/dist"], in: Corpus.packageRoot)
        result.expectSuccess()
        return result.output.trimmingCharacters(in: .newlines)
    }

    @Test(
        "The wheel is installed without a compiler or network, with the same bytes each time",
        .enabled(if: linksStatically, "needs a compiler and a static C library"))
    func installed() throws {
        let folder = try TestFolder()
        let program = try Self.compile("-static", in: folder)
        let path = try Self.make(program, in: folder)
        let machine = try run("uname", ["-m"], in: folder.path).output.trimmingCharacters(in: .newlines)
        #expect(
            (path as NSString).lastPathComponent
                == "zseed-0.1.0-py3-none-manylinux2014_\(machine).manylinux_2_17_\(machine).musllinux_1_1_\(machine).whl"
        )
        let content = try bytes(of: path)
        #expect(try Self.make(program, in: folder) == path)
        #expect(try bytes(of: path) == content)

        try run("python3", ["-m", "venv", "environment"], in: folder.path).expectSuccess()
        try run(
            "environment/bin/pip",
            ["install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", path],
            in: folder.path
        ).expectSuccess()
        let installed = try run("environment/bin/zseed", ["--version"], in: folder.path)
        #expect(installed.output == "0.1.0\n")
        #expect(try bytes(of: folder.path + "/environment/bin/zseed") == bytes(of: program))
        #expect(try files(in: folder.path + "/dist").count == 1)
    }

    @Test(
        "A wheel with a dynamically linked program is not tagged for every Linux",
        .enabled(if: linksStatically, "needs a compiler and a static C library"))
    func dynamic() throws {
        let folder = try TestFolder()
        let path = try Self.make(try Self.compile("-O0", in: folder), in: folder)
        #expect((path as NSString).lastPathComponent.hasPrefix("zseed-0.1.0-py3-none-linux_"))
    }
}
