extension PropertyValue {
    /// The value in the form that belongs to an attribute type, so that `0`, `0.0` and `NO` of
    /// different files become one; unchanged where it has no such form.
    ///
    /// An XML model says `defaultValueString="0"` whatever the type, and archives hold booleans as
    /// integers and floats as integers where they are whole.
    package func converted(to type: AttributeType) -> PropertyValue {
        switch (type, self) {
        case (.boolean, .integer(let number)) where number == 0 || number == 1:
            .bool(number == 1)
        case (.boolean, .double(let number)) where number == 0 || number == 1:
            .bool(number == 1)
        case (.integer16, .bool(let flag)), (.integer32, .bool(let flag)),
            (.integer64, .bool(let flag)):
            .integer(flag ? 1 : 0)
        case (.integer16, .double(let number)), (.integer32, .double(let number)),
            (.integer64, .double(let number)):
            Int64(exactly: number).map { .integer($0) } ?? self
        case (.double, .integer(let number)): .double(Double(number))
        case (.double, .bool(let flag)): .double(flag ? 1 : 0)
        // A 32-bit number read from text and one read from an archive are the same after rounding.
        case (.float, .integer(let number)): .double(Double(Float(number)))
        case (.float, .double(let number)): .double(Double(Float(number)))
        case (.float, .bool(let flag)): .double(flag ? 1 : 0)
        case (.decimal, .integer(let number)): .decimal(String(number))
        case (.decimal, .bool(let flag)): .decimal(flag ? "1" : "0")
        case (.decimal, .double(let number)):
            Int64(exactly: number).map { .decimal(String($0)) } ?? self
        case (.uri, .string(let text)): .uri(text)
        default: self
        }
    }
}
