import ObjectModel
import SwiftSource

/// What an initial value is to a seed.
enum DefaultValue: Equatable {
    case none
    /// The same at every start of the app.
    case constant(PropertyValue)
    /// Evaluated at each start.
    case launch

    /// The default of an attribute by the initial value of its property.
    init(_ value: ExpressionSyntax?, of type: AttributeType) {
        guard let value, value != .null else {
            self = .none
            return
        }
        self = Self.constant(value, type).map { .constant($0) } ?? .launch
    }

    private static func constant(_ value: ExpressionSyntax, _ type: AttributeType) -> PropertyValue? {
        switch (value, type) {
        case (.cast(let inner, _), _): return inner == .other ? nil : constant(inner, type)
        case (.string(let text?), .string): return .string(text)
        case (.boolean(let flag), .boolean): return .bool(flag)
        case (.integer(let text), .integer16), (.integer(let text), .integer32),
            (.integer(let text), .integer64):
            return integer(text).map { .integer($0) }
        case (.integer(let text), .double), (.integer(let text), .float):
            return integer(text).map { .double(Double($0)) }
        case (.number(let text), .double): return Double(text).map { .double($0) }
        case (.number(let text), .float): return Float(text).map { .double(Double($0)) }
        case (.integer(let text), .decimal): return integer(text).map { .decimal(String($0)) }
        case (.number(let text), .decimal):
            // The literal is a Double on its way.
            return Double(text).map { .decimal("\($0)") }
        case (.implicitMember("zero"), _): return zero(type)
        case (.member(_, let part), _) where part.name == "zero": return zero(type)
        case (.array([]), .transformable): return .array([])
        case (.call(.array, []), .transformable): return .array([])
        case (.call(_, []), .composite): return .dictionary([:])
        case (.call(let callee, []), .string) where isInitializer(callee, of: "String"):
            return .string("")
        case (.call(let callee, []), .binaryData) where isInitializer(callee, of: "Data"):
            return .data([])
        default: return nil
        }
    }

    private static func isInitializer(_ callee: ExpressionSyntax, of name: String) -> Bool {
        callee == .implicitMember("init") || callee.type?.components?.last?.name == name
    }

    private static func zero(_ type: AttributeType) -> PropertyValue? {
        switch type {
        case .integer16, .integer32, .integer64: .integer(0)
        case .double, .float: .double(0)
        case .decimal: .decimal("0")
        default: nil
        }
    }

    private static func integer(_ text: String) -> Int64? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let sign = text.hasPrefix("-") ? "-" : ""
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
            return Int64(sign + digits.dropFirst(2), radix: radix)
        }
        return Int64(text)
    }
}
