/// A condition that objects fulfil or not (`NSPredicate`).
///
/// ```swift
/// let predicate = try Predicate(format: "unit.name == %@", arguments: ["kg"])
/// predicate.format  // unit.name == "kg"
/// ```
public indirect enum Predicate: Equatable, Hashable, Sendable {
    /// Two expressions compared.
    case comparison(Comparison)
    /// All of them hold.
    case and([Predicate])
    /// One of them holds.
    case or([Predicate])
    /// It does not hold.
    case not(Predicate)
    /// Holds always: `TRUEPREDICATE`.
    case truePredicate
    /// Holds never: `FALSEPREDICATE`.
    case falsePredicate

    /// Two expressions and how to compare them (`NSComparisonPredicate`).
    public struct Comparison: Equatable, Hashable, Sendable {
        /// The left side.
        public let left: Expression
        /// The operator.
        public let comparator: PredicateOperator
        /// The right side.
        public let right: Expression
        /// Whether a to-many left side is compared as it is or member by member.
        public let modifier: Modifier
        /// How texts are compared.
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

    /// How a to-many left side counts; raw values of `NSComparisonPredicate.Modifier`.
    public enum Modifier: Int, CaseIterable, Sendable {
        /// As it is.
        case direct = 0
        /// Every member must fulfil the comparison.
        case all = 1
        /// One member at least must fulfil the comparison.
        case any = 2
    }

    /// How texts are compared; raw values of `NSComparisonPredicate.Options`.
    public struct Options: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        /// Creates options from the bits that Core Data archives.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// `[c]`: upper and lower case are the same.
        public static let caseInsensitive = Options(rawValue: 1)
        /// `[d]`: accents do not count.
        public static let diacriticInsensitive = Options(rawValue: 2)
        /// `[n]`: the texts are prepared to be compared byte by byte.
        public static let normalized = Options(rawValue: 4)
        /// `[l]`: compared by the rules of the user's language.
        public static let localeSensitive = Options(rawValue: 8)
    }

    /// A comparison of two expressions.
    public static func comparing(
        _ left: Expression, _ comparator: PredicateOperator, _ right: Expression,
        modifier: Modifier = .direct, options: Options = []
    ) -> Predicate {
        .comparison(Comparison(left, comparator, right, modifier: modifier, options: options))
    }
}
