import CommandSupport
import Foundation
import TestSupport

/// A command whose calls are made to fail, with its files.
struct FaultScenario: Sendable, CustomStringConvertible {
    let name: String
    let arguments: [String]
    /// The exit code without a fault.
    var status: Int32 = 0
    /// Whether standard output is the same in each run, because it contains no times.
    var printsSame = true
    /// Files that are also written if the input cannot be read, to report the reason.
    var reports: Set<String> = []
    /// Writes the files into the folder's `pristine`.
    let prepare: @Sendable (TestFolder) throws -> Void

    var description: String { name }

    /// The scenarios that are tried: those named in `ZSEED_FAULTS_IN`, separated by commas; all of them if
    /// `ZSEED_FAULTS` gives a number of faults; otherwise the few of a normal test run.
    static var chosen: [FaultScenario] {
        let environment = ProcessInfo.processInfo.environment
        if let names = environment["ZSEED_FAULTS_IN"] {
            return all.filter { names.split(separator: ",").map(String.init).contains($0.name) }
        }
        return environment["ZSEED_FAULTS"] == nil ? all.filter { sampled.contains($0.name) } : all
    }

    private static let sampled: Set = [
        "build-replacing", "build-external", "build-rejects-again", "export", "create", "codegen",
        "codegen-replacing", "plan", "model", "verify", "migrate-external", "repair", "repair-external",
        "merge-external", "copy-into", "export-external",
        "build-files", "create-beside", "build-reports", "report-plan",
    ]

    static let all: [FaultScenario] = builds + others + versions + merging + inputs

    // MARK: Builds

    private static let builds: [FaultScenario] = [
        build("build") { try shop($0) },
        build("build-replacing") {
            try shop($0)
            try $0.write("the old output", as: "pristine/out.sqlite")
        },
        build("build-appending") { folder in
            try shop(folder, plan: "rows: keep\n" + Shop.plan)
        },
        build("build-sources") { folder in
            try shop(
                folder,
                plan: Shop.plan
                    .replacing("items.csv }", with: "items.csv.gz }")
                    .replacing("csv: labels.csv", with: "xml: labels.xml, records: labels/label"))
            try folder.write(
                "<labels><label><text>red</text><item>2</item></label></labels>",
                as: "pristine/labels.xml")
            let gzip = try run(
                "gzip", ["-n", "items.csv"], in: folder.path + "/pristine")
            guard gzip.status == 0 else { throw FaultBench.NothingPrepared() }
        },
        build("build-sql") { folder in
            try shop(
                folder,
                plan: Shop.plan.replacing(
                    "csv: labels.csv", with: "sqlite: legacy.sql, table: labels"))
            try folder.write(
                "CREATE TABLE labels (text, item); INSERT INTO labels VALUES ('red', 2);",
                as: "pristine/legacy.sql")
        },
        build("build-rejects") { folder in
            try shop(folder, plan: "onError: skip\n" + Shop.plan)
            try folder.write(Shop.labels + "blue,99\n", as: "pristine/labels.csv")
        },
        build("build-rejects-again") { folder in
            try shop(folder, plan: "onError: skip\n" + Shop.plan)
            try folder.write(Shop.items + "9,Bad,x,,,,,,,,,,\n", as: "pristine/items.csv")
            try folder.write(Shop.labels + "blue,99\n", as: "pristine/labels.csv")
            guard try Zseed.run("build", "plan.yml", in: folder.path + "/pristine").status == 0
            else { throw FaultBench.NothingPrepared() }
            try folder.write(Shop.items, as: "pristine/items.csv")
            try folder.write(Shop.labels + "green,98\n", as: "pristine/labels.csv")
        },
        FaultScenario(
            name: "build-reports",
            arguments: ["build", "plan.yml", "--quiet", "--junit", "junit.xml"],
            reports: ["junit.xml"], prepare: { try shop($0) }),
        FaultScenario(
            name: "build-command", arguments: ["build", "plan.yml", "--quiet", "--allow-commands"],
            prepare: { folder in
                try shop(
                    folder, plan: Shop.plan.replacing("csv: labels.csv", with: "command: [cat, labels.csv]"))
            }),
        build("build-external") { folder in
            try photos(folder, "old")
            guard try Zseed.run("build", "plan.yml", in: folder.path + "/pristine").status == 0
            else { throw FaultBench.NothingPrepared() }
            try photos(folder, "new")
        },
    ]

    private static func build(
        _ name: String, _ prepare: @escaping @Sendable (TestFolder) throws -> Void
    ) -> FaultScenario {
        FaultScenario(name: name, arguments: ["build", "plan.yml", "--quiet"], prepare: prepare)
    }

