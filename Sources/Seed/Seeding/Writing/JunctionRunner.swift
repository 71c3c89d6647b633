import Inputs
import StoreFormat

/// Fills one to-many relationship from a junction source: each row links two objects.
final class JunctionRunner {
    /// The number of rows read from the source.
    private(set) var read = 0
    /// The number of rows that link two objects.
    private(set) var linked = 0
    /// The number of rows with an empty end, which link nothing.
    private(set) var empty = 0
    /// The number of invalid rows.
    private(set) var rejected = 0
    let junction: ResolvedJunction
    /// The finders of both ends.
    let ends: [ObjectFinder]

    let source: any RecordSource
    private let context: BuildContext
    private let membership: MembershipWriter
    /// The number of searches for the first row of a duplicate.
    private var searches = 0

    /// Opens the source.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    init(_ junction: ResolvedJunction, context: BuildContext) throws {
        self.junction = junction
        self.context = context
        source = try junction.file.open(sharing: context.scripts)
        source.use(junction.usedColumns)
        membership = try MembershipWriter(
            junction.membership, owner: junction.entity,
            destination: junction.target.destination, context: context)
        ends = try [junction.source, junction.target].map {
            try ObjectFinder($0, context: context)
        }
        if junction.order != nil { membership.expectPositions() }
    }

    /// Reads all rows.
    ///
    /// - Throws: ``SeedFailure`` once there are too many issues; `DatabaseError` if the machine fails.
    func run() throws {
        context.source = source
        defer { context.source = nil }
        while true {
            do {
                guard try source.next() else { return }
                read += 1
                try context.reportProgress(
                    rows: read, of: source,
                    subject: "\(junction.entity.name).\(junction.membership.name)")
            } catch let issue as SeedIssue {
                guard issue.fault == .data, !issue.reason.endsSource else {
                    throw SeedFailure(context.issues.issues + [issue])
                }
                read += 1
                try reject([issue])
                continue
            }
            try link()
        }
    }

    private func link() throws {
        var issues: [SeedIssue] = []
        var objects: [KeyIndex.Object?] = [nil, nil]
        var isRefused = false
        var isEmpty = false
        for (end, finder) in ends.enumerated() {
            do {
                guard try finder.read(source.record) else {
                    // An empty end means no relationship.
                    isEmpty = true
                    continue
                }
                objects[end] = try finder.check(source.record)
            } catch is RefusedDestination {
                isRefused = true
            } catch let failure as ConversionFailure {
                issues.append(issue(failure, at: finder.invalidCell))
            }
        }
        var position: BoundValue?
        if !isEmpty, let cell = junction.order {
            do throws(ConversionFailure) {
                position = try OrderPosition.read(source.record[cell.index])
            } catch {
                issues.append(issue(error, at: cell))
            }
        }
        if issues.isEmpty, !isEmpty, let target = objects[1] {
            do {
                var members: MembershipWriter.MemberKeys = [:]
                try membership.check(target, for: objects[0], besides: &members)
            } catch let failure as ConversionFailure {
                var issue = issue(failure, at: ends[1].cell)
                issue.hint = failure.holder.flatMap(earlierRow).map { .earlierRow($0) }
                issues.append(issue)
            }
        }
        guard issues.isEmpty else { return try reject(issues) }
        if isRefused {
            rejected += 1
            return
        }
        if isEmpty {
            empty += 1
            return
        }
        guard let owner = try ends[0].resolve(source.record),
            let object = try ends[1].resolve(source.record)
        else { return }
        try membership.add(object, to: owner, position: position)
        linked += 1
    }

    /// Returns the location of the row that linked the object of a primary key; nil if it is in another source, or
    /// was not searched for.
    private func earlierRow(linking object: Int64) -> SeedIssue.Location? {
        guard searches < RowWriter.longestSearch,
            let other = try? junction.file.open(sharing: context.scripts)
        else { return nil }
        searches += 1
        other.use(junction.usedColumns)
        let here = source.location(ofColumn: nil)
        while true {
            do {
                guard try other.next() else { return nil }
            } catch let issue as SeedIssue where issue.fault == .data && !issue.reason.endsSource {
                continue
            } catch { return nil }
            guard other.location(ofColumn: nil) != here else { return nil }
            guard let hasKey = try? ends[1].read(other.record), hasKey, ends[1].object()?.primaryKey == object
            else {
                continue
            }
            return other.location(ofColumn: nil)
        }
    }

    private func reject(_ issues: [SeedIssue]) throws {
        rejected += 1
        try context.reject(issues, of: source, named: junction.file.name.value)
    }

    private func issue(_ failure: ConversionFailure, at cell: ResolvedLoad.Cell?) -> SeedIssue {
        SeedIssue(
            failure.reason, at: source.location(ofColumn: cell?.index),
            entity: junction.entity.name, property: junction.membership.name,
            sourceColumn: cell?.name,
            value: failure.value ?? cell.map { source.record[$0.index].display })
    }
}
