import Seeding
import Inputs

/// The different cells of a column, as hashes: enough to tell whether they occur in another one.
struct CellSet {
    /// Beyond this many a column is not looked at any more.
    static let limit = 1 << 20

    private(set) var hashes: Set<Int> = []
    /// The same of texts whose upper and lower case does not count.
    private var folded: Set<Int> = []
    /// Whether there are cells that are not kept: too many of them, or those of rows that nobody looked at.
    private(set) var isCut = false
    /// Whether no cell occurred twice.
    private(set) var isDistinct = true
    /// Whether whole numbers were written with a fraction, `1.0`.
    private(set) var hasFractions = false
    /// The first cells, to show some.
    private(set) var examples: [String] = []

    /// Adds a cell that is not empty; numbers count as their text, `1.0` as `1`.
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
            hasher.combine(bytes: bytes)
            insert(hasher.finalize()) { field.display }
        case .integer, .real: add(field.display)
        }
    }

    /// Adds a text.
    mutating func add(_ text: String) {
        guard !text.isEmpty else { return }
        let hash = text.withUTF8Bytes { bytes in
            var hasher = Hasher()
            hasher.combine(bytes: whole(bytes))
            return hasher.finalize()
        }
        insert(hash) { text }
    }

    /// Adds a cell whose case and words nobody asks for.
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

    /// Notes that there are cells beyond these.
    mutating func cut() { isCut = true }

    /// Whether a text is among the cells.
    func contains(_ text: String) -> Bool { hashes.contains(Self.hash(text)) }

    /// Leaves out words that are no values.
    mutating func remove(_ words: [String]) {
        for word in words {
            hashes.remove(Self.hash(word))
            folded.remove(Self.hash(word.lowercased()))
        }
        examples.removeAll(where: words.contains)
    }

    /// How many different cells do not occur in others.
    func count(missingIn others: [CellSet]) -> Int {
        let missing = hashes.count { hash in !others.contains { $0.hashes.contains(hash) } }
        // What was cut may hold all others, where it holds some.
        return missing < hashes.count && others.contains(where: \.isCut) ? 0 : missing
    }

    /// Whether all cells occur in others where upper and lower case does not count.
    func isIgnoringCase(in others: [CellSet]) -> Bool {
        !folded.isEmpty && folded.allSatisfy { hash in others.contains { $0.folded.contains(hash) } }
    }

    /// A cell that does not occur in others.
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
