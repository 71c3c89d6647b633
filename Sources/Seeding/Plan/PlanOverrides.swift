/// What the command line says besides a plan.
public struct PlanOverrides: Equatable, Sendable {
    /// A name and the text that goes with it.
    public struct Pair: Equatable, Sendable {
        public var name: String
        public var text: String

        /// Creates a pair.
        public init(name: String, text: String) {
            self.name = name
            self.text = text
        }
    }

    /// What `${NAME}` stands for in the plan.
    public var variables: [Pair] = []
    /// Keys of the store's metadata, in addition to the plan's and in their place. A text is what
    /// YAML takes it for: a number, a truth value, or a text, which quotes make of anything.
    public var metadata: [Pair] = []
    /// Paths of sources, in place of the plan's; relative ones begin at the current folder.
    public var sources: [Pair] = []

    /// Nothing.
    public init() {}
}
