import ArgumentParser
import ObjectModel
import Sources
import StoreFormat

/// What the process ends with.
enum ExitStatus: Int32 {
    /// All is well.
    case done = 0
    /// The data or a store is at fault.
    case data = 1
    /// The command line or the plan is at fault.
    case plan = 2
    /// The machine is at fault: I/O, disk full.
    case machine = 3

    var code: ExitCode { ExitCode(rawValue) }

    /// The status for issues: the machine's fault outweighs the plan's, and that the data's.
    static func of(_ issues: [SeedIssue]) -> ExitStatus {
        let faults = issues.map(\.fault)
        if faults.contains(.machine) { return .machine }
        return faults.contains(.plan) ? .plan : .data
    }

    /// Options are the command line's fault, models the data's.
    static func of(_ error: StoreCreationError) -> ExitStatus {
        switch error {
        case .badFramework, .badUUID: .plan
        case .inferredModel, .unsupported: .data
        }
    }

    static func of(_ error: ModelError) -> ExitStatus {
        switch error.problem {
        case .unreadable: .machine
        // Only the command line and the plan name files, and choose versions.
        case .fileNotFound, .unknownVersion, .noVersions: .plan
        default: .data
        }
    }

    static func of(_ error: StoreError) -> ExitStatus {
        switch error.problem {
        case .missing, .isFolder: .plan
        case .unreadable: .machine
        default: .data
        }
    }
}
