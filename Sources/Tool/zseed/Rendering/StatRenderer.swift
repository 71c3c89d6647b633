import Comparing

/// Prints the numbers of differing objects, or nothing.
struct StatRenderer: DiffRenderer {
    let isQuiet: Bool

    func show(_ difference: StoreDifference) {}

    func end(_ counts: [DifferenceCount], _ summary: DiffSummary) {
        guard !isQuiet else { return }
        var table = TextTable([
            ("entity", .left), ("removed", .right), ("added", .right), ("changed", .right),
            ("the same by", .left),
        ])
        for count in counts where !count.isEqual {
            table.append([
                count.entity, "\(count.removed)", "\(count.added)", "\(count.changed)",
                Self.words(rule: count.rule),
            ])
        }
        if counts.contains(where: { !$0.isEqual }) {
            for line in table.lines { Terminal.print(line) }
            Terminal.print("")
        }
        Terminal.print("\(summary.old), \(summary.new): \(summary.words)")
    }

    static func words(rule: String) -> String {
        switch rule {
        case "uniqueness": "uniqueness"
        case "key": "--key"
        case "primaryKey": "primary key"
        case "likeness": "likeness"
        default: "all values"
        }
    }
}
