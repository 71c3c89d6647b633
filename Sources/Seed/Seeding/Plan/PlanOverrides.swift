/// The options on the command line that change a plan.
package struct PlanOverrides: Equatable, Sendable {
    /// A name and its text.
    package struct Pair: Equatable, Sendable {
        package var name: String
        package var text: String

        /// Creates a pair.
        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The values of `${NAME}` in the plan.
    package var variables: [Pair] = []
    /// Keys of the store's metadata, which are added to the plan's or replace them. A text is read as YAML: a number,
    /// a truth value or a text. Anything in quotes is a text.
    package var metadata: [Pair] = []
    /// Paths of sources, which replace the plan's. Relative paths start at the current folder.
    package var sources: [Pair] = []

    /// Whether sources may run programs.
    package var allowsCommands = false

    /// Creates options without a change.
    package init() {}
}
