import Files
import SQLite
import StoreFormat

/// What a check found.
package struct CheckOutcome: Equatable, Sendable {
    /// The most findings of each severity that are kept word for word.
    package static let mostExamples = 20

    /// How many things were looked at.
    package private(set) var examined: Int64 = 0
    /// How many errors there are.
    package private(set) var wrong: Int64 = 0
    /// How many warnings there are.
    package private(set) var warned: Int64 = 0
    /// How many peculiarities there are that are no fault.
    package private(set) var noted: Int64 = 0
    /// The first errors.
    package private(set) var examples: [Finding] = []
    /// The first warnings.
    package private(set) var warnings: [Finding] = []
    /// The first peculiarities.
    package private(set) var notes: [Finding] = []
    /// What kept the machine from making the check: then it says nothing of the store.
    package private(set) var machineFault: StoreError?
    /// Why the check, or a part of it, could not be made; nil where it was.
    package var skipped: String?

    /// Creates an outcome of nothing.
    package init() {}

    /// Counts things that were looked at.
    package mutating func examine(_ count: Int64) { examined += count }

    /// Notes something wrong.
    package mutating func report(_ finding: Finding) {
        wrong += 1
        if examples.count < Self.mostExamples { examples.append(finding) }
    }

    /// Notes an error that kept something from being looked at: a fault of the store or of the
    /// machine.
    ///
    /// - Parameter finding: what to tell where the store is at fault.
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

    /// Notes something that an app can live with.
    package mutating func warn(_ finding: Finding) {
        warned += 1
        if warnings.count < Self.mostExamples { warnings.append(finding) }
    }

    /// Notes a peculiarity, such as what an app adds of its own: it is told and counts for nothing.
    package mutating func note(_ finding: Finding) {
        noted += 1
        if notes.count < Self.mostExamples { notes.append(finding) }
    }

    /// The same with every warning counted as an error.
    package var withWarningsAsErrors: CheckOutcome {
        var outcome = self
        outcome.wrong += warned
        outcome.examples += warnings.prefix(Self.mostExamples - examples.count)
        outcome.warned = 0
        outcome.warnings = []
        return outcome
    }

    /// Adds what another part of the same check found.
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
