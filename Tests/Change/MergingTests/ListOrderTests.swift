import Merging
import Testing

@Suite("The order of merged lists")
struct ListOrderTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// The edition's steps: new objects, and the new list. The old edition's list is `a b c`.
        let new: String
        let user: String
        /// The merged list. `preferringSeed` replaces it if the seed is preferred.
        let merged: String
        var preferringSeed: String?
        var reported: [String] = []
    }

    /// The cases; `L` is replaced by the list.
    static let cases = [
        Case(testDescription: "nobody", new: "", user: "", merged: "a b c"),
        Case(testDescription: "the new edition", new: "L = c b a", user: "", merged: "c b a"),
        Case(testDescription: "the user", new: "", user: "L = c a b", merged: "c a b"),
        Case(
            testDescription: "the user, in a list that the new edition adds to",
            new: "Item d; L = a d b c", user: "L = c a b", merged: "c a d b"),
        Case(
            testDescription: "the user, in a list that the new edition adds to at the beginning and the end",
            new: "Item d; Item e; L = d a b c e", user: "L = c b a", merged: "d c e b a"),
        Case(
            testDescription: "the user, in a list that the new edition takes from",
            new: "L = a c", user: "L = c b a", merged: "c a"),
        Case(
            testDescription: "the user, who took one out",
            new: "Item d; L = a b d c", user: "L = c a", merged: "c a d"),
        Case(
            testDescription: "the new edition, in a list that the user adds to",
            new: "L = c b a", user: "Item u; L = a u b c", merged: "c b a u"),
        Case(
            testDescription: "the new edition, in a list that the user takes from",
            new: "L = c b a", user: "L = a c", merged: "c a"),
        Case(
            testDescription: "both", new: "L = b a c", user: "L = c a b", merged: "c a b",
            preferringSeed: "b a c", reported: ["bothReordered f"]),
        Case(
            testDescription: "both, who changed it alike", new: "L = c a b", user: "L = c a b",
            merged: "c a b"),
        Case(
            testDescription: "both, who changed it alike and add",
            new: "Item d; L = c d a b", user: "Item u; L = c a u b", merged: "c d a u b"),
        Case(
            testDescription: "both, and both add",
            new: "Item d; L = b d a c", user: "Item u; L = c u a b", merged: "c u a b d",
            preferringSeed: "b d a c u", reported: ["bothReordered f"]),
    ]

    @Test(
        "The order is the new edition's unless the user changed it, and the preferred one if both did",
        arguments: cases, ["items", "pinned"])
    func order(example: Case, list: String) throws {
        let worlds = try MergeWorlds()
        for preference in MergeChoice.Preference.allCases {
            let (world, reported) = try worlds.merged(
                base: "Folder f; Item a; Item b; Item c; f.\(list) = a b c",
                new: example.new.replacing("L", with: "f.\(list)"),
                user: example.user.replacing("L", with: "f.\(list)"), MergeChoice(preference: preference))
            let expected = preference == .seed ? example.preferringSeed : nil
            #expect(world.marks("f.\(list)") == expected ?? example.merged, "\(preference)")
            #expect(reported == example.reported.map { "\($0) \(list)" }, "\(preference)")
        }
    }
}
