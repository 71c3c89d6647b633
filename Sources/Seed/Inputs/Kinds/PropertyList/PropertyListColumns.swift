import Foundation
import ObjectModel

/// The columns of the records in a property list.
struct PropertyListColumns {
    /// The path of keys of each column.
    private(set) var keys: [[String]] = []
    /// The names of the columns: their keys joined by dots.
    var names: [String] { keys.map { $0.joined(separator: ".") } }
    /// The names of the columns whose values are all dates.
    var dates: Set<String> {
        Set(
            keys.filter { dateKeys.contains($0) && !otherKeys.contains($0) }.map {
                $0.joined(separator: ".")
            })
    }

    /// The length of the longest list at each path.
    private(set) var lists: [[String]: Int] = [:]
    private var known: Set<[String]> = []
    private var dateKeys: Set<[String]> = []
    private var otherKeys: Set<[String]> = []

    init(_ rows: some Sequence<PropertyList>) {
        for row in rows where row.isRecord { collect(row, at: []) }
    }

    /// The paths of the columns by name.
    var index: [String: [String]] {
        let all = keys + lists.keys.sorted { $0.lexicographicallyPrecedes($1) }
        return Dictionary(
            all.map { ($0.joined(separator: "."), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the path of a column that no record has. A number is a position in a list.
    static func keys(of name: String) -> [String] {
        name.split(separator: ".").map(String.init)
    }

    // The nesting of property lists is limited when they are read.
    private mutating func collect(_ value: PropertyList, at path: [String]) {
        switch value {
        case .dictionary(let entries):
            for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
                collect(value, at: path + [key])
            }
        case .array(let elements):
            if !elements.isEmpty { lists[path] = max(lists[path] ?? 0, elements.count) }
            guard elements.allSatisfy({ $0.listText != nil }) else { return }
            add(path, isDate: false)
        case .null, .uid: break
        case .date: add(path, isDate: true)
        default: add(path, isDate: false)
        }
    }

    private mutating func add(_ path: [String], isDate: Bool) {
        let path = path.isEmpty ? PropertyList.ownValue : path
        if isDate { dateKeys.insert(path) } else { otherKeys.insert(path) }
        if known.insert(path).inserted { keys.append(path) }
    }
}

extension PropertyList {
    /// The path of the column for a record without keys.
    static let ownValue = ["."]

    /// Whether the value can be a record: a dictionary or a single value.
    var isRecord: Bool {
        switch self {
        case .array, .uid: false
        default: true
        }
    }

    /// Whether it is a dictionary or an array.
    var isContainer: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }

    /// Returns the value at a path of keys.
    func value(at keys: [String]) -> PropertyList? {
        if keys == Self.ownValue, dictionary == nil { return self }
        return keys.reduce(Optional(self)) { value, key in
            guard case .array(let elements)? = value else { return value?[key] }
            guard let position = RecordAssembler.position(key.utf8), position < elements.count else {
                return nil
            }
            return elements[position]
        }
    }

    /// Adds the value as JSON in the format of Swift's encoder, but with keys in binary order. Dates are seconds
    /// since 2001, bytes are Base64.
    ///
    /// - Returns: whether the value can be represented in JSON.
    func addJSON(to transcript: inout JSONTranscript) -> Bool {
        switch self {
        case .dictionary(let entries):
            transcript.add(.beginObject, [])
            for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
                transcript.add(.name, Array(key.utf8))
                guard value.addJSON(to: &transcript) else { return false }
            }
            transcript.add(.endObject, [])
        case .array(let elements):
            transcript.add(.beginArray, [])
            for element in elements {
                guard element.addJSON(to: &transcript) else { return false }
            }
            transcript.add(.endArray, [])
        case .string(let text): transcript.add(.string, Array(text.utf8))
        case .integer(let number): transcript.add(.number, Array(String(number).utf8))
        case .unsigned(let number): transcript.add(.number, Array(String(number).utf8))
        case .real(let number), .date(let number):
            guard number.isFinite else { return false }
            transcript.add(.number, Array("\(number)".utf8))
        case .bool(let flag): transcript.add(.boolean(flag), [])
        case .data(let bytes): transcript.add(.string, Array(Data(bytes).base64EncodedString().utf8))
        case .null: transcript.add(.null, [])
        case .uid: return false
        }
        return true
    }

    /// The value as an element of a list cell, or nil if it cannot be one.
    var listText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        case .real(let number): "\(number)"
        case .bool(let flag): String(flag)
        default: nil
        }
    }
}
