import Testing

@testable import ObjectModel

/// The order of Foundation's dictionaries. It was found in the archives of real stores: the properties of all 60
/// entities of a Photos library have it, except where two names share a bucket
/// (docs/internals/format.md#dictionary-order).
@Suite("The order of dictionaries")
struct DictionaryOrderTests {
    @Test(
        "Names have the order of real archives",
        arguments: [
            // To-many relationships of entities in Photos libraries, with the number of properties. One relationship
            // is left out, because its bucket was taken.
            (74, ["personReferences", "sceneClassifications", "keywords"]),
            (86, ["keywords", "sceneClassifications", "personReferences"]),
            (
                35,
                [
                    "mergeSourcePersons", "personReferences", "clusterRejectedFaces",
                    "rejectedFacesNeedingFaceCrops", "userFeedbacks",
                    "mergeCandidates", "detectedFaces", "faceCrops", "invalidMergeCandidates",
                    "mergeCandidatesWithConfidence",
                ]
            ),
            (
                61,
                [
                    "childPhotosHighlights", "summaryAssets", "assets", "dayGroupSummaryAssets",
                    "moments", "extendedAssets", "dayGroupExtendedAssets", "dayGroupAssets",
                    "childDayGroupPhotosHighlights",
                ]
            ),
        ])
    func archives(count: Int, names: [String]) {
        #expect(DictionaryOrder(count: count).sorted(names.sorted()) == names)
    }

    @Test("Dictionaries of all sizes sort all texts, long and empty ones, too")
    func sizes() {
        let names = (0..<40).map { String(repeating: "é", count: $0 * 5) + "\($0)" }
        for count in [0, 1, 3, 4, 6, 7, 11, 12, 118, 119, 1_000_000] {
            let sorted = DictionaryOrder(count: count).sorted(names)
            #expect(Set(sorted) == Set(names))
            #expect(DictionaryOrder(count: count).sorted(names) == sorted)
        }
        #expect(DictionaryOrder(count: 3).sorted(["", "a"]).count == 2)
    }
}
