import ObjectModel
import TestSupport
import Testing

private typealias Predicate = ObjectModel.Predicate

@Suite("Predicates on a small stack")
struct PredicateStackTests {
    /// The stack size of secondary threads on macOS. Unoptimized code needs more.
    static let stackSize = _isDebugAssertConfiguration() ? 2 << 20 : 512 << 10

    @Test(
        "The deepest predicate allowed can be read, printed, compared and hashed",
        arguments: [
            String(repeating: "NOT (", count: 48) + "a == 1" + String(repeating: ")", count: 48),
            "a" + String(repeating: " + a", count: 95) + " == 1",
            String(repeating: "(", count: 95) + "a" + String(repeating: ")", count: 95) + " == 1",
            String(repeating: "f:(", count: 95) + "a" + String(repeating: ")", count: 95)
                + " == 1",
        ])
    func deepest(format: String) async {
        let isSame = await onThread(stackSize: Self.stackSize) {
            guard let predicate = try? Predicate(format: format) else { return false }
            let again = try? Predicate(format: predicate.format)
            return again == predicate && again?.hashValue == predicate.hashValue
        }
        #expect(isSame)
    }
}
