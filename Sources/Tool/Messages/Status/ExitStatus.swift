import Inputs
import ObjectModel
import StoreFormat

/// The exit status of the process.
package enum ExitStatus: Int32 {
    /// The command succeeded.
    case done = 0
    /// The data or a store is invalid.
    case data = 1
    /// The command line or the plan is invalid.
    case plan = 2
    /// The machine failed: I/O error, disk full.
    case machine = 3

    /// Returns the status for issues. A machine failure outweighs an invalid plan, which outweighs invalid data.
    package static func of(_ issues: [SeedIssue]) -> ExitStatus {
        let faults = issues.map(\.fault)
        if faults.contains(.machine) { return .machine }
        return faults.contains(.plan) ? .plan : .data
    }

    /// Returns the status for an error: invalid options belong to the command line, invalid models to the data.
    package static func of(_ error: StoreCreationError) -> ExitStatus {
        switch error {
        case .badFramework, .badUUID: .plan
        case .inferredModel, .unsupported: .data
        }
    }

    package static func of(_ error: ModelError) -> ExitStatus {
        switch error.problem {
        case .unreadable: .machine
        // Only the command line and the plan name files and choose versions.
        case .fileNotFound, .unknownVersion, .noVersions: .plan
        default: .data
        }
    }

    package static func of(_ error: StoreError) -> ExitStatus {
        switch error.problem {
        case .missing, .isFolder: .plan
        case .unreadable: .machine
        default: .data
        }
    }
}
