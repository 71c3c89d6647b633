import Files

extension ModelFile {
    /// Returns the versions of a model in a folder, in numerical order: `App`, `App 2`, `App 10`. Returns an empty
    /// list if the path names a single model.
    ///
    /// - Throws: `FileError` if the folder cannot be read.
    package static func versions(path: String) throws(FileError) -> [String] {
        guard try FileStatus(path: path)?.isFolder == true else { return [] }
        let names = try Folder.names(in: path)
        guard !names.contains("contents") else { return [] }
        for suffix in [".xcdatamodel", ".mom"] {
            let versions = names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
            if !versions.isEmpty { return versions.sorted(by: precedes) }
        }
        return []
    }

    /// Returns whether one name precedes another, with numbers in them compared as numbers.
    private static func precedes(_ one: String, _ other: String) -> Bool {
        let (left, right) = (parts(one), parts(other))
        for (first, second) in zip(left, right) where first != second {
            if let first = Int(first), let second = Int(second), first != second {
                return first < second
            }
            return first.precedesInBinaryOrder(second)
        }
        return left.count < right.count
    }

    /// Splits a name into runs of digits and of other characters.
    private static func parts(_ name: String) -> [String] {
        var parts: [String] = []
        var wasDigit = false
        for character in name {
            let isDigit = character.isASCII && character.isNumber
            if isDigit == wasDigit, !parts.isEmpty {
                parts[parts.count - 1].append(character)
            } else {
                parts.append(String(character))
            }
            wasDigit = isDigit
        }
        return parts
    }
}
