/// A fixed number of values that are changed in place, for what is used again for every row: it
/// costs neither checks for uniqueness nor copies.
final class FixedBuffer<Element> {
    private let elements: UnsafeMutableBufferPointer<Element>

    /// Makes a buffer of equal values.
    init(repeating element: Element, count: Int) {
        elements = .allocate(capacity: count)
        elements.initialize(repeating: element)
    }

    /// Makes a buffer of some values.
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

    /// A value; the index must be one of ``indices``.
    @inline(__always)
    subscript(index: Int) -> Element {
        get { elements[index] }
        set { elements[index] = newValue }
    }

    /// All values.
    var values: [Element] { Array(elements) }
}
