import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Drafts of plans, built as they are")
struct DraftTests {
    private static let music = """
        <entity name="Artist"><attribute name="name" attributeType="String"/>
        <relationship name="albums" optional="YES" toMany="YES" destinationEntity="Album"
            inverseName="artist" inverseEntity="Album"/></entity>
        <entity name="Album"><attribute name="title" attributeType="String"/>
        <attribute name="released" optional="YES" attributeType="Date"/>
        <relationship name="artist" optional="YES" maxCount="1" destinationEntity="Artist"
            inverseName="albums" inverseEntity="Artist"/>
        <relationship name="tracks" optional="YES" toMany="YES" destinationEntity="Track"
            inverseName="album" inverseEntity="Album"/></entity>
        <entity name="Track"><attribute name="name" attributeType="String"/>
        <attribute name="unitPrice" optional="YES" attributeType="Decimal"/>
        <relationship name="album" optional="YES" maxCount="1" destinationEntity="Album"
            inverseName="tracks" inverseEntity="Album"/>
        <relationship name="playlists" optional="YES" toMany="YES" destinationEntity="Playlist"
            inverseName="tracks" inverseEntity="Playlist"/></entity>
        <entity name="Playlist"><attribute name="name" attributeType="String"/>
        <relationship name="tracks" optional="YES" toMany="YES" destinationEntity="Track"
            inverseName="playlists" inverseEntity="Track"/></entity>
        <entity name="Employee"><attribute name="lastName" attributeType="String"/>
        <relationship name="manager" optional="YES" maxCount="1" destinationEntity="Employee"
            inverseName="reports" inverseEntity="Employee"/>
        <relationship name="reports" optional="YES" toMany="YES" destinationEntity="Employee"
            inverseName="manager" inverseEntity="Employee"/></entity>
        """

    private static let tables: [(name: String, csv: String)] = [
        ("Artist", "ArtistId,Name\n1,AC/DC\n2,Accept\n"),
        ("Album", "AlbumId,Title,ArtistId,Released\n1,Rock,1,1981-11-23\n2,Balls,2,\n"),
        (
            "Track",
            "TrackId,Name,AlbumId,UnitPrice\n1,Rock,1,0.99\n2,Wall,2,0.99\n3,Loose,,0.99\n"
        ),
        ("Playlist", "PlaylistId,Name\n1,Music\n2,Movies\n"),
        ("PlaylistTrack", "PlaylistId,TrackId\n1,1\n1,2\n2,1\n"),
        ("Employee", "EmployeeId,LastName,ReportsTo\n1,Adams,\n2,Edwards,1\n3,Peacock,2\n"),
    ]

    private static func model(_ entities: String, in folder: TestFolder) throws {
        try folder.write(
            """
            <?xml version="1.0"?><model type="com.apple.IDECoreDataModeler.DataModel" \
            documentVersion="1.0">\(entities)</model>
            """, as: "M.xcdatamodel/contents")
    }

    @Test(
        "A file answers a draft's questions; invalid or unexpected answers are errors",
        arguments: [
            ("Item.amount: 1\n", "amount: qty\n", ""), ("# by hand\n\n", "amount: qty\n", ""),
            ("2\n", nil, ""), ("# by hand\r\nnothing\r\n", nil, ""),
            ("", "amount: qty  # unsure: is `qty` the right column?\n", ""),
            (
                "Item.amount: 3\n", "",
                "a.txt:1: error: Item.amount: '3' is not an answer: give a number from 1 to 2, or nothing for 1\n"
            ),
            (
                "Item.amonut: 1\n", "", "a.txt:1: error: the draft has no question about `Item.amonut`\n"
            ),
            (
                "Item.amount: 1\nItem.amount: 2\n", "",
                "a.txt:2: error: an earlier line answers the question about `Item.amount`\n"
            ),
            (
                "Item.amount: 1\n# more\n2\n", "", "a.txt:3: error: the draft has no question for '2'\n"
            ),
        ] as [(String, String?, String)])
    func answers(file: String, line: String?, errors: String) throws {
        let folder = try TestFolder()
        try Self.model(
            """
            <entity name="Item"><attribute name="name" attributeType="String"/>
            <attribute name="amount" optional="YES" attributeType="Integer 64"/></entity>
            """, in: folder)
        try folder.write("name,qty\nA,1\nB,2\n", as: "items.csv")
        try folder.write(file, as: "a.txt")
        let plan = ["plan", "M.xcdatamodel", "items.csv", "-o", "plan.yml"]
        let result = try Zseed.run(plan + ["--answers", "a.txt"], in: folder.path)
        #expect(result.errors == errors)
        guard errors.isEmpty else {
            #expect(result.status == 2)
            #expect(try !files(in: folder.path).contains("plan.yml"))
            return
        }
        #expect(result.status == 0)
        let text = String(decoding: try bytes(of: folder.path + "/plan.yml"), as: UTF8.self)
        #expect(text.contains(line ?? "name: name\n"), "\(text)")
        #expect((line == nil) != text.contains("qty"), "\(text)")
    }

