import ObjectModel
import TestSupport
import Testing

@testable import Drafting
@testable import Seeding

@Suite("Matching names")
struct NameMatchTests {
    @Test(
        "The same name in another notation is a certain match",
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
        "A possible match is uncertain",
        arguments: [
            ("home", "locationAtHome"), ("added", "addedOn"), ("qty", "quantity"),
            ("desc", "details_description"), ("quantitty", "quantity"), ("descr", "description"),
            ("remark", "note"), ("receipt_no", "number"), ("item_name", "item"),
        ])
    func unsure(column: String, property: String) {
        #expect((NameMatch.lowest..<NameMatch.sure).contains(NameMatch.score(column, property)))
    }

    @Test(
        "Names with nothing in common do not match",
        arguments: [
            ("price", "name"), ("id", "identity"), ("", "name"), ("a", "b"), ("x", "xylophone"),
            ("--", "name"),
        ])
    func none(column: String, property: String) {
        #expect(NameMatch.score(column, property) < NameMatch.lowest)
    }

    @Test(
        "Words with several meanings fit each of them",
        arguments: [
            ("Breite", "width"), ("Breite", "latitude"), ("Länge", "length"), ("Länge", "longitude"),
            ("Längengrad", "longitude"), ("Sobrenome", "lastName"), ("Licença", "license"),
            ("Data de Nascimento", "birthDate"),
            ("Code postal", "zip"), ("Numéro de téléphone", "phone"), ("Categoria", "category"),
            ("Numero", "number"),
            ("Status", "status"), ("Číslo", "number"), ("Kategorija", "category"), ("Naslov", "address"),
            ("Naslov", "title"), ("Lungsod", "city"), ("電話番号", "phone"), ("Szuletesi datum", "birthDate"),
        ])
    func meanings(column: String, property: String) {
        #expect(NameMatch.score(column, property) >= NameMatch.named, "\(NameMatch.score(column, property))")
    }

    /// Regression: `Længde` matched `registration`, `alue` matched `value`, and `region` matched
    /// `registration`.
    @Test("A common column name never matches a property of another meaning by its letters")
    func letters() {
        let properties = """
            name title firstName lastName email phone mobile address street city zip country region state amount price
            total tax vatRate discount currency date createdAt startDate endDate birthDate age gender status type
            category tags note text body content code sku number identifier url image imageName icon color size
            weight width height depth length latitude longitude altitude area population language level rank rating
            score position sortOrder index stock unit brand model product supplier customer author publisher year
            month day time duration distance speed registration license flag active done due dueDate owner username
            role salary company parent source target origin version key value caption latinName species genus family
            material artist album track genre pages edition temperature power energy range engine seats mileage
            """.split(whereSeparator: \.isWhitespace).map { NameMatch.Name(String($0)) }
        for word in HeaderWords.meanings.keys.sorted() {
            let name = NameMatch.Name(word)
            for property in properties where NameMatch.score(name, property) >= NameMatch.lowest {
                let shared = Set(name.plainWords).intersection(property.plainWords)
                #expect(name.hasMeaning(of: property) || !shared.isEmpty, "\(word) \(property.words)")
            }
        }
    }

    /// The fast count of characters rejects no typing error that the slower comparison would find.
    @Test("Names with too many different letters are not typing errors")
    func slips() {
        var generator = SeededGenerator(seed: 28)
        func word() -> String {
            String(
                (0..<Int.random(in: 4...9, using: &generator)).map { _ in
                    "abcé7ß".randomElement(using: &generator)!
                })
        }
        var found = 0
        for _ in 0..<4_000 {
            // One letter inserted, removed or replaced, at most twice: a typing error, or nearly one.
            let first = word()
            var second = first
            for _ in 0..<Int.random(in: 1...2, using: &generator) where !second.isEmpty {
                let place = second.indices.randomElement(using: &generator)!
                if Bool.random(using: &generator) { second.remove(at: place) }
                if Bool.random(using: &generator) { second.insert("c", at: second.startIndex) }
            }
            let (one, other) = (NameMatch.Name(first), NameMatch.Name(second))
            let isSlip = NearestName.of(one.words.joined(), in: [other.words.joined()]) != nil
            if isSlip { found += 1 }
            #expect(!isSlip || one.mayBeSlip(of: other), "\(one) \(other)")
        }
        #expect(found > 100)
        #expect(!NameMatch.Name("quantity").mayBeSlip(of: NameMatch.Name("boxes")))
    }

    @Test(
        "Plurals match singulars, irregular ones, too",
        arguments: [
            ("person", "people"), ("child", "children"), ("status", "statuses"), ("house", "houses"),
            ("course", "courses"), ("category", "categories"), ("movie", "movies"), ("bus", "buses"),
            ("box", "boxes"), ("address", "addresses"), ("species", "species"), ("analysis", "analyses"),
        ])
    func plurals(singular: String, plural: String) {
        #expect(Plurals.singular(plural) == singular)
        #expect(Plurals.singular(singular) == singular)
        #expect(Plurals.plural(singular) == plural)
    }
}
