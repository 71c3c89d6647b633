import Foundation
import TestSupport
import Testing

/// The dependencies between the folders of a target, by the names of types that only one file declares. Inside a target
/// there are no imports, so this finds only a part of them.
@Suite("Rooms and their imports")
struct HouseTests {
    @Test("The folders of a target do not use each other in a circle")
    func circles() throws {
        let house = try House.own.get()
        #expect(house.targets.count > 5)
        for target in house.targets {
            let circles = house.circles(in: target)
            #expect(circles.isEmpty, "\(target): \(circles)")
        }
    }

    @Test("A target uses only targets above it in the manifest")
    func order() throws {
        let house = try House.own.get()
        let manifest = try String(
            contentsOfFile: Corpus.packageRoot + "/Package.swift", encoding: .utf8)
        let list = try #require(manifest.range(of: "\n    targets: ["))
        let places = Dictionary(
            uniqueKeysWithValues: house.targets.map { target in
                let named = list.upperBound..<manifest.endIndex
                return (target, manifest.range(of: "name: \"\(target)\"", range: named)?.lowerBound)
            })
        let imports = try house.imports()
        for (target, imported) in imports {
            for other in imported.intersection(house.targets) {
                let place = try #require(places[target] ?? nil, "\(target) is not in the manifest")
                let above = try #require(places[other] ?? nil, "\(other) is not in the manifest")
                #expect(above < place, "\(target) imports \(other), which stands below it")
            }
        }
    }

