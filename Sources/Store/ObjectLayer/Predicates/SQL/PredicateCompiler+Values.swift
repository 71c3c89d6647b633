import ObjectModel
import SQLite

extension PredicateCompiler {
    /// Returns the SQL of an expression that gives one value.
    func operand(_ expression: ResolvedExpression) throws -> SQLOperand {
        switch expression {
        case .constant(let value): return try constant(value)
        case .path(let base, let path):
            guard !path.isToMany, let start = starts[base] else { throw NotCompilable() }
            return try end(of: path, hops: path.hops[...], from: start.alias, in: start.scope)
        case .entityName(let base, let path):
            guard let start = starts[base] else { throw NotCompilable() }
            let row = try start.scope.alias(following: path.hops, from: start.alias)
            return Self.entityName(of: path.destination, row: row)
        case .aggregate(let aggregate, let values): return try self.aggregate(aggregate, values)
        case .function(let function, let arguments):
            return try self.function(function, try arguments.map(operand))
        case .conditional(let predicate, let then, let otherwise):
            return try conditional(predicate, operand(then), operand(otherwise))
        case .list, .subquery, .setOperation, .distinct, .element, .evaluatedValue, .groupValue:
            throw NotCompilable()
        }
    }

    private func constant(_ value: EvaluatedValue) throws -> SQLOperand {
        let bound: Value
        switch value {
        case .null: return SQLOperand(fragment: SQLFragment("NULL"), kind: nil)
        case .integer(let number): bound = .integer(number)
        case .real(let number), .date(let number):
            // SQLite cannot store NaN.
            guard !number.isNaN else { throw NotCompilable() }
            bound = .real(number)
        case .text(let text), .url(let text): bound = .text(text)
        case .data(let bytes), .uuid(let bytes): bound = .blob(bytes)
        case .object(let id):
            guard let key = id.primaryKey else { throw NotCompilable() }
            return SQLOperand(
                fragment: SQLFragment("?", [.integer(key)]), kind: .object, isConstant: true,
                rootNumber: id.entity.rootNumber)
        case .list: throw NotCompilable()
        }
        return SQLOperand(
            fragment: SQLFragment("?", [bound]), kind: value.kind, isConstant: true)
    }

    /// Returns the SQL for the name of a row's entity.
    private static func entityName(of entity: MappedEntity, row alias: String) -> SQLOperand {
        let family = entity.familyNames.sorted { $0.key < $1.key }
        let cases = family.map { _ in "WHEN ? THEN ?" }.joined(separator: " ")
        return SQLOperand(
            fragment: SQLFragment(
                "(CASE \(alias).Z_ENT \(cases) END)",
                family.flatMap { [Value.integer(Int64($0.key)), .text($0.value)] }),
            kind: .text)
    }

    // MARK: Paths

    /// Returns the SQL for the end of a path: to-one relationships, then an attribute or an object.
    private func end(
        of path: ResolvedKeyPath, hops: ArraySlice<ResolvedKeyPath.Hop>, from alias: String,
        in scope: SQLScope
    ) throws -> SQLOperand {
        switch path.end {
        case .attribute(let slot):
            guard let column = slot.column, !slot.isTransient, let attribute = slot.attribute,
                // Such values have a prefix (docs/internals/format.md#rows).
                !attribute.allowsExternalBinaryDataStorage, let kind = path.kind
            else { throw NotCompilable() }
            let row = try scope.alias(following: hops, from: alias)
            return SQLOperand(
                fragment: SQLFragment("\(row).\(column.sqlIdentifier)"), kind: kind,
                isDecimal: attribute.type == .decimal)
        case .object:
            let root = path.destination.rootNumber
            guard let last = hops.last else {
                return SQLOperand(
                    fragment: SQLFragment("\(alias).Z_PK"), kind: .object, rootNumber: root)
            }
            guard let column = last.source.layout.toOne(last.name)?.column else {
                throw NotCompilable()
            }
            let row = try scope.alias(following: hops.dropLast(), from: alias)
            return SQLOperand(
                fragment: SQLFragment("\(row).\(column.sqlIdentifier)"), kind: .object,
                rootNumber: root)
        }
    }

    /// Returns the objects at the end of a path with to-many relationships.
    func members(
        of base: ResolvedExpression.Base, _ path: ResolvedKeyPath
    ) throws -> SQLScope.Members {
        guard let start = starts[base] else { throw NotCompilable() }
        return try start.scope.members(of: path, owner: start.alias)
    }

