import Seeding

/// Describes the reasons for building a store.
package enum NeedRenderer {
    /// The maximum number of reasons in a line.
    private static let shownCount = 3

    /// Returns the text that follows the output's path in a line.
    package static func line(_ needs: [BuildNeed]) -> String {
        let shown = needs.prefix(shownCount).map(words).joined(separator: ", ")
        let hidden = needs.count - shownCount
        return "to be built: " + shown + (hidden > 0 ? ", and \(hidden) more" : "")
    }

    package static func words(_ need: BuildNeed) -> String {
        switch need {
        case .noOutput: "it does not exist"
        case .noRecord: "it has no record of its inputs"
        case .foreignRecord(let path): "\(path) is not a record of its inputs"
        case .otherProgram(let version): "another version of zseed built it: \(version)"
        case .unverified: "it was built without verification"
        case .changedOutput: "it was changed since it was built"
        case .changedExternalFile(let path): "\(path) changed since the build"
        case .changedPlan(let path): "\(path) differs with these options"
        case .changedInput(let path): "\(path) was changed"
        case .newInput(let path): "\(path) is new"
        case .missingInput(let path): "\(path) is missing"
        case .unrepeatableInput(let path):
            "input from \(path == "-" ? "standard input" : path) cannot be compared"
        }
    }
}
