import Testing

@testable import Drafting
@testable import Seeding

@Suite("Matching names")
struct NameMatchTests {
    @Test(
        "The same name in another dress is a sure match",
        arguments: [
            ("name", "name"), ("Name", "name"), ("locationAtHome", "locationAtHome"),
            ("Location at home", "locationAtHome"), ("LOCATION_AT_HOME", "locationAtHome"),
            ("location-at-home", "locationAtHome"), ("locationathome", "locationAtHome"),
            ("Tags", "tag"), ("categories", "category"), ("item", "items"),
        ])
    func sure(column: String, property: String) {
        #expect(NameMatch.score(column, property) >= NameMatch.sure)
    }

    @Test(
        "What somebody may have meant is an unsure one",
        arguments: [
            ("home", "locationAtHome"), ("added", "addedOn"), ("qty", "quantity"),
            ("desc", "details_description"), ("quantitty", "quantity"), ("descr", "description"),
            ("remark", "note"), ("receipt_no", "number"), ("item_name", "item"),
        ])
    func unsure(column: String, property: String) {
        #expect((NameMatch.lowest..<NameMatch.sure).contains(NameMatch.score(column, property)))
    }

    @Test(
        "Names with nothing in common are none",
        arguments: [
            ("price", "name"), ("id", "identity"), ("", "name"), ("a", "b"), ("x", "xylophone"),
            ("--", "name"),
        ])
    func none(column: String, property: String) {
        #expect(NameMatch.score(column, property) < NameMatch.lowest)
    }
}
