/// A value that is passed to another thread. The sender must not use it until the other thread is done with it.
package struct Transfer<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
