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
        case .convert: "converting cells"
        case .unique: "finding objects"
        case .insert: "inserting rows, in parallel with the three above"
        case .index: "building indexes, and all other work after the rows"
        case .verify: "checking the store"
        case .sync: "flushing it to the disk"
        }
    }
}