    @Test("No storey imports a higher one, and ARCHITECTURE.md lists the storeys in order")
    func storeys() throws {
        let house = try House.own.get()
        let page = try String(contentsOfFile: Corpus.packageRoot + "/ARCHITECTURE.md", encoding: .utf8)
        let order = page.matches(of: #/(?m)^  (\w+)\/ /#).map { String($0.output.1) }
        let own = Dictionary(
            house.files.map { ($0.target, $0.storey) }, uniquingKeysWith: { first, _ in first })
        #expect(Set(own.values).subtracting(order).sorted() == [])
        for (target, imported) in try house.imports() {
            for other in imported.compactMap({ own[$0] }) {
                let place = try #require(order.firstIndex(of: own[target] ?? ""))
                let below = try #require(order.firstIndex(of: other))
                #expect(below <= place, "\(target) imports a room of \(other)")
            }
        }
    }

    @Test("Only the listed rooms import Seeding, Inputs and StoreMaking")
    func seeding() throws {
        let imports = try House.own.get().imports()
        #expect(
            Set(imports.filter { $0.value.contains("Seeding") }.keys) == [
                "Exporting", "Drafting", "Messages", "zseed",
            ])
        #expect(
            Set(imports.filter { $0.value.contains("Inputs") }.keys)
                == ["Seeding", "Exporting", "Drafting", "Messages", "zseed"])
        #expect(
            Set(imports.filter { $0.value.contains("StoreMaking") }.keys)
                == ["Seeding", "Migration", "Copying", "Merging", "zseed"])
    }

    @Test("No two rooms declare a type of the same name, except intended counterparts")
    func names() throws {
        let rooms = try House.own.get().roomsByType()
        #expect(rooms.count > 500)
        let several = rooms.filter { $0.value.count > 1 }.map { "\($0.key): \($0.value.sorted())" }
        #expect(several.sorted() == [])
    }

    @Test("Only one room makes the system calls for files")
    func files() throws {
        let calls = [
            "\\b(f|l)?stat\\(", "\\bopen(at)?\\([^)]*O_",
            "\\b(fopen|opendir|readlink|realpath|access|glob)\\(",
            "\\bFileManager\\b", "\\bfileExists\\(", "FileHandle\\(for", "contentsOf: *URL", "contentsOfFile",
            "\\b(Data|String|InputStream)\\((contentsOf|url|fileAtPath)",
            "try\\? *\\(?(FileStatus|FileIdentity|FileBytes|Folder\\.names)",
        ]
        // The exceptions are the text of generated code, code of apps, and code for Apple's systems.
        try expectNone(
            of: calls,
            but: [
                "Files/", "CodeGeneration/", "SeedStore/", "MergeRules/Files/AppMerge.swift",
                "Verification/Objects/CoreDataWalk.swift",
            ])
    }

    @Test("Only one room creates threads and waits for them")
    func threads() throws {
        let calls = [
            "\\bDispatch[A-Z]", "\\bThread(\\(|\\.detach)", "\\b(NS)?Condition(Lock)?\\(",
            "\\bOperationQueue\\b",
            "\\bTask( \\{|\\.detached|\\(priority)", "\\bpthread_(create|cond)", "\\bsem_", "\\bRunLoop\\b",
            // Foundation waits for the end of a process on a separate thread.
            "\\bProcess\\(\\)",
        ]
        try expectNone(of: calls, but: ["Files/Threads/", "CodeGeneration/", "SeedStore/"])
    }

    /// Expects that no code matches a pattern, except in files whose names begin with one of the prefixes.
    private func expectNone(of patterns: [String], but others: [String]) throws {
        let files = try House.own.get().files.filter { !others.contains(where: $0.name.hasPrefix) }
        #expect(files.count > 500)
        for pattern in try patterns.map({ try NSRegularExpression(pattern: $0) }) {
            for file in files {
                let code = file.code as NSString
                for match in pattern.matches(in: file.code, range: NSRange(location: 0, length: code.length))
                {
                    Issue.record("\(file.name): \(code.substring(with: code.lineRange(for: match.range)))")
                }
            }
        }
    }

    @Test("Sentences for users are in the rooms that ARCHITECTURE.md lists")
    func sentences() throws {
        let page = try String(contentsOfFile: Corpus.packageRoot + "/ARCHITECTURE.md", encoding: .utf8)
        let heading = try #require(page.range(of: "\n### Where the words are\n"))
        let end = try #require(page.range(of: "\n## ", range: heading.upperBound..<page.endIndex))
        let rows = page[heading.upperBound..<end.lowerBound].split(separator: "\n").filter {
            $0.hasPrefix("| `")
        }
        let places = rows.flatMap { row in
            row.split(separator: "|")[0].matches(of: /`([^`]+)`/).map { String($0.output.1) }
        }
        #expect(places.count > 10)
        var used: Set<String> = []
        for file in try House.own.get().files {
            guard let sentence = Self.sentence(in: file.code) else { continue }
            let name = file.name
            let place = places.first { name == $0 + ".swift" || name.hasPrefix($0 + "/") }
            #expect(place != nil, "\(name): \(sentence)")
            if let place { used.insert(place) }
        }
        #expect(Set(places).subtracting(used).sorted() == [], "no sentence stands there")
    }

    /// Returns the first string of four or more English words that is neither SQL nor a message for debugging.
    private static func sentence(in source: String) -> String? {
        for code in source.split(separator: "\n") {
            guard code.utf8.contains(UInt8(ascii: "\"")), code.utf8.count(where: { $0 == 0x20 }) > 2,
                !code.contains(/\b(fatalError|precondition\w*|assert\w*)\(/)
            else { continue }
            for literal in code.matches(of: /"(?:[^"\\]|\\.)*"/) {
                let text = literal.output.replacing(/\\\([^()]*(?:\([^()]*\)[^()]*)*\)/, with: " X ")
                let words = text.split(separator: " ").filter { word in
                    word.trimmingCharacters(in: .punctuationCharacters).wholeMatch(of: /[a-z]{2,}/) != nil
                }
                let isSQL = text.contains(/\b(SELECT|CREATE|UPDATE|INSERT|PRAGMA|DELETE|WHERE|NOT NULL)\b/)
                if words.count > 3, !isSQL { return String(text) }
            }
        }
        return nil
    }

    @Test("A circle of any length is found, and none is invented")
    func method() throws {
        let folder = try TestFolder()
        try folder.write("struct Alpha { let b: Beta }", as: "S/T/A/Alpha.swift")
        try folder.write("struct Beta { let c: Gamma } // Delta", as: "S/T/B/Beta.swift")
        try folder.write("struct Gamma { let a: Alpha? }", as: "S/T/C/Gamma.swift")
        try folder.write("struct Delta { let a: Alpha }", as: "S/T/D/Delta.swift")
        #expect(
            try House(sources: folder.path).circles(in: "T") == [["A", "B", "C"]])
        try folder.write("struct Gamma {}", as: "S/T/C/Gamma.swift")
        #expect(try House(sources: folder.path).circles(in: "T").isEmpty)
    }
}

/// The source files of a package, and the names in them.
private struct House {
    /// A file with its target and folder, the words it uses, and the types it declares.
    struct File {
        /// The path, relative to the folder of sources.
        let name: String
        /// The lines without comments.
        let code: String
        let storey: String
        let target: String
        let folder: String
        let words: Set<String>
        let types: Set<String>
        /// The declared types that are not private and not type aliases.
        let ownTypes: Set<String>
        let imports: Set<String>
    }

    /// The sources of this package, shared by all tests.
    static let own = Result { try House(sources: Corpus.packageRoot + "/Sources") }

    let files: [File]
    var targets: [String] { Set(files.map(\.target)).sorted() }

    init(sources: String) throws {
        var files: [File] = []
        let names = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String }
        for name in (names ?? []).sorted() where name.hasSuffix(".swift") {
            // The first folder is a storey, and names of files count from there.
            let storey = name.prefix { $0 != "/" }
            let parts = name.split(separator: "/").dropFirst().map(String.init)
            guard parts.count > 1 else { continue }
            let text = try String(contentsOfFile: sources + "/" + name, encoding: .utf8)
            let code = text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { line in
                    line.hasPrefix("//") ? "" : line.range(of: " //").map { line[..<$0.lowerBound] } ?? line
                }
            let words = code.map(Self.words)
            let types = zip(code, words).compactMap { line, words in
                Self.declaredType(line, words).map { (name: $0, line: line) }
            }
            files.append(
                File(
                    name: parts.joined(separator: "/"), code: code.joined(separator: "\n"),
                    storey: String(storey),
                    target: parts[0],
                    folder: parts.count > 2 ? parts[1] : ".",
                    words: Set(words.joined()), types: Set(types.map(\.name)),
                    ownTypes: Set(
                        types.filter { !$0.line.contains(/^[\w ]*\b(private|fileprivate|typealias)\b/) }
                            .map(\.name)),
                    imports: Set(
                        words.compactMap { words in
                            words.firstIndex(of: "import").flatMap { words.dropFirst($0 + 1).first }
                        })))
        }
        self.files = files
    }

    /// Returns the modules that the files of each target import.
    func imports() throws -> [String: Set<String>] {
        Dictionary(files.map { ($0.target, $0.imports) }, uniquingKeysWith: { $0.union($1) })
    }

    /// Returns the targets that declare a type, by its name, without private types and type aliases.
    func roomsByType() -> [String: Set<String>] {
        files.reduce(into: [:]) { rooms, file in
            for type in file.ownTypes { rooms[type, default: []].insert(file.target) }
        }
    }

    /// Returns the folders of a target that use each other, directly or indirectly.
    func circles(in target: String) -> [[String]] {
        let own = files.filter { $0.target == target }
        var owners: [String: [String]] = [:]
        for file in own { for type in file.types { owners[type, default: []].append(file.folder) } }
        var uses: [String: Set<String>] = [:]
        for file in own {
            for word in file.words where !file.types.contains(word) {
                guard let folders = owners[word], folders.count == 1 else { continue }
                if folders[0] != file.folder { uses[file.folder, default: []].insert(folders[0]) }
            }
        }
        func reached(from start: String) -> Set<String> {
            var seen: Set<String> = []
            var next = Array(uses[start] ?? [])
            while let folder = next.popLast() {
                if seen.insert(folder).inserted { next += uses[folder] ?? [] }
            }
            return seen
        }
        let folders = Set(own.map(\.folder)).sorted()
        let reach = Dictionary(uniqueKeysWithValues: folders.map { ($0, reached(from: $0)) })
        var circles: Set<[String]> = []
        for folder in folders where reach[folder]?.contains(folder) == true {
            circles.insert(
                folders.filter { other in
                    reach[folder]?.contains(other) == true && reach[other]?.contains(folder) == true
                })
        }
        return circles.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private static func words(_ line: Substring) -> [String] {
        line.utf8.split { byte in
            !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "_") || byte > 0x7F)
        }.map { String(Substring($0)) }
    }

    /// Returns the type that a line declares at the top level of a file.
    private static func declaredType(_ line: Substring, _ words: [String]) -> String? {
        guard let first = line.first, first.isLetter || first == "@" else { return nil }
        let kinds: Set = ["class", "struct", "enum", "protocol", "actor", "typealias"]
        guard let place = words.firstIndex(where: kinds.contains), place + 1 < words.count,
            words[place + 1].first?.isUppercase == true,
            words[..<place].allSatisfy({ $0 != "func" && $0 != "import" })
        else { return nil }
        return words[place + 1]
    }
}
