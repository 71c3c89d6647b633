import Inputs
import StoreFormat

// The issues of a row.
extension RowWriter {
    func add(
        _ failure: ConversionFailure, property: String?, cell: ResolvedLoad.Cell?
    ) {
        rowIssues.append(issue(failure, property: property, cell: cell))
    }

    func issue(
        _ failure: ConversionFailure, property: String?, cell: ResolvedLoad.Cell?
    ) -> SeedIssue {
        let type = property.flatMap { rows.entity.attribute($0)?.attribute.type }
        return SeedIssue(
            failure.reason, at: source.location(ofColumn: cell?.index), entity: rows.entity.name,
            property: property, sourceColumn: cell?.name,
            value: failure.value ?? cell.map { record[$0.index].display(as: type) })
    }
}