    private static func shop(_ folder: TestFolder, plan: String = Shop.plan) throws {
        let items = "pristine/items.csv"
        try folder.write(Shop.items, as: items)
        try folder.write(Shop.labels, as: "pristine/labels.csv")
        try folder.write(plan, as: "pristine/plan.yml")
        try TestStore.create(
            at: folder.path + "/pristine/reference.sqlite", model: Shop.model)
    }

    static let photo = """
        <entity name="Photo"><attribute name="name" attributeType="String"/>
        <attribute name="data" optional="YES" attributeType="Binary"
            allowsExternalBinaryDataStorage="YES"/></entity>
        """

    static func photos(_ folder: TestFolder, _ word: String) throws {
        let large = String(repeating: word, count: 40_000)
        try folder.writeModel(photo, as: "pristine/Model.xcdatamodel")
        try folder.write(
            "name,data\na,small\nb,\(large)\nc,\(large)x\n", as: "pristine/photos.csv")
        try folder.write(
            """
            reference: Model.xcdatamodel
            output: out.sqlite
            storage: external
            sources: { photos: { csv: photos.csv } }
            entities:
              Photo:
                from: photos
                attributes: { name: name, data: { column: data, binary: text } }

            """, as: "pristine/plan.yml")
    }

    // MARK: Other commands

    private static let others: [FaultScenario] = [
        FaultScenario(
            name: "export", arguments: ["export", "store.sqlite", "-o", "exported", "--quiet"],
            prepare: store),
        FaultScenario(
            name: "export-exact",
            arguments: ["export", "store.sqlite", "-o", "exported", "--exact", "--quiet"],
            prepare: store),
        FaultScenario(
            name: "export-plain", arguments: ["export", "store.sqlite", "--to", "plain.sqlite", "--quiet"],
            prepare: store),
        FaultScenario(
            name: "report", arguments: ["report", "store.sqlite", "-o", "page.html", "--quiet"],
            prepare: store),
        FaultScenario(
            name: "report-plan", arguments: ["report", "plan.yml", "-o", "page.html", "--quiet"],
            prepare: { try photos($0, "new") }),
        FaultScenario(
            name: "create", arguments: ["create", "Model.xcdatamodel", "-o", "new.sqlite"],
            prepare: model),
        FaultScenario(
            name: "create-sql", arguments: ["create", "Model.xcdatamodel", "-o", "new.sql"],
            prepare: model),
        FaultScenario(
            name: "fixtures", arguments: ["fixtures", "Model.xcdatamodel", "-o", "Old", "--quiet"],
            prepare: { folder in
                try model(folder)
                try folder.write("mine", as: "pristine/Old/notes.txt")
            }),
        FaultScenario(
            name: "model",
            arguments: ["model", "items.csv", "labels.csv", "-o", "App.xcdatamodeld", "--plan", "draft.yml"],
            prepare: { try shop($0) }),
        FaultScenario(
            name: "plan",
            arguments: ["plan", "reference.sqlite", "items.csv", "labels.csv", "-o", "draft.yml"],
            prepare: { try shop($0) }),
        FaultScenario(
            name: "codegen", arguments: ["codegen", "Model.xcdatamodel", "-o", "Classes", "--quiet"],
            prepare: model),
        FaultScenario(
            name: "codegen-replacing",
            arguments: ["codegen", "Model.xcdatamodel", "-o", "Classes", "--quiet"],
            prepare: { folder in
                try model(folder)
                try ran("codegen", "Model.xcdatamodel", "-o", "Classes", "--quiet", in: folder)
                try folder.write("// mine", as: "pristine/Classes/Mine.swift")
                try folder.writeModel(
                    Shop.model.replacing("name=\"price\"", with: "name=\"cost\""),
                    as: "pristine/Model.xcdatamodel")
            }),
        FaultScenario(
            name: "verify",
            arguments: ["verify", "store.sqlite", "--junit", "junit.xml", "--json"],
            reports: ["junit.xml"], prepare: store),
        FaultScenario(
            name: "inspect", arguments: ["inspect", "store.sqlite", "--json"], prepare: store),
        FaultScenario(
            name: "query", arguments: ["query", "store.sqlite", "Item ORDER BY name"],
            prepare: store),
        FaultScenario(
            name: "compare", arguments: ["compare", "store.sqlite", "reference.sqlite"],
            prepare: store),
        FaultScenario(name: "hash", arguments: ["hash", "store.sqlite"], prepare: store),
    ]

    static func store(_ folder: TestFolder) throws {
        try shop(folder)
        let result = try Zseed.run(
            "build", "plan.yml", "-o", "store.sqlite", in: folder.path + "/pristine")
        guard result.status == 0 else { throw FaultBench.NothingPrepared() }
    }

    static func model(_ folder: TestFolder) throws {
        try folder.writeModel(Shop.model, as: "pristine/Model.xcdatamodel")
        // These files are in place of the ones that codegen and create replace.
        try folder.write("mine", as: "pristine/notes.txt")
    }
}