    /// Returns the SQL for the end of a path, for each of its objects.
    func end(of path: ResolvedKeyPath, _ members: SQLScope.Members) throws -> SQLOperand {
        let last = path.hops.lastIndex(where: \.isToMany) ?? path.hops.endIndex - 1
        return try end(
            of: path, hops: path.hops[(last + 1)...], from: members.alias, in: members.scope)
    }

    // MARK: Aggregates

    private func aggregate(
        _ aggregate: ResolvedExpression.Aggregate, _ values: ResolvedExpression
    ) throws -> SQLOperand {
        switch values {
        case .path(let base, let path) where path.isToMany:
            let members = try members(of: base, path)
            let value = try end(of: path, members)
            let result = try result(of: aggregate, value)
            return SQLOperand(
                fragment: SQLFragment(
                    "(SELECT \(result) FROM \(members.scope.from) WHERE \(members.condition))"),
                kind: aggregate == .min || aggregate == .max ? value.kind : .number,
                isDecimal: value.isDecimal && (aggregate == .min || aggregate == .max))
        case .subquery(let base, let path, let variable, let predicate):
            // Only the count of the members is a single value. A path after the last to-many relationship would have to
            // end at an object.
            guard aggregate == .count, path.hops.last?.isToMany ?? false else {
                throw NotCompilable()
            }
            let members = try members(of: base, path)
            var inner = self
            inner.starts[.variable(variable)] = Start(
                scope: members.scope, alias: members.alias)
            let test = try inner.condition(predicate)
            return SQLOperand(
                fragment: test.wrapped(
                    "(SELECT count(*) FROM \(members.scope.from) "
                        + "WHERE \(members.condition) AND ", ")"), kind: .number)
        default: throw NotCompilable()
        }
    }

    private func result(
        of aggregate: ResolvedExpression.Aggregate, _ value: SQLOperand
    ) throws -> String {
        switch aggregate {
        case .count: return "count(*)"
        case .sum, .average:
            // SQLite adds doubles. Decimals are added exactly, in memory.
            guard value.kind == .number, !value.isDecimal else { throw NotCompilable() }
            return aggregate == .sum
                ? "ifnull(sum(\(value.number.sql)), 0)" : "avg(\(value.number.sql))"
        case .min, .max:
            guard [.number, .text, .date].contains(value.kind) else { throw NotCompilable() }
            return "\(aggregate.rawValue)(\(value.fragment.sql))"
        }
    }

    // MARK: Functions

    private func function(
        _ function: ResolvedFunction, _ arguments: [SQLOperand]
    ) throws -> SQLOperand {
        switch function {
        case .add, .subtract, .multiply, .divide:
            guard arguments.count == 2, arguments.allSatisfy({ $0.kind == .number }) else {
                throw NotCompilable()
            }
            let signs: [ResolvedFunction: String] = [
                .add: "+", .subtract: "-", .multiply: "*", .divide: "/",
            ]
            let sign = signs[function] ?? "+"
            return SQLOperand(
                fragment: SQLFragment.joined(arguments.map(\.number), separator: " \(sign) ")
                    .wrapped("(", ")"), kind: .number)
        case .uppercase, .lowercase, .canonical:
            guard let text = arguments.first, text.kind == .text else { throw NotCompilable() }
            let number = function == .uppercase ? 1 : function == .lowercase ? 0 : 2
            return SQLOperand(
                fragment: text.fragment.wrapped("\(TextFunctions.changeCase)(\(number), ", ")"),
                kind: .text)
        default: throw NotCompilable()
        }
    }

    private func conditional(
        _ predicate: ResolvedPredicate, _ then: SQLOperand, _ otherwise: SQLOperand
    ) throws -> SQLOperand {
        guard let kind = then.kind ?? otherwise.kind, kind != .object,
            then.isNull || otherwise.isNull || then.kind == otherwise.kind
        else { throw NotCompilable() }
        let condition = try condition(predicate).wrapped("(CASE WHEN ", "")
        return SQLOperand(
            fragment: SQLFragment.joined(
                [
                    condition, kind == .number ? then.number : then.fragment,
                    kind == .number ? otherwise.number : otherwise.fragment,
                ].enumerated().map { index, part in
                    index == 0 ? part : part.wrapped(index == 1 ? "THEN " : "ELSE ", "")
                }, separator: " "
            ).wrapped("", " END)"), kind: kind)
    }
}
