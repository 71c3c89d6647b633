import Seeding

/// The durations of a build, with one line for each phase.
struct TimingsRenderer {
    func lines(_ timings: BuildTimings) -> [String] {
        var table = TextTable([("phase", .left), ("time", .right), ("", .left)])
        for phase in BuildTimings.Phase.allCases {
            table.append([
                phase.rawValue, ReportRenderer.text(timings[phase]), Self.words(phase),
            ])
        }
        return [""] + table.lines
    }

    private static func words(_ phase: BuildTimings.Phase) -> String {
        switch phase {
        case .prepare: "copying the reference"
        case .read: "reading rows"
        case .convert: "making values of cells"
        case .unique: "finding objects"
        case .insert: "inserting rows, beside the three above where it can"
        case .index: "building indexes, and all else after the rows"
        case .verify: "checking the store"
        case .sync: "flushing it to the disk"
        }
    }
}
