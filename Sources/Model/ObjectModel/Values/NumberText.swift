import Foundation

/// Floating-point numbers as texts: the shortest text that reads back as the same number, `5` for `5.0`.
package enum NumberText {
    /// Returns a number as text for an attribute's type. A number of type Float has the shortest text of a float, if
    /// it is one.
    package static func text(_ number: Double, as type: AttributeType? = nil) -> String {
        whole(type == .float && Double(Float(number)) == number ? "\(Float(number))" : "\(number)")
    }

    /// Returns a number without an exponent: `0.00001`.
    package static func decimal(_ number: Double) -> String {
        let text = "\(number)"
        if text.contains("e"), let exact = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) {
            return exact.description
        }
        return whole(text)
    }

    private static func whole(_ text: String) -> String {
        text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
