extension TextBytes {
    /// Appends the digits of an integer, as `String(number)` has them.
    package mutating func append(integer number: Int64) {
        reserve(20)
        var rest = number.magnitude
        if number < 0 { append(UInt8(ascii: "-")) }
        let first = length
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            start[length] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
            length += 1
            rest = quotient
        } while rest > 0
        var (low, high) = (first, length - 1)
        while low < high {
            (start[low], start[high]) = (start[high], start[low])
            low += 1
            high -= 1
        }
    }

    /// Appends a number that is not negative with so many digits, the last ones of it.
    @inline(__always)
    package mutating func append(digits number: Int, count: Int) {
        reserve(count)
        var rest = UInt(bitPattern: number)
        var index = length + count
        while index > length {
            index -= 1
            start[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        length += count
    }

    /// Appends the shortest decimal that reads back as the same number, as `"\(number)"` has it.
    ///
    /// - Parameter showsFraction: a whole number has `.0` at its end; without, `5.0` becomes `5`.
    package mutating func append(shortest number: Double, showsFraction: Bool) {
        // Numbers of so few digits are the shortest decimals themselves: no two decimals of up to
        // fifteen digits are the same double.
        if number.magnitude < Self.largest {
            let whole = Int64(number)
            guard Double(whole) != number else {
                if whole == 0, number.sign == .minus { append(UInt8(ascii: "-")) }
                append(integer: whole)
                if showsFraction { append(".0") }
                return
            }
            if number.magnitude >= Self.smallestFraction, append(fraction: number) { return }
        }
        let text = "\(number)"
        append(text: !showsFraction && text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// Numbers from here on need more than fifteen digits.
    private static let largest = 1e15
    /// Smaller ones are shown with an exponent.
    private static let smallestFraction = 1e-3

    /// Appends a number with few digits behind the point.
    ///
    /// - Returns: false where it has more.
    private mutating func append(fraction number: Double) -> Bool {
        var scale = 10.0
        for places in 1...6 {
            let scaled = (number * scale).rounded()
            guard scaled.magnitude < Self.largest else { return false }
            // Both are exact, and a quotient is the double that is nearest: the one that the
            // decimal stands for.
            if scaled / scale == number {
                let digits = Int64(scaled.magnitude)
                let (whole, rest) = digits.quotientAndRemainder(dividingBy: Int64(scale))
                if number < 0 { append(UInt8(ascii: "-")) }
                append(integer: whole)
                append(UInt8(ascii: "."))
                append(digits: Int(rest), count: places)
                return true
            }
            scale *= 10
        }
        return false
    }

    /// Appends a float as `"\(number)"` has it, `5` for `5.0`.
    package mutating func append(shortest number: Float) {
        // From 2^24 on they have an exponent.
        if number.magnitude < 16_777_216, number.rounded() == number {
            if number == 0, number.sign == .minus { append(UInt8(ascii: "-")) }
            return append(integer: Int64(number))
        }
        let text = "\(number)"
        append(text: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    /// Appends a byte as two hexadecimal digits.
    package mutating func append(hexadecimal byte: UInt8, isUppercase: Bool) {
        func digit(_ value: UInt8) -> UInt8 {
            value < 10
                ? UInt8(ascii: "0") + value
                : (isUppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")) + value - 10
        }
        append(digit(byte >> 4))
        append(digit(byte & 15))
    }

    /// Appends sixteen bytes as the text of a UUID, upper-case as stores have it.
    package mutating func append(uuid bytes: UnsafeRawBufferPointer) {
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { append("-") }
            append(hexadecimal: byte, isUppercase: true)
        }
    }
}
