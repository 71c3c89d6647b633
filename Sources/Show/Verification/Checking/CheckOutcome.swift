import Files
import SQLite
import StoreFormat

/// The result of a check.
package struct CheckOutcome: Equatable, Sendable {
    /// The maximum number of findings of each severity that are kept with their texts.
    package static let mostExamples = 20

    /// The number of examined items.
    package private(set) var examined: Int64 = 0
    /// The number of errors.
    package private(set) var wrong: Int64 = 0
    /// The number of warnings.
    package private(set) var warned: Int64 = 0
    /// The number of peculiarities, which are not faults.
    package private(set) var noted: Int64 = 0
    /// The first errors.
    package private(set) var examples: [Finding] = []
    /// The first warnings.
    package private(set) var warnings: [Finding] = []
    /// The first peculiarities.
    package private(set) var notes: [Finding] = []
    /// The machine fault that prevented the check, if any. The outcome then means nothing about the store.
    package private(set) var machineFault: StoreError?
    /// The reason why the check, or a part of it, was skipped; nil if it was not.
    package var skipped: String?

    /// Creates an empty outcome.
    package init() {}

    /// Adds to the number of examined items.
    package mutating func examine(_ count: Int64) { examined += count }

    /// Adds an error.
    package mutating func report(_ finding: Finding) {
        wrong += 1
        if examples.count < Self.mostExamples { examples.append(finding) }
    }

    /// Adds an error that prevented something from being examined. It is a fault of the store or of the machine.
    ///
    /// - Parameter finding: the finding to report if the store is the cause.
    mutating func report(
        _ error: any Error, _ finding: @autoclosure () -> Finding? = nil
    ) {
        switch error {
        case let error as DatabaseError where error.isMachineFault:
            machineFault = machineFault ?? StoreError(.unreadable(error.message), path: error.path)
        case let error as FileError:
            machineFault = machineFault ?? StoreError(.unreadable(error.reason), path: error.path)
        case let error as StoreError where error.isMachineFault:
            machineFault = machineFault ?? error
        default:
            let words = (error as? DatabaseError)?.message ?? "\(error)"
            report(finding() ?? Finding("cannot be read: \(words)"))
        }
    }

    /// Adds a warning: a problem that an app tolerates.
    package mutating func warn(_ finding: Finding) {
        warned += 1
        if warnings.count < Self.mostExamples { warnings.append(finding) }
    }

    /// Adds a peculiarity, such as an app's own addition. It is reported and has no effect on the result.
    package mutating func note(_ finding: Finding) {
        noted += 1
        if notes.count < Self.mostExamples { notes.append(finding) }
    }

    /// The same outcome with every warning counted as an error.
    package var withWarningsAsErrors: CheckOutcome {
        var outcome = self
        outcome.wrong += warned
        outcome.examples += warnings.prefix(Self.mostExamples - examples.count)
        outcome.warned = 0
        outcome.warnings = []
        return outcome
    }

    /// Adds the outcome of another part of the same check.
    mutating func add(_ other: CheckOutcome) {
        examined += other.examined
        wrong += other.wrong
        warned += other.warned
        noted += other.noted
        notes += other.notes.prefix(Self.mostExamples - notes.count)
        examples += other.examples.prefix(Self.mostExamples - examples.count)
        warnings += other.warnings.prefix(Self.mostExamples - warnings.count)
        machineFault = machineFault ?? other.machineFault
        skipped = skipped ?? other.skipped
    }
}