    @Test(
        "A table on standard input is a source like a file",
        arguments: [
            (["-"], "name\tamount\nA\t1\nB\t2\n", "input: { csv: \"-\", delimiter: tab }"),
            (
                ["-"], "[{\"name\": \"A\", \"amount\": 1}, {\"name\": \"B\", \"amount\": 2}]",
                "input: { json: \"-\" }"
            ),
            (["--source", "items={ csv: - }"], "name,amount\nA,1\nB,2\n", "items: { csv: \"-\" }"),
        ])
    func standardInput(source: [String], text: String, line: String) throws {
        let folder = try TestFolder()
        try Self.model(
            """
            <entity name="Item"><attribute name="name" attributeType="String"/>
            <attribute name="amount" optional="YES" attributeType="Integer 64"/></entity>
            """, in: folder)
        let input = Data(text.utf8)
        let draft = try Zseed.run(["plan", "M.xcdatamodel"] + source, in: folder.path, input: input)
        #expect(draft.status == 0, "\(draft.errors)")
        #expect(draft.output.contains("  \(line)\n"), "\(draft.output)")
        try folder.write(draft.output, as: "plan.yml")
        let build = try Zseed.run("build", "plan.yml", in: folder.path, input: input)
        #expect(build.status == 0, "\(build.errors)")
        #expect(try Self.rows("SELECT ZNAME, ZAMOUNT FROM ZITEM ORDER BY 1", in: folder) == ["A|1", "B|2"])
    }

    @Test(
        "A file of answers is read completely, and a time zone is a valid answer",
        arguments: [
            ("+02:00\n", "timeZone: +02:00\n", ""),
            ("timeZone: Europe/Berlin\n", "timeZone: Europe/Berlin\n", ""),
            ("X.y: 1\n", nil, "a.txt:1: error: the draft has no question about `X.y`\n"),
            ("X.y:\n", nil, "a.txt:1: error: the draft has no question about `X.y`\n"),
            (
                "# a comment\nMars\n", nil,
                "a.txt:2: error: timeZone: unknown time zone `Mars`: "
            ),
            ("[\n", nil, "a.txt:1: error: timeZone: "),
            (
                "UTC\n" + String(repeating: "#\n", count: 1 << 19), nil,
                "a.txt:524288: error: a file of answers has at most 1 MiB; the remaining text is not read\n"
            ),
        ] as [(String, String?, String)])
    func zoneAnswers(file: String, line: String?, errors: String) throws {
        let folder = try TestFolder()
        try Self.model(
            """
            <entity name="Item"><attribute name="name" attributeType="String"/>
            <attribute name="added" optional="YES" attributeType="Date"/></entity>
            """, in: folder)
        try folder.write("name,added\nA,2024-01-05 10:00\n", as: "items.csv")
        try folder.write(file, as: "a.txt")
        let result = try Zseed.run(
            "plan", "M.xcdatamodel", "items.csv", "-o", "plan.yml", "--answers", "a.txt", in: folder.path)
        #expect(result.errors.hasPrefix(errors), "\(result.errors)")
        #expect(result.status == (line == nil ? 2 : 0))
        #expect(try files(in: folder.path).contains("plan.yml") == (line != nil))
        guard let line else { return }
        let text = String(decoding: try bytes(of: folder.path + "/plan.yml"), as: UTF8.self)
        #expect(text.contains(line), "\(text)")
        #expect(!text.contains("a build stops"), "\(text)")
    }

