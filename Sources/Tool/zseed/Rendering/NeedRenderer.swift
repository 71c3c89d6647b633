import Seeding

/// Describes the reasons for building a store.
enum NeedRenderer {
    /// The maximum number of reasons in a line.
    private static let shownCount = 3

    /// Returns the text that follows the output's path in a line.
    static func line(_ needs: [BuildNeed]) -> String {
        let shown = needs.prefix(shownCount).map(words).joined(separator: ", ")
        let hidden = needs.count - shownCount
        return "to be built: " + shown + (hidden > 0 ? ", and \(hidden) more" : "")
    }

    static func words(_ need: BuildNeed) -> String {
        switch need {
        case .noOutput: "it is not there"
        case .noRecord: "nothing tells what it was built from"
        case .foreignRecord(let path): "\(path) does not tell what it was built from"
        case .otherProgram(let version): "zseed \(version) built it"
        case .unverified: "it was built without being verified"
        case .changedOutput: "it was changed since it was built"
        case .changedExternalFile(let path): "\(path) is not what was built"
        case .changedPlan(let path): "\(path) says something else with these options"
        case .changedInput(let path): "\(path) was changed"
        case .newInput(let path): "\(path) is new"
        case .missingInput(let path): "\(path) is gone"
        case .unrepeatableInput(let path):
            "what comes through \(path == "-" ? "standard input" : path) cannot be compared"
        }
    }
}
