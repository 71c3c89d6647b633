import Files
import Foundation

extension KeyedArchive {
    /// Returns the plain form of a value: a number, text, date or similar value, or an array or dictionary of such
    /// values. For an object of any other class, only the class name is known.
    ///
    /// - Throws: ``ModelError`` (`tooMany`) if the value is nested too deeply or, through shared objects, expands to
    ///   too many values.
    func plainValue(_ value: PropertyList?) throws -> PropertyValue? {
        var remaining = Limits.archivedValues.most
        return try plainValue(value, depth: 0, remaining: &remaining)
    }

    /// Returns user info, which is empty if there is none.
    func userInfo(_ value: PropertyList?) throws -> UserInfo {
        guard case .dictionary(let userInfo) = try plainValue(value) else { return [:] }
        return userInfo
    }

    private func plainValue(
        _ value: PropertyList?, depth: Int, remaining: inout Int
    ) throws -> PropertyValue? {
        guard depth < Self.depthLimit else {
            throw ModelError(.tooMany(what: "nested values", limit: Self.depthLimit))
        }
        guard remaining > 0 else {
            throw ModelError(.tooMany(what: "values", limit: Limits.archivedValues.most))
        }
        remaining -= 1
        guard let resolved = resolve(value) else { return nil }
        switch resolved {
        case .string(let text): return .string(text)
        case .integer(let number): return .integer(number)
        case .unsigned(let number): return .double(Double(number))
        case .real(let number): return .double(number)
        case .bool(let flag): return .bool(flag)
        case .date(let seconds): return .date(seconds)
        case .data(let bytes): return .data(bytes)
        case .null, .uid: return nil
        case .array(let elements):
            return .array(
                try elements.map {
                    try plainValue($0, depth: depth + 1, remaining: &remaining) ?? .null
                })
        case .dictionary:
            guard let object = object(value) else { return nil }
            return try plainValue(of: object, value, depth: depth, remaining: &remaining)
        }
    }

    private func plainValue(
        of object: Object, _ value: PropertyList?, depth: Int, remaining: inout Int
    ) throws -> PropertyValue? {
        switch object.className {
        case "NSNull": return .null
        case "NSString", "NSMutableString": return string(value).map { .string($0) }
        case "NSDate": return object["NS.time"]?.real.map { .date($0) }
        case "NSData", "NSMutableData": return resolve(object["NS.data"])?.data.map { .data($0) }
        case "NSUUID":
            guard let bytes = resolve(object["NS.uuidbytes"])?.data, bytes.count == 16 else {
                throw malformed(object, "has not 16 bytes")
            }
            return .uuid(bytes)
        case "NSURL":
            guard let relative = string("NS.relative", of: object) else {
                throw malformed(object, "has no text")
            }
            guard let base = self.object(object["NS.base"]),
                let baseText = string("NS.relative", of: base)
            else { return .uri(relative) }
            let url = URL(string: relative, relativeTo: URL(string: baseText))
            return .uri(url?.absoluteString ?? relative)
        case "NSNumber", "NSDecimalNumber", "NSDecimalNumberPlaceholder":
            return try ArchivedDecimal(object, in: self).map { .decimal($0.text) }
                ?? .object(className: object.className)
        case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet":
            return .array(
                try elements(value).map {
                    try plainValue($0, depth: depth + 1, remaining: &remaining) ?? .null
                })
        case "NSDictionary", "NSMutableDictionary", "NSKnownKeysDictionary1":
            return .dictionary(
                UserInfo(
                    try entries(value).compactMap { entry in
                        guard let key = key(entry.key),
                            let content = try plainValue(
                                entry.value, depth: depth + 1, remaining: &remaining)
                        else { return nil }
                        return UserInfo.Entry(key: key, value: content)
                    }))
        default: return .object(className: object.className)
        }
    }

    /// Returns a key as text. Keys can also be numbers.
    private func key(_ value: PropertyList) -> String? {
        string(value) ?? resolve(value)?.integer.map { String($0) }
    }
}
