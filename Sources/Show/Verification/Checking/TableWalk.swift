import ObjectLayer
import StoreFormat

/// Runs the row checks: reads each table once and applies the rules of all checks to every row.
struct TableWalk {
    let store: VerifiedStore
    let checks: [any RowCheck]
    /// Called with the entity of each table and the number of preceding tables.
    var progress: (String, Int) -> Void = { _, _ in }

    /// A rule in use, with the check it belongs to.
    private final class AppliedRule {
        let rule: RowRule
        let entity: String
        let check: Int
        let indices: [Int]
        var examined: Int64 = 0

        init(_ rule: RowRule, of entity: String, check: Int, indices: [Int]) {
            self.rule = rule
            self.entity = entity
            self.check = check
            self.indices = indices
        }

        func apply(to row: WalkedRow, _ outcomes: inout [CheckOutcome]) throws {
            func finding(_ target: String?, _ words: String) -> Finding {
                Finding(
                    entity: entity, primaryKey: row.primaryKey, property: rule.property, target: target, words
                )
            }
            switch try rule.verdict(row, indices) {
            case .absent: return
            case .sound: break
            case .wrong(let target, let words): outcomes[check].report(finding(target, words))
            case .doubtful(let words): outcomes[check].warn(finding(nil, words))
            }
            examined += 1
        }
    }

    /// Returns the outcome of each check, in the order of the checks.
    func outcomes() -> [CheckOutcome] {
        var outcomes = checks.map { check in
            var outcome = CheckOutcome()
            outcome.skipped = check.obstacle(on: store)
            return outcome
        }
        let open = checks.indices.filter { outcomes[$0].skipped == nil }
        var rowCounts: [Int: Int64] = [:]
        do {
            for (number, root) in store.roots.enumerated() where store.has(root.table) {
                progress(root.name, number)
                try walk(root, open, &rowCounts, &outcomes)
            }
        } catch {
            // None of the checks could examine the rows after the damage.
            for index in open { outcomes[index].report(error) }
            return outcomes
        }
        for index in open {
            do {
                try checks[index].finish(on: store, rowCounts, into: &outcomes[index])
            } catch {
                outcomes[index].report(error)
            }
        }
        return outcomes
    }

    private func walk(
        _ root: EntityLayout, _ open: [Int], _ rowCounts: inout [Int: Int64],
        _ outcomes: inout [CheckOutcome]
    ) throws {
        var columns: [String] = []
        var columnIndices: [String: Int] = [:]
        func applied(_ rules: [RowRule], of entity: EntityLayout, _ check: Int) -> [AppliedRule] {
            rules.map { rule in
                let indices = rule.columns.map { column in
                    if let known = columnIndices[column] { return known }
                    columnIndices[column] = columns.count
                    columns.append(column)
                    return columns.count - 1
                }
                return AppliedRule(rule, of: entity.name, check: check, indices: indices)
            }
        }
        var forAll: [AppliedRule] = []
        var byNumber: [Int: [AppliedRule]] = [:]
        for index in open {
            let check = checks[index]
            forAll += applied(try check.rules(ofTableOf: root, in: store), of: root, index)
            for number in store.concreteNumbers(ofFamily: root) {
                guard let entity = store.layout.entity(numbered: number) else { continue }
                byNumber[number, default: []] += applied(
                    try check.rules(of: entity, in: store), of: entity, index)
            }
        }
        guard !forAll.isEmpty || byNumber.values.contains(where: { !$0.isEmpty }) else { return }
        // The references are unmanaged while the arrays keep the rules alive: retaining every rule for every row would
        // take a tenth of the walk.
        let always = forAll.map(Unmanaged.passUnretained)
        let own = byNumber.mapValues { $0.map(Unmanaged.passUnretained) }
        // Most rows of a table follow a row of the same entity, so the last lookup is reused.
        var latest: (number: Int64?, rules: [Unmanaged<AppliedRule>], count: Int64) = (nil, [], 0)
        func countLatest() {
            guard let number = latest.number.flatMap({ Int(exactly: $0) }), byNumber[number] != nil else {
                return
            }
            rowCounts[number, default: 0] += latest.count
        }
        defer {
            countLatest()
            for rule in forAll + byNumber.values.flatMap(\.self) {
                outcomes[rule.check].examine(rule.examined)
            }
        }
        try store.walk.forEachRow(ofTable: root.table, columns: columns) { row in
            for rule in always { try rule._withUnsafeGuaranteedRef { try $0.apply(to: row, &outcomes) } }
            let number = row.entityNumber
            if number == nil || number != latest.number {
                countLatest()
                latest = (
                    number, number.flatMap { Int(exactly: $0) }.flatMap { own[$0] } ?? [], 0
                )
            }
            latest.count += 1
            for rule in latest.rules {
                try rule._withUnsafeGuaranteedRef { try $0.apply(to: row, &outcomes) }
            }
        }
    }
}
