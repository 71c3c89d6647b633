import SwiftSource

/// A declaration in a file.
protocol Declared {
    var unit: SourceUnit { get }
    /// Whether it is visible only in its own file.
    var isPrivate: Bool { get }
    /// Whether it is in a clause of `#if` that does not hold.
    var isInactive: Bool { get }
}

extension DeclarationHead {
    var isPrivate: Bool { modifiers.contains("private") || modifiers.contains("fileprivate") }
}

extension DeclaredType: Declared {
    var isPrivate: Bool { head.isPrivate }
}

extension DeclaredType.Alias: Declared {
    var isPrivate: Bool { declaration.head.isPrivate }
    var isInactive: Bool { false }
}

/// The choice between several declarations of one name, from the view of a file.
enum Visibility {
    /// Returns the distance of a declaration; nil if it is not visible in the file.
    private static func rank(_ declared: some Declared, from unit: SourceUnit) -> Int? {
        var rank: Int
        if declared.unit === unit {
            rank = 0
        } else if declared.isPrivate {
            return nil
        } else if declared.unit.module == unit.module, declared.unit.isTest == unit.isTest {
            rank = 1
        } else if !declared.unit.isTest {
            rank = 2
        } else {
            // An app cannot import its tests.
            return nil
        }
        if declared.isInactive { rank += 10 }
        return rank
    }

    /// Returns the nearest declarations, more than one if they are equally near.
    static func nearest<Entry: Declared>(_ entries: [Entry], to unit: SourceUnit) -> [Entry] {
        let ranked = entries.compactMap { entry in rank(entry, from: unit).map { (entry, $0) } }
        guard let best = ranked.map(\.1).min() else { return [] }
        return ranked.filter { $0.1 == best }.map(\.0)
    }

    /// Returns whether a declaration is in the file's own module, so that it hides imported names.
    static func hidesImports(_ declared: some Declared, from unit: SourceUnit) -> Bool {
        rank(declared, from: unit).map { $0 < 2 } ?? false
    }
}
