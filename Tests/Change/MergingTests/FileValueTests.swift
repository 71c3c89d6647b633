import Testing

@testable import MergeRules

@Suite("Values in files of changes")
struct FileValueTests {
    private static let values: [(value: SeedMerge.FileValue, type: String, fits: Bool)] = [
        (.decimal("-12.5"), "decimal", true), (.decimal("1E+20"), "decimal", true),
        (.decimal("nan"), "decimal", false), (.decimal("inf"), "decimal", false),
        (.decimal("0x10"), "decimal", false), (.decimal(""), "decimal", false),
        (.date(725_760_000), "date", true), (.date(.nan), "date", false), (.date(.infinity), "date", false),
        (.double(.infinity), "double", true), (.double(.nan), "double", false),
        (.integer(32_768), "integer16", false), (.boolean(true), "integer16", false),
    ]

    @Test("A value fits an attribute if the store can keep it", arguments: values)
    func types(value: SeedMerge.FileValue, type: String, fits: Bool) {
        #expect(value.isValue(of: type) == fits)
    }
}
