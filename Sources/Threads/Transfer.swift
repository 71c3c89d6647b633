/// What goes over to another thread: whoever gives it away must not touch it any more, or not
/// before the other is done.
package struct Transfer<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
