import ObjectModel
import SQLite

/// An aggregate function of one column of groups, callable from SQL. It uses ``Aggregation`` on the values that
/// ``PredicateEvaluator`` computes from the columns of a row, so that results equal those of objects.
final class GroupAggregate: AggregateGroup {
    /// The computation of one aggregate.
    struct Plan {
        let aggregate: ResolvedExpression.Aggregate
        /// The expression, with ``leaves`` as group values.
        let expression: ResolvedExpression
        private(set) var leaves: [LeafColumn] = []
        /// The kind of the result.
        let kind: EvaluatedValue.Kind
        private let isDecimal: Bool

        /// - Parameter columns: selects the columns of the leaves and joins their tables.
        /// - Throws: ``NotCompilable``.
        init(
            _ aggregate: ResolvedExpression.Aggregate, of written: ResolvedExpression,
            in columns: inout ShownColumns
        ) throws {
            self.aggregate = aggregate
            isDecimal = written.isDecimal
            let isValue = aggregate == .min || aggregate == .max
            guard let kind = isValue ? written.kind : .number, kind != .object else {
                throw NotCompilable()
            }
            self.kind = kind
            var leaves: [LeafColumn] = []
            expression = try Self.replacingPaths(of: written) { path in
                leaves.append(try LeafColumn(path, in: &columns))
                return .groupValue(leaves.count - 1)
            }
            // The maximum number of arguments of an SQLite function.
            guard leaves.count < 100 else { throw NotCompilable() }
            self.leaves = leaves
        }

        private static func replacingPaths(
            of expression: ResolvedExpression,
            with value: (ResolvedExpression) throws -> ResolvedExpression
        ) throws -> ResolvedExpression {
            switch expression {
            case .constant: expression
            case .path: try value(expression)
            case .function(let function, let arguments):
                .function(function, try arguments.map { try replacingPaths(of: $0, with: value) })
            default: throw NotCompilable()
            }
        }

        fileprivate var begun: Aggregation { Aggregation(aggregate, isDecimal: isDecimal) }

        /// The only leaf, if it is the whole expression.
        fileprivate var onlyLeaf: LeafColumn? {
            guard case .groupValue = expression else { return nil }
            return leaves[0]
        }
    }

    private let plan: Plan
    private let leaf: LeafColumn?
    private let refusal: GroupRefusal
    private var aggregation: Aggregation
    private var lastKey = Int64.min

    /// - Parameter refusal: records the reason if objects are needed instead.
    init(_ plan: Plan, _ refusal: GroupRefusal) {
        self.plan = plan
        self.refusal = refusal
        leaf = plan.onlyLeaf
        aggregation = plan.begun
    }

    /// Adds one row: its key, and the values of the leaves.
    func add(_ call: FunctionCall) throws {
        // The sum of doubles depends on their order, and so does the choice between two equal minimum values.
        guard let key = call.integer(at: 0), key > lastKey else { throw refusal.refused(.order) }
        lastKey = key
        let value: EvaluatedValue
        if let leaf {
            let stored = call.value(at: 1)
            if leaf.isReal, case .real(let number) = stored { return aggregation.add(number) }
            value = leaf.value(of: stored)
        } else {
            let values = plan.leaves.indices.map { plan.leaves[$0].value(of: call.value(at: $0 + 1)) }
            value = try PredicateEvaluator(.unknown).value(
                of: plan.expression, in: PredicateEvaluator.Scope(groupValues: values))
        }
        guard plan.aggregate != .count || value != .null else { return }
        aggregation.add(value)
    }

    func result() throws -> Value {
        let value = aggregation.value
        guard value == .null || value.kind == plan.kind else { throw refusal.refused(.value) }
        switch value {
        case .null: return .null
        case .integer(let number): return .integer(number)
        // SQLite cannot store NaN.
        case .real(let number) where !number.isNaN: return .real(number)
        case .date(let seconds): return .real(seconds)
        case .text(let text), .url(let text): return .text(text)
        case .data(let bytes), .uuid(let bytes): return .blob(bytes)
        case .real, .object, .list: throw refusal.refused(.value)
        }
    }
}