    @Test("Questions are asked through a pipe until answers end, and again after invalid ones")
    func asked() throws {
        let folder = try TestFolder()
        try Self.model(
            """
            <entity name="Item"><attribute name="name" attributeType="String"/>
            <attribute name="amount" optional="YES" attributeType="Integer 64"/></entity>
            """, in: folder)
        try folder.write("name,qty\nA,1\nB,2\n", as: "items.csv")
        let question = """
            1 of 1: Item.amount
              is `qty` the right column?
              cells: '1', '2'
              1 as drafted: amount: qty
              2 nothing

            """
        let refusal = "  '7' is not an answer: give a number from 1 to 2, or nothing for 1\n"
        for (input, printed, isSettled) in [("7\n1\n", question + refusal, true), ("", question, false)] {
            let result = try Zseed.run(
                "plan", "M.xcdatamodel", "items.csv", "--ask", in: folder.path, input: Data(input.utf8))
            #expect(result.status == 0)
            #expect(result.errors.hasPrefix(printed + "source "), "\(result.errors)")
            #expect(result.output.contains("# unsure:") != isSettled, "\(result.output)")
        }
        let both = try Zseed.run(
            "plan", "M.xcdatamodel", "items.csv", "--ask", "--answers", "a.txt", in: folder.path)
        #expect(both.status == 2)
        #expect(both.errors.hasPrefix("Error: --ask and --answers exclude each other\n"), "\(both.errors)")
    }

    /// Drafts a plan and returns it. Problems that make its build fail must be mentioned in the draft.
    private static func draft(_ sources: [String], in folder: TestFolder) throws -> String {
        let result = try Zseed.run(["plan", "M.xcdatamodel"] + sources, in: folder.path)
        #expect(result.status == 0, "\(result.errors)")
        try folder.write(result.output, as: "plan.yml")
        return result.output
    }

