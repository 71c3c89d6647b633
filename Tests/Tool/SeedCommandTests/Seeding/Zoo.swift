import Foundation
import TestSupport

/// A seed project with a value of every attribute type, a link of every kind of relationship, and
/// entities that inherit over three levels.
final class Zoo {
    let folder: TestFolder
    var path: String { folder.path }

    /// A photo below the threshold for external storage, and one above it.
    static let photos = [Data([0xFF, 0xD8, 0xFF, 0, 1]), Data(repeating: 0x5A, count: 150_000)]

    static let files = [
        "things.csv": #"""
        name,small,medium,big,price,ratio,weight,done,day,moment,code,link,photo,seal,tags,settings,city,lat,lon
        low,-32768,-2147483648,-9223372036854775808,-0.01,-0.1,-1.7976931348623157e308,no,0001-01-01,1999-12-31T23:59:59.999Z,00000000-0000-0000-0000-000000000000,file:///a%20b,a.jpg,00,a,{},Berlin,52.52,13.405
        high,32767,2147483647,9223372036854775807,123456789012345,3.4028235e38,5e-324,yes,9999-12-31,2001-01-01T00:00:00Z,ffffffff-ffff-ffff-ffff-ffffffffffff,https://example.com/?q=%C3%BC#x,b.jpg,0x00FF10,"a|b, c|ü🌱","{""size"":12,""name"":""x"",""on"":true,""list"":[1,2.5]}","São Paulo, SP",-23.5505,-46.6333
        zero,0,0,0,0,0,0,0,2001-01-01,2024-02-29T12:00:00.5+05:45,e621e1f8-c36c-495a-93fc-0c247a3e6e5f,urn:x,,,,,,0,0
        none,,,,,,,,,,,,,,,,,,
        "quoted ""name"", on
        two lines 🌱",1,1,1,1,1,1,1,2024-03-31,2024-03-31T02:30:00,,,,,,,,,

        """#,
        "people.csv": """
        name,boss,spouse,passport,friends,idols,likes,collects,favorite,mascot
        Ann,,Bob,P1,Bob|Cem,,Rex|Tom,low|high,high,Tom
        Bob,Ann,,,Cem,Ann,Rex,,low,Fip
        Cem,Bob,,P2,,Ann|Bob|Cem,,zero,,Fip
        Dee,Dee,Dee,,Dee,,Fip,,high,

        """,
        "animals.csv": """
        kind,name,keeper,lives,tricks,weeks
        cat,Tom,Ann,,,
        cat,Kit,Ann,7,,
        dog,Rex,Bob,,"sit, stay",
        puppy,Fip,Ann,,roll,6

        """,
        "todos.csv": """
        person,text,place
        Ann,second,20
        Ann,first,1.5
        Bob,only,7
        ,orphan,
        Ann,third,30

        """,
        // The rows are in the order of a song's listeners, not in the order of the places.
        "playlists.csv": """
        person,song,place
        Dee,Red,1
        Bob,Red,3
        Ann,Red,9
        Ann,Blue,2
        Bob,Blue,2
        Bob,Green,1

        """,
        "plan.yml": plan,
    ]

    private static let plan = """
        reference: Model.xcdatamodel
        joinTables: guess
        output: out.sqlite
        timeZone: Europe/Berlin
        storage: inline
        sources:
          things: { csv: things.csv }
          people: { csv: people.csv }
          animals: { csv: animals.csv }
          todos: { csv: todos.csv }
          playlists: { csv: playlists.csv }
        entities:
          Thing:
            from: things
            attributes:
              name: name
              small: small
              medium: medium
              big: big
              price: price
              ratio: ratio
              weight: weight
              done: done
              day: { column: day, date: dateOnly, timeZone: UTC }
              moment: moment
              code: code
              link: link
              photo: { column: photo, binary: file, folder: photos }
              seal: { column: seal, binary: hex }
              tags: { column: tags, archive: array, separator: "|" }
              settings: { column: settings, archive: dictionary }
              address.city: city
              address.geo.latitude: lat
              address.geo.longitude: lon
          Person:
            from: people
            attributes: { name: name }
            relationships:
              boss: { find: Person.name, column: boss, missing: error }
              spouse: { find: Person.name, column: spouse, missing: error }
              passport: { find: Passport.number, column: passport }
              friends: { find: Person.name, column: friends, missing: error }
              idols: { find: Person.name, column: idols, missing: error }
              likes: { find: Animal.name, column: likes, missing: error }
              collects: { find: Thing.name, column: collects, missing: error }
              favorite: { find: Thing.name, column: favorite, missing: error }
              mascot: { find: Animal.name, column: mascot, missing: error }
          Animal:
            from: animals
            discriminator: { column: kind, entities: { cat: Cat, dog: Dog, puppy: Puppy } }
            attributes: { name: name, lives: lives, tricks: tricks, weeks: weeks }
            relationships: { keeper: { find: Person.name, column: keeper, missing: error } }
          Todo:
            from: todos
            attributes: { text: text }
            relationships: { person: { find: Person.name, column: person, order: place, missing: error } }
        links:
          - from: playlists
            relationship: Person.playlist
            source: { find: Person.name, column: person }
            target: { find: Song.title, column: song, missing: create }
            order: place

        """

    /// Writes the project into a new folder.
    ///
    /// - Parameter storage: the storage of large values, `inline` or `external`.
    init(storage: String) throws {
        folder = try TestFolder()
        try folder.writeModel(Self.model)
        for (name, text) in Self.files { try folder.write(text, as: name) }
        for (photo, name) in zip(Self.photos, ["a.jpg", "b.jpg"]) {
            try folder.write(photo, as: "photos/" + name)
        }
        try folder.write(
            Self.plan.replacing("storage: inline", with: "storage: " + storage), as: "plan.yml")
    }
}
