import CommandSupport
import Foundation
import SQLite
import TestSupport

extension FaultScenario {
    /// Commands that move objects between stores.
    static let merging: [FaultScenario] = [
        FaultScenario(name: "merge", arguments: mergeWords, prepare: editions),
        FaultScenario(
            name: "merge-replacing", arguments: mergeWords,
            prepare: { folder in
                try editions(folder)
                try folder.write("the old output", as: "pristine/merged.sqlite")
            }),
        FaultScenario(
            name: "merge-external", arguments: mergeWords,
            prepare: { folder in
                try photoEdition(folder, "old", ["base.sqlite", "user.sqlite", "merged.sqlite"])
                try photoEdition(folder, "new", ["new.sqlite"])
            }),
        FaultScenario(
            name: "merge-changes",
            arguments: ["merge", "user.sqlite", "--changes", "changes.json", "-o", "merged.sqlite", "-q"],
            prepare: { folder in
                try editions(folder)
                let result = try Zseed.run(
                    "diff", "base.sqlite", "new.sqlite", "--changes", "changes.json", "-q",
                    in: folder.path + "/pristine")
                guard result.status == 1 else { throw FaultBench.NothingPrepared() }
                try folder.write("the old output", as: "pristine/merged.sqlite")
            }),
        FaultScenario(
            name: "diff-changes",
            arguments: ["diff", "base.sqlite", "new.sqlite", "--changes", "changes.json", "-q"], status: 1,
            prepare: { folder in
                try editions(folder)
                try folder.write("the old output", as: "pristine/changes.json")
            }),
        FaultScenario(
            name: "copy", arguments: ["copy", "base.sqlite", "-o", "copy.sqlite", "-q"],
            prepare: { folder in
                try editions(folder)
                try folder.write("the old output", as: "pristine/copy.sqlite")
            }),
        FaultScenario(
            name: "copy-objects",
            arguments: [
                "copy", "base.sqlite", "-o", "copy.sqlite", "--entity", "Item", "--mask", "Item.name=hash",
                "-q",
            ], prepare: editions),
        FaultScenario(
            name: "copy-into", arguments: ["copy", "new.sqlite", "user.sqlite", "-q"], prepare: editions),
        FaultScenario(
            name: "copy-external", arguments: ["copy", "new.sqlite", "user.sqlite", "-q"],
            prepare: { folder in
                try photoEdition(folder, "old", ["user.sqlite"])
                try photoEdition(folder, "new", ["new.sqlite"])
            }),
    ]

    private static let mergeWords = [
        "merge", "user.sqlite", "--from", "new.sqlite", "--base", "base.sqlite", "-o", "merged.sqlite", "-q",
    ]

    /// Writes an old edition, a new one, and a store with a user's changes.
    private static func editions(_ folder: TestFolder) throws {
        try store(folder)
        let pristine = folder.path + "/pristine/"
        for name in ["base", "new", "user"] {
            try FileManager.default.copyItem(
                atPath: pristine + "store.sqlite", toPath: pristine + name + ".sqlite")
        }
        try Connection(path: pristine + "new.sqlite", mode: .readWrite).execute(
            """
            UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK = 1;
            UPDATE Z_PRIMARYKEY SET Z_MAX = 101 WHERE Z_NAME = 'Item';
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIT)
                SELECT 101, Z_ENT, 1, 'new', ZUNIT FROM ZITEM WHERE Z_PK = 1;
            """)
        try Connection(path: pristine + "user.sqlite", mode: .readWrite).execute(
            "UPDATE ZITEM SET ZNAME = 'mine', Z_OPT = 2 WHERE Z_PK = 2")
    }

    private static func photoEdition(_ folder: TestFolder, _ word: String, _ stores: [String]) throws {
        try photos(folder, word)
        for store in stores {
            let result = try Zseed.run("build", "plan.yml", "-o", store, in: folder.path + "/pristine")
            guard result.status == 0 else { throw FaultBench.NothingPrepared() }
        }
    }
}
