extension TextBytes {
    /// Appends the digits of an integer, as in `String(number)`.
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

    /// Appends the last `count` digits of a number that is not negative.
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

    /// Appends the shortest decimal that converts back to the same number, as in `"\(number)"`.
    ///
    /// - Parameter showsFraction: whether a whole number ends in `.0`. Otherwise `5.0` becomes `5`.
    package mutating func append(shortest number: Double, showsFraction: Bool) {
        // A decimal of up to fifteen digits that equals the number is already the shortest one, because no two such
        // decimals are the same double.
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
    /// Smaller numbers are shown with an exponent.
    private static let smallestFraction = 1e-3

    /// Appends a number with at most six decimal places.
    ///
    /// - Returns: false if the number has more.
    private mutating func append(fraction number: Double) -> Bool {
        var scale = 10.0
        for places in 1...6 {
            let scaled = (number * scale).rounded()
            guard scaled.magnitude < Self.largest else { return false }
            // Both operands are exact, and division rounds to the nearest double, which is the double of the
            // decimal.
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

    /// Appends a float as in `"\(number)"`, but with `5` for `5.0`.
    package mutating func append(shortest number: Float) {
        // From 2^24 on, floats have an exponent.
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

    /// Appends sixteen bytes as the text of a UUID, in upper case as in stores.
    package mutating func append(uuid bytes: UnsafeRawBufferPointer) {
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { append("-") }
            append(hexadecimal: byte, isUppercase: true)
        }
    }
}
