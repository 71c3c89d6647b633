import CommandSupport
import TestSupport
import Testing

/// Models, plans and stores of random databases, compared with the databases by an independent program,
/// Tests/Oracles/ModelOracle/databases.py. `ZSEED_ROUNDS` increases their number.
@Suite("Models of random databases", .timeLimit(.minutes(10)))
struct RandomDatabaseTests {
    private static func expectNoneWrong(_ form: String, environment: [String: String] = [:]) throws {
        let count = SeededGenerator.rounds(12)
        let result = try run(
            "python3",
            [
                Corpus.packageRoot + "/Tests/Oracles/ModelOracle/databases.py", Zseed.path, form, "0",
                "\(count - 1)",
            ],
            environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "\(count) databases, 0 wrong\n")
    }

    @Test(
        "From SQLite, and from CSV files, which declare nothing", arguments: ["sqlite", "csv"])
    func files(form: String) throws { try Self.expectNoneWrong(form) }

    @Test(
        "From dumps of mysqldump",
        .enabled(if: MariaDB.isPresent, "needs MariaDB: `make counterparts`"))
    func mySQL() throws {
        let server = try MariaDB()
        defer { server.stop() }
        try Self.expectNoneWrong("mysql", environment: server.environment)
    }

    @Test(
        "From dumps of pg_dump",
        .enabled(if: PostgreSQL.isPresent, "needs PostgreSQL: `make counterparts`"))
    func postgreSQL() throws {
        let server = try PostgreSQL()
        defer { server.stop() }
        try Self.expectNoneWrong(
            "postgresql", environment: ["PGHOST": server.folder, "PGUSER": "postgres"])
    }
}
