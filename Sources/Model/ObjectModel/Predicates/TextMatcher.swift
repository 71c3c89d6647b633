import Files

/// Compares many texts, given as UTF-8 bytes from SQLite and rows, with the same results as ``TextMatching`` for
/// strings. It needs no `String` for ASCII, for any text without options, and, if accents are ignored, for Latin,
/// Greek and Cyrillic. The right side is usually the same text each time, and is folded once.
package final class TextMatcher {
    /// The folded left side.
    private var left = TextBytes()
    private var right = Side()

    /// The right side of the last comparison.
    private struct Side: ~Copyable {
        /// The bytes before folding.
        var source = TextBytes()
        var options: Predicate.Options?
        var folded = TextBytes()
        /// Whether the bytes could be folded without a `String`.
        var isFolded = false
        /// The tokens of the pattern, set at the first use.
        var tokens: [TextMatching.Token]?
    }

    package init() {}

    /// Returns whether an operator holds for two texts.
    package func holds(
        _ operation: TextMatching.Operation, _ text: UnsafeRawBufferPointer,
        _ part: UnsafeRawBufferPointer, _ options: Predicate.Options
    ) -> Bool {
        prepare(part, options)
        left.removeAll()
        if right.isFolded, Self.fold(text, options, into: &left) { return holds(operation) }
        return TextMatching.holds(
            operation, String(decoding: text, as: UTF8.self), String(decoding: part, as: UTF8.self),
            options)
    }

    /// Returns -1 if the first text is less, 0 if both are equal, and 1 if it is greater.
    package func order(
        _ text: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, _ options: Predicate.Options
    ) -> Int {
        holds(.equal, text, other, options) ? 0 : holds(.less, text, other, options) ? -1 : 1
    }

    package func holds(
        _ operation: TextMatching.Operation, _ text: String, _ part: String, _ options: Predicate.Options
    ) -> Bool {
        Self.withBytes(text, part) { holds(operation, $0, $1, options) }
    }

    package func order(_ text: String, _ other: String, _ options: Predicate.Options) -> Int {
        Self.withBytes(text, other) { order($0, $1, options) }
    }

    private static func withBytes<Result>(
        _ one: String, _ other: String, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result
    ) -> Result {
        var (one, other) = (one, other)
        return one.withUTF8 { one in
            other.withUTF8 { body(UnsafeRawBufferPointer(one), UnsafeRawBufferPointer($0)) }
        }
    }

    private func prepare(_ part: UnsafeRawBufferPointer, _ options: Predicate.Options) {
        if right.options == options, Self.areEqual(right.source.bytes, part) { return }
        right.source.removeAll()
        right.source.append(part)
        right.options = options
        right.tokens = nil
        right.folded.removeAll()
        right.isFolded = Self.fold(part, options, into: &right.folded)
    }

    private static func fold(
        _ bytes: UnsafeRawBufferPointer, _ options: Predicate.Options, into text: inout TextBytes
    ) -> Bool {
        if options.isDisjoint(with: [.caseInsensitive, .diacriticInsensitive]) {
            guard UTF8Validation.firstInvalidOffset(in: bytes) == nil else { return false }
            text.append(bytes)
            return true
        }
        return TextFolding.append(
            folded: bytes, ignoresCase: options.contains(.caseInsensitive),
            ignoresAccents: options.contains(.diacriticInsensitive), to: &text)
    }

    // MARK: Folded bytes

    private func holds(_ operation: TextMatching.Operation) -> Bool {
        let (text, part) = (left.bytes, right.folded.bytes)
        switch operation {
        case .equal: return Self.areEqual(text, part)
        case .less: return text.lexicographicallyPrecedes(part)
        case .beginsWith:
            return text.count >= part.count && !part.isEmpty
                && Self.areEqual(UnsafeRawBufferPointer(rebasing: text.prefix(part.count)), part)
        case .endsWith:
            return text.count >= part.count && !part.isEmpty
                && Self.areEqual(UnsafeRawBufferPointer(rebasing: text.suffix(part.count)), part)
        case .contains: return Self.contains(text, part)
        case .like: return isLike(text)
        }
    }

    private static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard one.count == other.count else { return false }
        guard let left = one.baseAddress, let right = other.baseAddress, !one.isEmpty else { return true }
        return memcmp(left, right, one.count) == 0
    }

    private static func contains(_ text: UnsafeRawBufferPointer, _ part: UnsafeRawBufferPointer) -> Bool {
        guard let start = text.baseAddress, let wanted = part.baseAddress, !part.isEmpty,
            text.count >= part.count
        else { return false }
        guard part.count > 1 else { return memchr(start, Int32(part[0]), text.count) != nil }
        let first = part.loadUnaligned(as: UInt16.self)
        for index in 0...(text.count - part.count)
        where text.loadUnaligned(fromByteOffset: index, as: UInt16.self) == first
            && memcmp(start + index, wanted, part.count) == 0
        {
            return true
        }
        return false
    }

    private func isLike(_ text: UnsafeRawBufferPointer) -> Bool {
        let tokens = right.tokens ?? TextMatching.tokens(ofPattern: right.folded.string())
        right.tokens = tokens
        if text.allSatisfy({ $0 < 0x80 }) { return TextMatching.isLike(text, tokens) }
        return TextMatching.isLike(left.string().unicodeScalars.map(\.value), tokens)
    }
}
