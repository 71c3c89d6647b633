// Missing values in the composite attributes of a row.
extension RowWriter {
    /// Reports required composites without a value.
    func checkComposites() {
        for composite in composites where composite.indices.allSatisfy({ bound[$0].isNull }) {
            // An element that could not be converted has been reported.
            let prefix = composite.path + "."
            let isReported = rowIssues.contains { issue in
                issue.property == composite.path || issue.property?.hasPrefix(prefix) ?? false
            }
            guard !isReported else { continue }
            add(ConversionFailure(.value(.missingValue)), property: composite.path, cell: composite.cell)
        }
    }

    /// Reports required members without a value in structures that have one.
    func checkMembers() {
        // A value that could not be converted is not missing.
        guard rowIssues.isEmpty else { return }
        for (member, index, inside) in members where bound[index].isNull {
            guard member.isAlwaysInside || inside.contains(where: { !bound[$0].isNull }) else { continue }
            add(ConversionFailure(.value(.missingValue)), property: member.path, cell: cells[index].cell)
        }
    }
}
