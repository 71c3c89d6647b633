import ObjectModel
import SwiftSource

extension TypeResolver {
    /// Returns the cases of an enumeration with the values that a store has for them; nil if it has no raw values, or
    /// some of them are unknown.
    func rawCases(of type: DeclaredType) -> [SourceValues.Case]? {
        guard let first = type.inherited.first,
            case .standard(let raw) = resolve(
                first.type, in: Scope(type: first.scope, unit: first.unit)),
            raw.name == "String" || raw.name == "Int", !type.functions.contains("encode"),
            !type.properties.contains(where: { $0.binding.name == "rawValue" }),
            type.cases.allSatisfy({ $0.condition == nil })
        else { return nil }
        var cases: [SourceValues.Case] = []
        var next: Int64? = 0
        for item in type.cases {
            let element = item.element
            switch (raw.name, element.rawValue) {
            case ("String", nil):
                cases.append(.init(name: element.name, rawValue: .string(element.name)))
            case ("String", .string(let text?)?):
                cases.append(.init(name: element.name, rawValue: .string(text)))
            case ("Int", let value):
                let number = value.map { Self.integer($0) } ?? next
                guard let number else { return nil }
                cases.append(.init(name: element.name, rawValue: .integer(number)))
                next = number == .max ? nil : number + 1
            default: return nil
            }
        }
        return cases.isEmpty ? nil : cases
    }

    private static func integer(_ value: ExpressionSyntax) -> Int64? {
        guard case .integer(let number)? = NumberEvaluator(type: .integer64)?.value(of: value) else {
            return nil
        }
        return number
    }
}
