import Foundation

/// Constants without a literal form in the format language, written as `CAST(value, "class")`.
enum PredicateCast {
    static let selector = "castObject:toType:"

    /// Returns the value that is cast and the class for a constant; nil for a constant with a literal form.
    static func parts(of constant: PropertyValue) -> (value: PropertyValue, type: String)? {
        switch constant {
        case .date(let seconds) where seconds.isFinite: (.double(seconds), "NSDate")
        case .date(let seconds): (.string(String(seconds)), "NSDate")
        case .decimal(let text): (.string(text), "NSDecimalNumber")
        case .uuid(let bytes): (.string(BytesText.uuid(bytes)), "NSUUID")
        case .uri(let text): (.string(text), "NSURL")
        case .data(let bytes): (.string(Data(bytes).base64EncodedString()), "NSData")
        case .double(let number) where !number.isFinite: (.string(String(number)), "NSNumber")
        default: nil
        }
    }

    /// Returns the result of casting a constant; nil if only a running app can compute it.
    static func value(of constant: PropertyValue, className: String) -> PropertyValue? {
        switch (className, constant) {
        case ("NSDate", .double(let seconds)): .date(seconds)
        case ("NSDate", .integer(let seconds)): .date(Double(seconds))
        case ("NSDate", .string(let text)): nonFinite(text).map { .date($0) }
        case ("NSDecimalNumber", .string(let text)) where isDecimal(text): .decimal(text)
        case ("NSUUID", .string(let text)): BytesText.bytes(ofUUID: text).map { .uuid($0) }
        case ("NSURL", .string(let text)): .uri(text)
        case ("NSData", .string(let text)):
            Data(base64Encoded: text).map { .data(Array($0)) }
        case ("NSNumber", .string(let text)): nonFinite(text).map { .double($0) }
        default: nil
        }
    }

    private static func nonFinite(_ text: String) -> Double? {
        guard let number = Double(text), !number.isFinite else { return nil }
        return number
    }

    private static func isDecimal(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(parts.count)
            && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(FormatWord.isDigit) }
    }
}
