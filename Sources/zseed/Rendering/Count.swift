/// Numbers of things in words.
enum Count {
    /// `1 check`, `2 checks`.
    static func text(_ number: some BinaryInteger, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
