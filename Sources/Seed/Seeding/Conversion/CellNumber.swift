import Inputs
import ObjectModel

/// A number from a cell, or one that a cell is compared with. Integers stay exact.
enum CellNumber {
    case integer(Int64)
    case real(Double)

    /// Reads the number of a cell; nil if it contains none.
    init?(_ field: Field) {
        switch field {
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .text(let bytes): self.init(text: bytes)
        case .null, .blob: return nil
        }
    }

    /// Takes the number from a constant of a predicate or of a bound; nil if it has none. A decimal becomes a double,
    /// as in the object layer, and a date its seconds.
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

    /// Reads a whole text as a number.
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

    /// Returns -1 if this number is less than the other, 0 if equal, and 1 if greater.
    func order(_ other: CellNumber) -> Int {
        if case .integer(let one) = self, case .integer(let two) = other {
            return one < two ? -1 : one > two ? 1 : 0
        }
        return double < other.double ? -1 : double > other.double ? 1 : 0
    }
}
