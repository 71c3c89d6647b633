/// Safe file names for names from data: entities, tables, attributes, inputs.
///
/// Such a name may be anything, for example `../x`, `/etc/passwd` or an empty text. Path separators, names with a
/// special meaning on some system, and names that are too long are replaced. Two names in a folder never become the
/// same, even without regard to case.
package struct FileNames: Sendable {
    private var taken: Set<String> = []

    /// The most bytes of a name from data. They leave room for an extension and the marks of a private file.
    static let longest = 180

    /// Creates the names of a folder.
    ///
    /// - Parameter reserved: the names that the folder already has.
    package init(reserved: [String] = []) { taken = Set(reserved.map(Self.folded)) }

    /// Returns a safe name that is unused in the folder.
    ///
    /// - Parameters:
    ///   - text: the name from the data.
    ///   - suffixes: the suffixes of the files that get the name, such as `.csv` and `.files`.
    /// - Returns: the name without the suffix.
    package mutating func name(for text: String, suffixes: [String] = [""]) -> String {
        let safe = Self.safe(text)
        var name = safe
        var number = 2
        while suffixes.contains(where: { taken.contains(Self.folded(name + $0)) }) {
            name = "\(safe)-\(number)"
            number += 1
        }
        for suffix in suffixes { taken.insert(Self.folded(name + suffix)) }
        return name
    }

    /// Returns a name that is valid on every file system.
    package static func safe(_ text: String) -> String {
        var name = String(String.UnicodeScalarView(text.unicodeScalars.map(replaced)))
        // Avoids hidden files, `..`, and names that look like command-line options.
        if let first = name.first, first == "." || first == "-" { name = "_" + name.dropFirst() }
        while let last = name.last, last == " " || last == "." {
            name.removeLast()
            name += "_"
        }
        if isReserved(name) { name = "_" + name }
        if name.isEmpty { name = "_" }
        return shortened(name)
    }

    private static func replaced(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        // `*?[` would turn the path into a pattern in a plan.
        if "/\\:%*?[]\"<>|".unicodeScalars.contains(scalar) { return "_" }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: return "_"
        default:
            // Marks that change the text direction in a terminal.
            let turns =
                (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
            return turns ? "_" : scalar
        }
    }

    /// Returns whether a name is that of a device on some system, with any extension.
    private static func isReserved(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.uppercased()
        if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
        guard stem.utf8.count == 4, stem.hasPrefix("COM") || stem.hasPrefix("LPT") else {
            return false
        }
        return stem.utf8.last.map { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// Returns the beginning of a long name, in whole characters, followed by a hash of the full name.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        let mark = "-" + String(fingerprint(name), radix: 36)
        var result = ""
        var count = mark.utf8.count
        for character in name {
            count += String(character).utf8.count
            guard count <= longest else { break }
            result.append(character)
        }
        return result + mark
    }

    /// Returns the FNV-1a hash. It distinguishes names with the same beginning, and is the same on every machine.
    static func fingerprint(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Returns the same text for names that some file systems treat as equal: those that differ in case only, or in
    /// the composition of characters.
    ///
    /// Canonically equivalent texts are equal in Swift.
    private static func folded(_ name: String) -> String { name.lowercased().uppercased() }
}
