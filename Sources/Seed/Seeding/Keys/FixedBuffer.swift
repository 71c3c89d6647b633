/// A fixed number of values that are changed in place. It is reused for every row without copies and uniqueness
/// checks.
final class FixedBuffer<Element> {
    private let elements: UnsafeMutableBufferPointer<Element>

    /// Creates a buffer of equal values.
    init(repeating element: Element, count: Int) {
        elements = .allocate(capacity: count)
        elements.initialize(repeating: element)
    }

    /// Creates a buffer of some values.
    init(_ values: [Element]) {
        elements = .allocate(capacity: values.count)
        _ = elements.initialize(from: values)
    }

    deinit {
        elements.deinitialize()
        elements.deallocate()
    }

    @inline(__always)
    var count: Int { elements.count }

    @inline(__always)
    var indices: Range<Int> { 0..<elements.count }

    /// The value at an index, which must be one of ``indices``.
    @inline(__always)
    subscript(index: Int) -> Element {
        get { elements[index] }
        set { elements[index] = newValue }
    }

    var values: [Element] { Array(elements) }
}
