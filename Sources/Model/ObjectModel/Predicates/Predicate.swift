/// A condition on objects (`NSPredicate`).
///
/// ```swift
/// let predicate = try Predicate(format: "unit.name == %@", arguments: ["kg"])
/// predicate.format  // unit.name == "kg"
/// ```
public indirect enum Predicate: Equatable, Hashable, Sendable {
    /// A comparison of two expressions.
    case comparison(Comparison)
    /// All of the predicates hold.
    case and([Predicate])
    /// At least one of the predicates holds.
    case or([Predicate])
    /// The predicate does not hold.
    case not(Predicate)
    /// Always holds: `TRUEPREDICATE`.
    case truePredicate
    /// Never holds: `FALSEPREDICATE`.
    case falsePredicate

    /// A comparison of two expressions (`NSComparisonPredicate`).
    public struct Comparison: Equatable, Hashable, Sendable {
        /// The left side.
        public let left: Expression
        /// The operator.
        public let comparator: PredicateOperator
        /// The right side.
        public let right: Expression
        /// Whether a to-many left side is compared as a whole or member by member.
        public let modifier: Modifier
        /// The options for comparing texts.
        public let options: Options

        /// Creates a comparison.
        public init(
            _ left: Expression, _ comparator: PredicateOperator, _ right: Expression,
            modifier: Modifier = .direct, options: Options = []
        ) {
            self.left = left
            self.comparator = comparator
            self.right = right
            self.modifier = modifier
            self.options = options
        }
    }

    /// The comparison of a to-many left side; raw values of `NSComparisonPredicate.Modifier`.
    public enum Modifier: Int, CaseIterable, Sendable {
        /// The left side as a whole.
        case direct = 0
        /// Every member must satisfy the comparison.
        case all = 1
        /// At least one member must satisfy the comparison.
        case any = 2
    }

    /// Options for comparing texts; raw values of `NSComparisonPredicate.Options`.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        /// Creates options from the bits that Core Data archives.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// `[c]`: ignores upper and lower case.
        public static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`: ignores accents.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`: the texts are already normalized and can be compared byte by byte.
        public static let normalized = Options(rawValue: 4)
        /// `[l]`: uses the rules of the user's language.
        public static let localeSensitive = Options(rawValue: 8)
    }

    /// Returns a comparison of two expressions.
    public static func comparing(
        _ left: Expression, _ comparator: PredicateOperator, _ right: Expression,
        modifier: Modifier = .direct, options: Options = []
    ) -> Predicate {
        .comparison(Comparison(left, comparator, right, modifier: modifier, options: options))
    }
}
