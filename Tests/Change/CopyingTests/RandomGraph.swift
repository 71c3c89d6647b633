import ObjectLayer
import ObjectModel
import StoreFormat
import TestSupport

/// Stores with random objects, and relationships of every kind between them.
struct RandomGraph {
    static let model = """
        <entity name="Album"><attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="photos" optional="YES" toMany="YES" ordered="YES" destinationEntity="Photo"
            inverseName="album" inverseEntity="Photo" deletionRule="Cascade"/>
        <relationship name="cover" optional="YES" maxCount="1" destinationEntity="Photo"
            inverseName="coverOf" inverseEntity="Photo"/></entity>
        <entity name="Photo"><attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="bytes" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
        <relationship name="album" optional="YES" maxCount="1" destinationEntity="Album"
            inverseName="photos" inverseEntity="Album"/>
        <relationship name="coverOf" optional="YES" maxCount="1" destinationEntity="Album"
            inverseName="cover" inverseEntity="Album"/>
        <relationship name="place" optional="YES" maxCount="1" destinationEntity="Place"
            inverseName="photos" inverseEntity="Place"/>
        <relationship name="tags" optional="YES" toMany="YES" ordered="YES" destinationEntity="Tag"
            inverseName="photos" inverseEntity="Tag"/></entity>
        <entity name="Place" isAbstract="YES"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="photos" optional="YES" toMany="YES" destinationEntity="Photo"
            inverseName="place" inverseEntity="Photo"/>
        <relationship name="near" optional="YES" toMany="YES" destinationEntity="Place"
            inverseName="near" inverseEntity="Place"/></entity>
        <entity name="City" parentEntity="Place"><attribute name="size" optional="YES"
            attributeType="Integer 32"/></entity>
        <entity name="Park" parentEntity="Place"><relationship name="city" optional="YES" maxCount="1"
            destinationEntity="City"/></entity>
        <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="children" optional="YES" toMany="YES" destinationEntity="Tag"
            inverseName="parent" inverseEntity="Tag"/>
        <relationship name="parent" optional="YES" maxCount="1" destinationEntity="Tag"
            inverseName="children" inverseEntity="Tag"/>
        <relationship name="photos" optional="YES" toMany="YES" destinationEntity="Photo"
            inverseName="tags" inverseEntity="Photo"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        </uniquenessConstraints></entity>
        """

    var random: SeededGenerator

    init(seed: Int) { random = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed) &+ 7) }

    /// Creates an empty store.
    static func create(at path: String, in folder: TestFolder) throws {
        let model = try ModelFile.read(path: folder.writeModel(model)).model
        try StoreCreator(model: model).create(at: path)
    }

    /// Fills a store.
    ///
    /// - Parameter mark: the beginning of names that are not unique.
    mutating func fill(_ path: String, count: Int, mark: String) throws {
        let coordinator = try PersistentStoreCoordinator(path: path, access: .readWrite)
        let context = try ManagedObjectContext(coordinator)
        var all: [String: [ManagedObject]] = [:]
        for number in 0..<count {
            for (entity, name) in [
                ("Album", "title"), ("Photo", "title"), ("City", "name"), ("Park", "name"), ("Tag", "name"),
            ] where Int.random(in: 0..<4, using: &random) > 0 {
                let object = try context.insertNewObject(forEntityName: entity)
                let prefix = entity == "Tag" ? "Tag" : mark
                // Some objects have no name. The names of tags also occur in other stores.
                if Int.random(in: 0..<10, using: &random) > 0 {
                    try object.setValue("\(prefix) \(entity) \(number)", forKey: name)
                }
                if entity == "Photo", Bool.random(using: &random) {
                    try object.setAttributeValue(
                        .data((0..<5).map { _ in UInt8.random(in: 0...255, using: &random) }), forKey: "bytes"
                    )
                }
                all[entity, default: []].append(object)
            }
        }
        all["Place"] = (all["City"] ?? []) + (all["Park"] ?? [])
        func some(_ entity: String) -> [ManagedObject] {
            (all[entity] ?? []).shuffled(using: &random)
                .prefix(Int.random(in: 0..<4, using: &random)).map { $0 }
        }
        func one(_ entity: String) -> ManagedObject? {
            Bool.random(using: &random) ? all[entity]?.randomElement(using: &random) : nil
        }
        for album in all["Album"] ?? [] {
            try album.setObjects(some("Photo"), forKey: "photos")
            try album.setObject(one("Photo"), forKey: "cover")
        }
        for photo in all["Photo"] ?? [] {
            try photo.setObject(one("Place"), forKey: "place")
            try photo.setObjects(some("Tag"), forKey: "tags")
        }
        for place in all["Place"] ?? [] { try place.setObjects(some("Place"), forKey: "near") }
        for park in all["Park"] ?? [] { try park.setObject(one("City"), forKey: "city") }
        let tags = all["Tag"] ?? []
        for (index, tag) in tags.enumerated() where index > 0 && Bool.random(using: &random) {
            try tag.setObject(tags[Int.random(in: 0..<index, using: &random)], forKey: "parent")
        }
        try context.save()
    }
}
