import Foundation
import TestSupport

/// A private server in its own folder, which no other program can reach.
package final class MariaDB {
    package let folder: String
    private let server = Process()

    private struct Failure: Error { let words: String }

    private static let paths =
        "/usr/sbin:/usr/local/sbin:/opt/homebrew/bin:/usr/local/bin:"
        + (ProcessInfo.processInfo.environment["PATH"] ?? "")

    /// Whether the programs are installed. One of them fails even when it prints its help.
    package static let isPresent: Bool = ["mariadbd", "mariadb-install-db", "mysql"].allSatisfy { program in
        paths.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: $0 + "/" + program)
        }
    }

    /// The client finds the server by a file in this folder, whatever the system's configuration.
    package var environment: [String: String] { ["HOME": folder] }

    package init() throws {
        // The path of a socket must be short.
        folder = "/tmp/zseed-my-\(UUID().uuidString.prefix(8))"
        let data = folder + "/data"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("[client]\nsocket=\(folder)/socket\n".utf8)
            .write(to: URL(fileURLWithPath: folder + "/.my.cnf"))
        let user = "--user=" + NSUserName()
        try check(
            TestSupport.run(
                "mariadb-install-db",
                [
                    "--no-defaults", "--datadir=" + data, user, "--skip-test-db", "--skip-name-resolve",
                    "--auth-root-authentication-method=normal",
                ], in: folder, environment: ["PATH": Self.paths]))
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The socket is not accessible to others, so no authentication is needed.
        server.arguments = [
            "mariadbd", "--no-defaults", user, "--datadir=" + data, "--socket=" + folder + "/socket",
            "--pid-file=" + folder + "/pid", "--skip-networking", "--skip-grant-tables",
            "--innodb-flush-method=nosync",
        ]
        server.environment = ProcessInfo.processInfo.environment.merging(["PATH": Self.paths]) { $1 }
        server.currentDirectoryURL = URL(fileURLWithPath: folder)
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.run()
        for _ in 0..<600 where server.isRunning {
            if try TestSupport.run("mysql", ["-e", "SELECT 1"], environment: environment).status == 0 {
                return
            }
            usleep(100_000)
        }
        stop()
        throw Failure(words: "the server does not answer")
    }

    package func run(_ sql: String) throws {
        let client = ["--default-character-set=utf8mb4"]
        try check(
            TestSupport.run("mysql", client, environment: environment, input: Data(sql.utf8)))
    }

    private func check(_ result: ProcessResult) throws {
        guard result.status == 0 else { throw Failure(words: result.errors + result.output) }
    }

    package func stop() {
        // The server is killed immediately, because none of its data is kept.
        kill(server.processIdentifier, SIGKILL)
        server.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