    private static func rows(_ sql: String, in folder: TestFolder) throws -> [String] {
        let result = try run("sqlite3", [folder.path + "/seed.sqlite", sql])
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test(
        "Foreign keys, join tables and trees are found in a database and in files", arguments: [true, false])
    func music(isDatabase: Bool) throws {
        let folder = try TestFolder()
        try Self.model(Self.music, in: folder)
        var sources: [String] = []
        for (name, csv) in Self.tables {
            try folder.write(csv, as: name + ".csv")
            sources.append(name + ".csv")
        }
        if isDatabase {
            let script = """
                CREATE TABLE Artist (ArtistId INTEGER PRIMARY KEY, Name TEXT);
                CREATE TABLE Album (AlbumId INTEGER PRIMARY KEY, Title TEXT,
                    ArtistId INTEGER REFERENCES Artist, Released TEXT);
                CREATE TABLE Track (TrackId INTEGER PRIMARY KEY, Name TEXT,
                    AlbumId INTEGER REFERENCES Album (AlbumId), UnitPrice NUMERIC);
                CREATE TABLE Playlist (PlaylistId INTEGER PRIMARY KEY, Name TEXT);
                CREATE TABLE PlaylistTrack (PlaylistId INTEGER REFERENCES Playlist,
                    TrackId INTEGER REFERENCES Track, PRIMARY KEY (PlaylistId, TrackId));
                CREATE TABLE Employee (EmployeeId INTEGER PRIMARY KEY, LastName TEXT,
                    ReportsTo INTEGER REFERENCES Employee (EmployeeId));

                """
            let inserts = Self.tables.flatMap { name, csv in
                csv.split(separator: "\n").dropFirst().map { line in
                    let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                    let values = cells.map { $0.isEmpty ? "NULL" : "'\($0)'" }
                    return "INSERT INTO \(name) VALUES (\(values.joined(separator: ", ")));"
                }
            }
            try folder.write(script + inserts.joined(separator: "\n"), as: "music.sql")
            sources = ["music.sql"]
        }
        let text = try Self.draft(sources, in: folder)
        #expect(text.contains("manager: { keyOf: Employee, column: ReportsTo }"))
        #expect(text.contains("  - from: PlaylistTrack\n    relationship: Playlist.tracks\n"))
        #expect(text.contains("key: EmployeeId\n"))
        let build = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(build.status == 0, "\(build.errors)")
        #expect(
            try Self.rows(
                "SELECT e.ZLASTNAME, m.ZLASTNAME FROM ZEMPLOYEE e JOIN ZEMPLOYEE m ON e.ZMANAGER = m.Z_PK "
                    + "ORDER BY 1", in: folder) == ["Edwards|Adams", "Peacock|Edwards"])
        #expect(
            try Self.rows(
                "SELECT t.ZNAME, a.ZTITLE, r.ZNAME FROM ZTRACK t LEFT JOIN ZALBUM a ON t.ZALBUM = a.Z_PK "
                    + "LEFT JOIN ZARTIST r ON a.ZARTIST = r.Z_PK ORDER BY 1", in: folder)
                == ["Loose||", "Rock|Rock|AC/DC", "Wall|Balls|Accept"])
    }

    @Test("A German CSV file: Windows-1252, semicolons, decimal commas, serial dates, yes and no")
    func german() throws {
        let folder = try TestFolder()
        try Self.model(
            """
            <entity name="Artikel"><attribute name="name" attributeType="String"/>
            <attribute name="preis" optional="YES" attributeType="Decimal"/>
            <attribute name="aktiv" optional="YES" attributeType="Boolean"/>
            <attribute name="datum" optional="YES" attributeType="Date"/>
            <attribute name="geliefert" optional="YES" attributeType="Date"/></entity>
            """, in: folder)
        let csv = """
            Name;Preis;Aktiv;Datum;Geliefert\r
            Käse;1.234,50;ja;9.3.2024;45360,75\r
            Öl;0,99;nein;31.12.2023;45382\r
            Brot;;ja;;-\r

            """
        try folder.write(try #require(csv.data(using: .windowsCP1252)), as: "artikel.csv")
        let text = try Self.draft(["artikel.csv"], in: folder)
        #expect(text.contains("encoding: windows-1252, delimiter: \";\""))
        let build = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(build.status == 0, "\(text)\(build.errors)")
        #expect(
            try Self.rows(
                "SELECT ZNAME, ZPREIS, ZAKTIV, date(ZDATUM + 978307200, 'unixepoch'), "
                    + "datetime(ZGELIEFERT + 978307200, 'unixepoch') FROM ZARTIKEL", in: folder)
                == [
                    "Käse|1234.5|1|2024-03-09|2024-03-09 18:00:00",
                    "Öl|0.99|0|2023-12-31|2024-03-31 00:00:00", "Brot||1||",
                ])
    }

    /// `1,000` can mean a thousand or one, and is a valid number in both cases.
    @Test(
        "Thousands and decimal separators are inferred from other columns, or asked about",
        arguments: [
            ("name;preis;menge\na;1.234,50;1.000\nb;0,99;2\n", "1000", "1234.5", false),
            ("name,preis,menge\na,\"1,234.50\",\"1,000\"\nb,0.99,2\n", "1000", "1234.5", false),
            ("name,preis,menge\na,2,\"1,000\"\nb,3,\"12,000\"\n", "1000", "2", true),
            ("name;preis;menge\na;2;1.000\nb;3;12.000\n", "1000", "2", true),
            ("name,preis,menge\na,0.5,1.0\nb,3.25,2.0\n", "1", "0.5", false),
            ("name,preis,menge\na,1.250,1\nb,3.5,2\n", "1", "1.25", false),
        ])
    func thousands(csv: String, amount: String, price: String, isUnsure: Bool) throws {
        let folder = try TestFolder()
        try Self.model(
            """
            <entity name="Artikel"><attribute name="name" attributeType="String"/>
            <attribute name="preis" optional="YES" attributeType="Decimal"/>
            <attribute name="menge" optional="YES" attributeType="Integer 32"/></entity>
            """, in: folder)
        try folder.write(csv, as: "artikel.csv")
        let text = try Self.draft(["artikel.csv"], in: folder)
        #expect(text.contains("separate thousands?") == isUnsure, "\(text)")
        let build = try Zseed.run("build", "plan.yml", in: folder.path)
        #expect(build.status == 0, "\(text)\(build.errors)")
        #expect(
            try Self.rows("SELECT ZMENGE, ZPREIS FROM ZARTIKEL WHERE ZNAME = 'a'", in: folder)
                == ["\(amount)|\(price)"], "\(text)")
    }

    @Test("A value that would stop a build has a comment at its line")
    func stops() throws {
        let folder = try TestFolder()
        try Self.model(Self.music, in: folder)
        try folder.write("ArtistId,Name\n1,Ann\n2,\n", as: "Artist.csv")
        try folder.write("Title,ArtistId,Released\nA,1,soon\nB,7,soon\n", as: "Album.csv")
        let text = try Self.draft(["Artist.csv", "Album.csv"], in: folder)
        let lines = text.split(separator: "\n").map(String.init)
        func comment(_ start: String) -> String {
            let line = lines.first { $0.contains(start) } ?? ""
            return line.contains("# ") ? String(line[line.range(of: "# ")!.upperBound...]) : ""
        }
        #expect(comment("name: ").contains("1 of 2 cells are empty, but it is not optional"))
        #expect(comment("released: ").contains("no date format fits all cells, such as 'soon'"))
        #expect(comment("artist: ").contains("1 of 2 values are no `ArtistId` of `Artist`, such as '7'"))
        #expect(try Zseed.run("build", "plan.yml", in: folder.path).status == 1)
    }

    @Test(
        "A file without rows is reported and not drafted",
        arguments: [
            (
                "book.csv", "PK\u{3}\u{4}....[Content_Types].xml xl/workbook.xml",
                "book.csv: error: is not a workbook: it is not a ZIP archive, or its end is missing"
            ),
            (
                "dump.sql",
                "-- MySQL dump 10.13\nCREATE TABLE `a` (`b` int) ENGINE=InnoDB;\nUPDATE `a` SET `b` = 1;\n",
                "dump.sql:3: error: this is a dump or script of MySQL, and zseed does not read `UPDATE`: "
            ),
            ("scan.csv", "%PDF-1.7\n", "scan.csv: error: this is a PDF document"),
        ])
    func foreign(name: String, content: String, message: String) throws {
        let folder = try TestFolder()
        try Self.model(Self.music, in: folder)
        try folder.write(content, as: name)
        let result = try Zseed.run("plan", "M.xcdatamodel", name, in: folder.path)
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
    }

    @Test("A file that is listed twice is refused", arguments: ["a.csv", "./a.csv"])
    func twice(again: String) throws {
        let folder = try TestFolder()
        try Self.model(Self.music, in: folder)
        try folder.write("Name\nA\n", as: "a.csv")
        let result = try Zseed.run("plan", "M.xcdatamodel", "a.csv", again, in: folder.path)
        #expect(result.status == 2)
        #expect(result.errors == "\(again): error: this file is listed twice\n")
    }

    @Test(
        "A draft from an exported store builds, or has a comment where it cannot",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: [
            "bookmarks-5", "failed-banks",
            "cartkit", "cartkit-swiftdata", "coredataplus-books", "grocery-dude", "moody-5",
            "cheftime-mock-swiftdata",
        ])
    func corpus(name: String) throws {
        let folder = try TestFolder()
        let store = Corpus.folder + "/\(name)/store.sqlite"
        guard FileManager.default.fileExists(atPath: store) else {
            try Test.cancel("there is no store \(name)")
        }
        var model: [String] = []
        let source = Corpus.folder + "/\(name)/Model.xcdatamodel"
        if FileManager.default.fileExists(atPath: source) { model = ["--model", source] }
        let exported = try Zseed.run(["export", store, "-o", "x", "-q"] + model, in: folder.path)
        #expect([0, 1].contains(exported.status), "\(exported.errors)")
        let exports = folder.path + "/x"
        let files = try FileManager.default.contentsOfDirectory(atPath: exports)
            .filter { $0.hasSuffix(".csv") }.sorted()
        let draft = try Zseed.run(["plan", store] + model + files, in: exports)
        #expect(draft.status == 0, "\(draft.errors)")
        try folder.write(draft.output, as: "x/draft.yml")
        let build = try Zseed.run(
            ["build", "draft.yml", "-q", "--max-errors", "1000"], in: exports)
        guard build.status != 0 else { return }
        let lines = draft.output.split(separator: "\n", omittingEmptySubsequences: false)
        for error in build.errors.split(separator: "\n") where error.contains(": error: ") {
            let place = error.split(separator: ":")
            if place[0] == "draft.yml", let line = Int(place[1]) {
                #expect(lines[line - 1].contains("# "), "\(error)")
            } else {
                let source = place[0].split(separator: ".").first ?? ""
                let load = lines.firstIndex {
                    $0.hasSuffix("from: \(source)") || $0.contains("from: \(source) ")
                }
                let rest = lines[(load ?? 0)...].dropFirst().prefix { !$0.contains("from: ") }
                let told = ([lines[load ?? 0]] + rest).contains {
                    $0.contains("unsure: ") || $0.contains("a build stops here: ")
                }
                #expect(told, "\(error)")
            }
        }
    }
}
