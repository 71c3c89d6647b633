import ArgumentParser
import ObjectModel
import StoreFormat

/// `zseed compare`: says what differs between two models, stores' models included.
struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say what differs between two models or stores.",
        discussion: """
            First whether a store of one opens with the other, by their version hashes; then each \
            difference on a line. Exits with 1 where a store would not open.
            """)

    @Argument(help: "A store or a model file.")
    var left: String

    @Argument(help: "A store or a model file.")
    var right: String

    func run() throws {
        try Failures.reported(about: left) {
            let sides = [try ModelSubject.open(left), try ModelSubject.open(right)]
            for (side, path) in zip(sides, [left, right]) where side.model.isInferred {
                throw StoreError(.noModel, path: path)
            }
            let comparison = ModelComparison(try Self.file(sides[0], left), try Self.file(sides[1], right))
            let names = Self.names(sides, left, right)
            let text = ModelDifferenceText(left: names.left, right: names.right)
            Terminal.print(text.describe(comparison.verdict))
            for difference in comparison.differences { Terminal.print(text.describe(difference)) }
            guard comparison.verdict.willOpen else { throw ExitStatus.data.code }
        }
    }

    /// A store and a model are called so; two of a kind by their paths.
    private static func names(
        _ sides: [ModelSubject], _ left: String, _ right: String
    ) -> (left: String, right: String) {
        let kinds = sides.map { side in
            if case .store = side { "the store" } else { "the model" }
        }
        return kinds[0] == kinds[1] ? (left, right) : (kinds[0], kinds[1])
    }

    private static func file(_ subject: ModelSubject, _ path: String) throws -> ModelFile {
        switch subject {
        case .model(let file): file
        case .store(let reference): try ModelFile.read(store: reference.connection, path: path)
        }
    }
}
