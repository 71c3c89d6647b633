/// Formats numbers of things.
package enum Count {
    /// Returns a text such as `1 check` or `2 checks`.
    package static func text(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
