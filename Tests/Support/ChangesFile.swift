extension String {
    /// The text of a file of changes without its sum, as users edit it.
    package var withoutSum: String {
        replacing(/,\n  "sum": "[0-9a-f]{16}"\n\}\n$/, with: "\n}\n")
    }
}
