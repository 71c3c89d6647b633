import ObjectModel
import SQLite

/// Translates derivations to SQL, which computes the value of a derived attribute for one row.
package struct DerivationSQL {
    let layout: StoreLayout
    /// The value of `now()`; nil if it is not known.
    let now: Double?
    private var aliasCount = 0

    package init(layout: StoreLayout, now: Double?) {
        self.layout = layout
        self.now = now
    }

    /// Returns the expression of a derivation for the row of an alias; nil if the derivation is unknown.
    package mutating func value(
        of derivation: Expression, _ entity: EntityLayout, row alias: String
    ) -> String? {
        switch derivation {
        case .keyPath(let path): return keyPath(path, entity, row: alias)
        case .function(let name, let arguments, target: nil):
            if name == "now" || name == "now:" {
                guard arguments.isEmpty, let now else { return nil }
                return "\(now)"
            }
            guard arguments.count == 1, let argument = arguments.first else { return nil }
            if let aggregate = Aggregate(selector: name) {
                guard case .keyPath(let path) = argument else { return nil }
                return self.aggregate(aggregate, path.dottedParts, entity, row: alias)
            }
            guard let function = DerivationFunctions(selector: name),
                let text = value(of: argument, entity, row: alias)
            else { return nil }
            return "\(function.rawValue)(\(text))"
        default: return nil
        }
    }

    private enum Aggregate: String {
        case count, sum, min, max, average = "avg"

        init?(selector: String) {
            switch selector {
            case "average:": self = .average
            default:
                guard selector.hasSuffix(":") else { return nil }
                self.init(rawValue: String(selector.dropLast()))
            }
        }

        /// - Parameter name: the step of a key path, such as `@sum`.
        init?(step name: String) { self.init(rawValue: String(name.dropFirst())) }
    }

    private mutating func keyPath(
        _ path: String, _ entity: EntityLayout, row alias: String
    ) -> String? {
        var parts = path.dottedParts
        guard let index = parts.firstIndex(where: { $0.hasPrefix("@") }) else {
            return single(parts[...], entity, row: alias)
        }
        guard let aggregate = Aggregate(step: parts.remove(at: index)),
            !parts.contains(where: { $0.hasPrefix("@") })
        else { return nil }
        return self.aggregate(aggregate, parts, entity, row: alias)
    }

    /// Returns an attribute of the object itself, or of one reached through to-one relationships.
    private mutating func single(
        _ parts: ArraySlice<String>, _ entity: EntityLayout, row alias: String
    ) -> String? {
        guard let first = parts.first else { return nil }
        if let attribute = entity.attribute(parts.joined(separator: ".")) {
            return "\(alias).\(attribute.column.sqlIdentifier)"
        }
        guard parts.count > 1, let toOne = entity.toOne(first),
            let destination = layout.entity(named: toOne.destinationName)
        else { return nil }
        let next = nextAlias()
        guard let value = single(parts.dropFirst(), destination, row: next) else { return nil }
        return "(SELECT \(value) FROM \(destination.table.sqlIdentifier) AS \(next) "
            + "WHERE \(next).Z_PK = \(alias).\(toOne.column.sqlIdentifier))"
    }

    /// Returns one value of all objects at the end of a path.
    private mutating func aggregate(
        _ aggregate: Aggregate, _ parts: [String], _ entity: EntityLayout, row alias: String
    ) -> String? {
        var from: [String] = []
        var conditions: [String] = []
        var (current, row) = (entity, alias)
        var rest = parts[...]
        var isToMany = false
        while let name = rest.first {
            if let toOne = current.toOne(name) {
                guard let destination = layout.entity(named: toOne.destinationName) else { return nil }
                let next = nextAlias()
                from.append("\(destination.table.sqlIdentifier) AS \(next)")
                conditions.append("\(next).Z_PK = \(row).\(toOne.column.sqlIdentifier)")
                (current, row) = (destination, next)
            } else if let toMany = current.toMany(name) {
                guard let destination = layout.model.destination(of: toMany.relationship),
                    let target = layout.entity(named: destination.name)
                else { return nil }
                let next = nextAlias()
                from.append("\(target.table.sqlIdentifier) AS \(next)")
                switch toMany.storage {
                case .inverseToOne(_, let column, _), .column(_, let column):
                    conditions.append("\(next).\(column.sqlIdentifier) = \(row).Z_PK")
                case .joinTable(let join, let own, let other, _):
                    let link = nextAlias()
                    from.append("\(join.name.sqlIdentifier) AS \(link)")
                    conditions += [
                        "\(link).\(own.sqlIdentifier) = \(row).Z_PK",
                        "\(next).Z_PK = \(link).\(other.sqlIdentifier)",
                    ]
                }
                isToMany = true
                (current, row) = (target, next)
            } else {
                break
            }
            rest = rest.dropFirst()
        }
        guard isToMany, !from.isEmpty else { return nil }
        var result = "count(*)"
        if rest.isEmpty {
            guard aggregate == .count else { return nil }
        } else {
            guard let column = current.attribute(rest.joined(separator: "."))?.column else {
                return nil
            }
            result = "\(aggregate.rawValue)(\(row).\(column.sqlIdentifier))"
            // The sum of no values is 0.
            if aggregate == .sum { result = "ifnull(\(result), 0)" }
        }
        return "(SELECT \(result) FROM \(from.joined(separator: ", ")) "
            + "WHERE \(conditions.joined(separator: " AND ")))"
    }

    private mutating func nextAlias() -> String {
        aliasCount += 1
        return "d\(aliasCount)"
    }
}

extension String {
    fileprivate var dottedParts: [String] {
        split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }
}
