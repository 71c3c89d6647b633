/// The advice for failed checks: the texts after *Fix* in docs/reference/checks.md, which continue “fix it”. A test
/// compares them.
enum CheckAdvice {
    /// Returns the advice for a check; nil for an unknown check.
    static func words(for check: String) -> String? { all[check] }

    static let all: [String: String] = [
        "store file":
            "by taking the file from a backup or rebuilding it; a truncated file was often copied "
            + "while it was being written.",
        "app model":
            "by building the seed with the app's model; `zseed compare` shows the differences.",
        "SQLite integrity":
            "by rebuilding the store, or by saving rows with `sqlite3 STORE .recover`. If only an index is "
            + "named, `REINDEX` fixes it.",
        "leftover files":
            "with `sqlite3 STORE 'PRAGMA journal_mode = DELETE'`, which moves the `-wal` into the store. "
            + "Verify a seed with `--strict`; the store of a running app always has a `-wal`.",
        "metadata":
            "by rebuilding the store; `zseed create` writes sound metadata for a model.",
        "version hashes":
            "by rebuilding the store from the app's model.",
        "entity numbers":
            "by rebuilding the store; the numbers follow from the names of the model's entities.",
        "schema":
            "by rebuilding the store with `zseed create` or `build`; `zseed create MODEL -o x.sql` shows "
            + "the missing statement.",
        "Z_MAX":
            "with `UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ZITEM) WHERE Z_NAME = 'Item'`.",
        "history":
            "by emptying `ACHANGE`, `ATRANSACTION` and `ATRANSACTIONSTRING`: a seed needs no history.",
        "Z_ENT":
            "by giving the row the number that `Z_PRIMARYKEY` has for its entity.",
        "Z_OPT":
            "with `UPDATE ZITEM SET Z_OPT = 1 WHERE Z_OPT IS NULL`.",
        "object counts":
            "with `REINDEX`.",
        "storage classes":
            "by writing the value in the form for its type, see Values.",
        "required properties":
            "by giving a value, or by making the property optional in the model.",
        "validation":
            "by using an allowed value, or by changing the rule in the model.",
        "enumerations":
            "by writing a case's name or raw value, or by adding the case to the app.",
        "codable arrays":
            "by leaving `archive:` and `binary:` out of the plan: a list is then written in this form.",
        "to-one targets":
            "by importing the missing object, or by setting the column to NULL.",
        "entity columns":
            "by copying the target's `Z_ENT` to the column.",
        "one-to-one agreement":
            "by setting both columns, or neither.",
        "order keys":
            "by numbering the members of each owner 2048, 3072, 4096 …",
        "to-many sources":
            "by setting the column to NULL.",
        "many-to-many rows":
            "by deleting the join row.",
        "relationship counts":
            "by adding or removing members, or by changing the number in the model.",
        "uniqueness constraints":
            "by deleting one of the objects, or with `merge:` in the plan.",
        "derived values":
            "by building the store with `zseed build`, which computes them, or by setting the value.",
        "location trees":
            "by deleting the row of the tree and inserting it again.",
        "external files":
            "by copying the folder together with the store.",
        "object walk":
            "with the findings of the other checks; if only this check fails, please report it.",
        "fetch requests":
            "by changing the request in the model: use `ANY` instead of `ALL`, `SUBQUERY`, or a stored "
            + "attribute.",
        "CloudKit":
            "by changing the model; a recipe shows what to use instead of constraints.",
        "Core Data walk":
            "with the findings of the other checks; if only this check fails, please report it.",
    ]
}
