extension [String] {
    /// The texts one after the other, with a separator between them.
    ///
    /// The standard library's own is generic: it looks up what it needs of the type when it runs first,
    /// among all conformances of the program, which takes a short run longer than all of its texts.
    package func joined(separator: String = "") -> String {
        var result = ""
        result.reserveCapacity(reduce(count * separator.utf8.count) { $0 + $1.utf8.count })
        for (index, text) in enumerated() {
            if index > 0 { result += separator }
            result += text
        }
        return result
    }
}
