/// What the command line says besides a plan.
package struct PlanOverrides: Equatable, Sendable {
    /// A name and the text that goes with it.
    package struct Pair: Equatable, Sendable {
        package var name: String
        package var text: String

        /// Creates a pair.
        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// What `${NAME}` stands for in the plan.
    package var variables: [Pair] = []
    /// Keys of the store's metadata, in addition to the plan's and in their place. A text is what
    /// YAML takes it for: a number, a truth value, or a text, which quotes make of anything.
    package var metadata: [Pair] = []
    /// Paths of sources, in place of the plan's; relative ones begin at the current folder.
    package var sources: [Pair] = []

    /// Whether sources may run programs.
    package var allowsCommands = false

    /// Nothing.
    package init() {}
}
