import ObjectModel
import Sources

/// A number as a cell holds it, or what it is compared with; integers stay exact.
enum CellNumber {
    case integer(Int64)
    case real(Double)

    /// The number of a cell; nil for one that holds none.
    init?(_ field: Field) {
        switch field {
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .text(let bytes): self.init(text: bytes)
        case .null, .blob: return nil
        }
    }

    /// The number that a constant of a predicate or a bound is, a decimal one as a double, as in the object layer; nil for
    /// what is none. A date is its seconds.
    init?(_ constant: PropertyValue) {
        switch constant {
        case .bool(let flag): self = .integer(flag ? 1 : 0)
        case .integer(let number): self = .integer(number)
        case .double(let number): self.init(number)
        case .date(let seconds): self = .real(seconds)
        case .decimal(let text):
            guard let number = text.withUTF8Bytes(NumberParser.double) else { return nil }
            self.init(number)
        default: return nil
        }
    }

    private init(_ number: Double) {
        self = Int64(exactly: number).map { .integer($0) } ?? .real(number)
    }

    /// The number that a text is as a whole.
    init?(text bytes: UnsafeRawBufferPointer) {
        if case .value(let number) = NumberParser.integer(bytes) {
            self = .integer(number)
        } else if let number = NumberParser.double(bytes) {
            self = .real(number)
        } else {
            return nil
        }
    }

    var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        }
    }

    /// Less (-1), equal (0) or greater (1).
    func order(_ other: CellNumber) -> Int {
        if case .integer(let one) = self, case .integer(let two) = other {
            return one < two ? -1 : one > two ? 1 : 0
        }
        return double < other.double ? -1 : double > other.double ? 1 : 0
    }
}
