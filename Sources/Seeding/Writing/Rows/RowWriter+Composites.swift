// What is missing in the composite attributes of a row.
extension RowWriter {
    /// Looks for composites that must have a value and have none.
    func checkComposites() {
        for composite in composites where composite.indices.allSatisfy({ bound[$0].isNull }) {
            // An element that could not be converted has been told.
            let prefix = composite.path + "."
            let isTold = rowIssues.contains { issue in
                issue.property == composite.path || issue.property?.hasPrefix(prefix) ?? false
            }
            guard !isTold else { continue }
            add(ConversionFailure(.value(.missingValue)), property: composite.path, cell: composite.cell)
        }
    }

    /// Looks for members without a value in structures that have one.
    func checkMembers() {
        // What could not be converted is no sign of what is missing.
        guard rowIssues.isEmpty else { return }
        for (member, index, inside) in members where bound[index].isNull {
            guard member.isAlwaysInside || inside.contains(where: { !bound[$0].isNull }) else { continue }
            add(ConversionFailure(.value(.missingValue)), property: member.path, cell: cells[index].cell)
        }
    }
}
