/// Names of files made from names that came with data: of entities, tables, attributes, sources.
///
/// Such a name may be anything (`../x`, `/etc/passwd`, nothing at all): what leads elsewhere, what
/// some system gives a meaning of its own, and what is too long is replaced, and no two names of a
/// folder become one, in whatever case.
package struct FileNames: Sendable {
    private var taken: Set<String> = []

    /// The most bytes that a name takes from data: with an extension and a private file's marks
    /// there is still room.
    static let longest = 180

    /// Begins with a folder without files.
    ///
    /// - Parameter reserved: names that the folder has already.
    package init(reserved: [String] = []) { taken = Set(reserved.map(Self.folded)) }

    /// A safe name that the folder does not have yet.
    ///
    /// - Parameters:
    ///   - text: the name from the data.
    ///   - suffixes: what follows the name: one file for each, such as `.csv` and `.files`.
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

    /// The name as one that every file system takes for a plain name.
    package static func safe(_ text: String) -> String {
        var name = String(String.UnicodeScalarView(text.unicodeScalars.map(replaced)))
        // A hidden file, `..`, or what a command takes for an option.
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
        // `*?[` would make a pattern of the path in a plan.
        if "/\\:%*?[]\"<>|".unicodeScalars.contains(scalar) { return "_" }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: return "_"
        default:
            // Marks that turn the direction of what a terminal shows.
            let turns =
                (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
            return turns ? "_" : scalar
        }
    }

    /// Names of devices on some systems, with any extension.
    private static func isReserved(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.uppercased()
        if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
        guard stem.utf8.count == 4, stem.hasPrefix("COM") || stem.hasPrefix("LPT") else {
            return false
        }
        return stem.utf8.last.map { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// The beginning of a long name, whole characters, and a mark that follows from all of it.
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

    /// FNV-1a: tells names apart that begin alike, the same on any machine.
    static func fingerprint(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// What file systems without case, and those that compose characters, take for the same.
    /// Two texts that are canonically equivalent are equal in Swift.
    private static func folded(_ name: String) -> String { name.lowercased().uppercased() }
}
