import Inputs
import Seeding

/// The distinct cells of a column, as hashes. They show whether the cells occur in another column.
struct CellSet {
    /// The maximum number of hashes. Further cells are not added.
    static let limit = 1 << 20

    private(set) var hashes: Set<Int> = []
    /// The hashes of the cells in lower case.
    private var folded: Set<Int> = []
    /// Whether cells are missing, because there are too many or their rows were not read.
    private(set) var isCut = false
    /// Whether no cell occurs twice.
    private(set) var isDistinct = true
    /// Whether a whole number is written with a fraction, as in `1.0`.
    private(set) var hasFractions = false
    /// The first cells, as examples.
    private(set) var examples: [String] = []

    /// Adds a cell that is not empty. A number is added as its text, and `1.0` as `1`.
    mutating func add(_ field: Field) {
        switch field {
        case .null: return
        case .text(let bytes):
            guard !bytes.isEmpty else { return }
            var hasher = Hasher()
            hasher.combine(bytes: whole(bytes))
            insert(hasher.finalize()) { field.display }
        case .blob(let bytes):
            var hasher = Hasher()
            // SQLite takes no BLOB for equal to a text.
            hasher.combine(true)
            hasher.combine(bytes: bytes)
            insert(hasher.finalize()) { field.display }
        case .integer, .real: add(field.display)
        }
    }

    mutating func add(_ text: String) {
        guard !text.isEmpty else { return }
        let hash = text.withUTF8Bytes { bytes in
            var hasher = Hasher()
            hasher.combine(bytes: whole(bytes))
            return hasher.finalize()
        }
        insert(hash) { text }
    }

    /// Adds a cell without its lower-case form and without an example.
    mutating func skim(_ field: Field) {
        switch field {
        case .null: return
        case .text(let bytes):
            var hasher = Hasher()
            hasher.combine(bytes: whole(bytes))
            note(hasher.finalize())
        case .blob, .integer, .real: add(field)
        }
    }

    private mutating func note(_ hash: Int) {
        guard hashes.count < Self.limit else {
            isCut = true
            return
        }
        if !hashes.insert(hash).inserted { isDistinct = false }
    }

    private mutating func whole(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let whole = KeyNumber.whole(bytes)
        if whole.count < bytes.count { hasFractions = true }
        return whole
    }

    private mutating func insert(_ hash: Int, _ text: () -> String) {
        guard hashes.count < Self.limit else {
            isCut = true
            return
        }
        guard hashes.insert(hash).inserted else {
            isDistinct = false
            return
        }
        let text = text()
        folded.insert(Self.hash(text.lowercased()))
        if examples.count < 100 { examples.append(text) }
    }

    var count: Int { hashes.count }

    /// Records that there are more cells than these.
    mutating func cut() { isCut = true }

    /// Returns whether a text is one of the cells.
    func contains(_ text: String) -> Bool { hashes.contains(Self.hash(text)) }

    /// Removes words that are no values.
    mutating func remove(_ words: [String]) {
        for word in words {
            hashes.remove(Self.hash(word))
            folded.remove(Self.hash(word.lowercased()))
        }
        examples.removeAll(where: words.contains)
    }

    /// Returns the number of distinct cells that occur in none of the others.
    func count(missingIn others: [CellSet]) -> Int {
        let missing = hashes.count { hash in !others.contains { $0.hashes.contains(hash) } }
        // If some cells occur in an incomplete set, the others may be among its missing cells.
        return missing < hashes.count && others.contains(where: \.isCut) ? 0 : missing
    }

    /// Returns whether all cells occur in the others if case is ignored.
    func isIgnoringCase(in others: [CellSet]) -> Bool {
        !folded.isEmpty && folded.allSatisfy { hash in others.contains { $0.folded.contains(hash) } }
    }

    /// Returns a cell that occurs in none of the others.
    func example(missingIn others: [CellSet]) -> String? {
        others.contains(where: \.isCut)
            ? nil
            : examples.first { example in
                !others.contains { $0.hashes.contains(Self.hash(example)) }
            }
    }

    private static func hash(_ text: String) -> Int {
        text.withUTF8Bytes { bytes in
            var hasher = Hasher()
            hasher.combine(bytes: KeyNumber.whole(bytes))
            return hasher.finalize()
        }
    }
}
