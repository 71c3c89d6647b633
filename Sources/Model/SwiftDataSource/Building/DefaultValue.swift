import ObjectModel
import SwiftSource

/// The meaning of a property's initial value for a seed.
enum DefaultValue: Equatable {
    case none
    /// A value that is the same at every start of the app.
    case constant(PropertyValue)
    /// A value that the app evaluates at each start.
    case launch

    /// Returns the value of a literal expression for an attribute of this type; nil for any other expression.
    static func constant(_ value: ExpressionSyntax, _ type: AttributeType) -> PropertyValue? {
        switch (value, type) {
        case (.cast(let inner, _), _): return inner == .other ? nil : constant(inner, type)
        case (.string(let text?), .string): return .string(text)
        case (.boolean(let flag), .boolean): return .bool(flag)
        case (.array(let elements), .transformable): return list(elements)
        case (.call(.array, []), .transformable): return .array([])
        case (.forced(.call(let callee, let arguments)), .uri):
            guard isInitializer(callee, of: "URL"), arguments.count == 1,
                arguments[0].label == "string", case .string(let text?) = arguments[0].value
            else { return nil }
            return .uri(text)
        case (.call(let callee, []), .string) where isInitializer(callee, of: "String"):
            return .string("")
        case (.call(let callee, []), .binaryData) where isInitializer(callee, of: "Data"):
            return .data([])
        case (.sequence(let operands, let operators), .string):
            guard operators.allSatisfy({ $0 == "+" }) else { return nil }
            let texts = operands.compactMap { constant($0, .string)?.stringValue }
            return texts.count == operands.count ? .string(texts.joined()) : nil
        case (_, .date): return date(value)
        default: return NumberEvaluator(type: type)?.value(of: value)
        }
    }

    static func isInitializer(_ callee: ExpressionSyntax, of name: String) -> Bool {
        callee == .implicitMember("init") || callee.type?.components?.last?.name == name
    }

    /// Returns a list of texts.
    private static func list(_ elements: [ExpressionSyntax]) -> PropertyValue? {
        let texts = elements.compactMap { constant($0, .string) }
        return texts.count == elements.count ? .array(texts) : nil
    }

    private static func date(_ value: ExpressionSyntax) -> PropertyValue? {
        switch value {
        case .implicitMember("distantPast"): return .date(-63_114_076_800)
        case .implicitMember("distantFuture"): return .date(63_113_904_000)
        case .member(_, let part): return part.name == "init" ? nil : date(.implicitMember(part.name))
        case .call(let callee, let arguments):
            guard isInitializer(callee, of: "Date"), arguments.count == 1,
                case .double(let seconds)? = NumberEvaluator(type: .double)?.value(of: arguments[0].value)
            else { return nil }
            switch arguments[0].label {
            case "timeIntervalSinceReferenceDate": return .date(seconds)
            case "timeIntervalSince1970": return .date(seconds - 978_307_200)
            default: return nil
            }
        default: return nil
        }
    }
}
