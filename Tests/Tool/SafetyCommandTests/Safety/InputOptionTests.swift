import CommandSupport
import Foundation
import TestSupport
import Testing

@testable import Seeding

/// No command overwrites a file that it reads, whichever options name the two.
@Suite("Inputs as outputs")
struct InputOptionTests {
    @Test("Each input option of a command is tested with each output option")
    func completeness() throws {
        let options = try CommandOption.all()
        #expect(options.count > 100)
        for output in options where output.role == .output {
            for input in options where input.command == output.command && input.role == .input {
                let isTried = OptionUse.all.contains {
                    $0.command == output.command && $0.output == output.name && $0.inputs[input.name] != nil
                }
                #expect(isTried, "\(input) as \(output.name)")
            }
        }
        for use in OptionUse.all {
            for name in [use.output] + use.inputs.keys {
                let isKnown = options.contains { $0.command == use.command && $0.name == name }
                #expect(isKnown, "there is no \(use.command) \(name)")
            }
        }
    }

    @Test("An input is never overwritten, even through links", arguments: OptionUse.all.indices)
    func refused(index: Int) throws {
        let use = OptionUse.all[index]
        let folder = try OptionUse.folder()
        for (option, input) in use.inputs.sorted(by: { $0.key < $1.key }) {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/soft", withDestinationPath: input)
            #expect(link(folder.path + "/" + input, folder.path + "/hard") == 0)
            let before = try bytes(of: folder.path + "/" + input)
            for path in [input, "soft", "hard"] {
                let arguments = use.arguments(writing: path)
                let result = try Zseed.run(arguments, in: folder.path)
                #expect(result.status >= 2, "\(option): \(arguments): \(result)")
                #expect(try bytes(of: folder.path + "/" + input) == before, "\(option): \(arguments)")
                #expect(try bytes(of: folder.path + "/hard") == before, "\(option): \(arguments)")
            }
            for name in ["soft", "hard"] {
                try FileManager.default.removeItem(atPath: folder.path + "/" + name)
            }
        }
        // Only the overwritten input was the reason for the refusal.
        let result = try Zseed.run(use.arguments(writing: use.free), in: folder.path)
        #expect(result.status <= 1, "\(result)")
    }

    @Test("The record of an earlier build is replaced, even in a folder with files of cells")
    func ownFiles() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Photo"><attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="data" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/></entity>
            """, as: "M.xcdatamodel")
        try folder.write(
            """
            reference: M.xcdatamodel
            output: out.sqlite
            storage: external
            onError: skip
            sources: { p: { csv: p.csv } }
            entities:
              Photo: { from: p, attributes: { name: name, data: { column: data, binary: file, folder: . } } }

            """, as: "plan.yml")
        for word in ["a", "b"] {
            try folder.write("name,data\n\(word),1.bin\nx,none.bin\n", as: "p.csv")
            try folder.write(String(repeating: word, count: 150_000), as: "1.bin")
            let result = try Zseed.run("build", "plan.yml", "--if-needed", "--quiet", in: folder.path)
            #expect(result.status == 0, "\(result)")
        }
        let store = try bytes(of: folder.path + "/out.sqlite")
        let refused = try Zseed.run("build", "plan.yml", "--junit", "1.bin", in: folder.path)
        #expect(refused.status == 2, "\(refused)")
        #expect(try bytes(of: folder.path + "/out.sqlite") == store)
    }

    /// Lines of a plan with a path at a key, by section and key; nil for the output and the files that belong to it.
    private static let plans: [String: String?] = [
        "plan reference": "reference: IN", "plan beside": "beside: IN", "plan model": "model: IN",
        "plan output": nil, "plan rejects": nil, "plan tables": "tables: { ZITEM: IN }",
        "source csv": "csv: IN", "source xlsx": "xlsx: IN", "source ods": "ods: IN",
        "source sqlite": "sqlite: IN, table: t", "source xml": "xml: IN, records: a/b",
        "source json": "json: IN",
        "source ndjson": "ndjson: IN", "source plist": "plist: IN", "source store": "store: IN, entity: Item",
        "source model": "store: other.sqlite, entity: Item, model: IN", "value folder": "folder: IN",
        "relationship folder": "folder: IN",
    ]

    @Test("The output never overwrites a path in the plan")
    func plans() throws {
        var tried = 0
        for section in PlanSection.allCases {
            for key in section.keys where Self.isPath(key.value) {
                let name = "\(section.rawValue) \(key.name)"
                let known = try #require(Self.plans[name], "\(name) names a file: what does a plan say?")
                guard let words = known, words != "tables: { ZITEM: IN }" || section == .plan else {
                    continue
                }
                try check(words, section)
                tried += 1
            }
        }
        #expect(tried > 12)
    }

    private static func isPath(_ value: PlanValue) -> Bool {
        switch value {
        case .path: true
        case .oneOrMore(let value), .list(let value), .byName(_, let value): isPath(value)
        default: false
        }
    }

    private func check(_ words: String, _ section: PlanSection) throws {
        let folder = try TestFolder()
        try folder.write("name\nx\n", as: "i.csv")
        let isFolder = words.hasPrefix("folder")
        let input = isFolder ? "files/in.png" : "in.swift"
        try folder.write("whatever", as: input)
        let words = words.replacing("IN", with: isFolder ? "files" : input)
        var lines = [
            "reference: S.swift", "output: x.sqlite", "sources:", "  i: { csv: i.csv }", "entities:",
        ]
        switch section {
        case .source: lines[3] = "  i: { \(words) }"
        case .plan where words.hasPrefix("reference"): lines[0] = words
        case .plan where words.hasPrefix("tables"): lines = [lines[0], lines[1], words]
        case .plan: lines.insert(words, at: 1)
        default: break
        }
        let value = isFolder ? "{ column: name, binary: file, \(words) }" : "name"
        if lines.last == "entities:" {
            lines.append(
                section == .relationship
                    ? "  Item: { from: i, relationships: { other: { find: Item.name, column: name, binary: file, \(words) } } }"
                    : "  Item: { from: i, attributes: { name: \(value) } }")
        }
        try folder.write(lines.joined(separator: "\n") + "\n", as: "plan.yml")
        let path = folder.path + "/" + input
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/soft", withDestinationPath: input)
        for arguments in [["--junit", input], ["--junit", "soft"], ["-o", input]] {
            let result = try Zseed.run(["build", "plan.yml"] + arguments, in: folder.path)
            #expect(result.status != 0, "\(words): \(arguments): \(result)")
            if arguments[0] != "-o" {
                #expect(result.errors.contains(": error: the output would overwrite "), "\(words): \(result)")
            }
            #expect(try bytes(of: path) == Data("whatever".utf8), "\(words): \(arguments)")
        }
    }
}
