import ObjectLayer
import ObjectModel
import TestSupport

/// Edits as users and editors make them, by chance.
struct RandomEdits {
    /// Who edits: part of the marks of what is new.
    let name: String
    var generator: SeededGenerator
    private var count = 0

    init(_ name: String, seed: UInt64) {
        self.name = name
        generator = SeededGenerator(seed: seed)
    }

    private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private mutating func object(_ entity: String, _ context: ManagedObjectContext) throws -> ManagedObject? {
        var request = FetchRequest(entityName: entity)
        request.sortDescriptors = [SortDescriptor(key: "mark")]
        let all = try context.fetch(request)
        return all.isEmpty ? nil : all[number(all.count)]
    }

    private mutating func insert(_ context: ManagedObjectContext) throws {
        let entity = ["Entry", "Folder", "Item", "Item", "Item", "Label", "SpecialItem", "Tag"][number(8)]
        let item = entity == "Entry" ? try object("Item", context) : nil
        if entity == "Entry", item == nil { return }
        let object = try context.insertNewObject(forEntityName: entity)
        count += 1
        try object.setValue("\(name)\(count)", forKey: "mark")
        switch entity {
        case "Entry":
            try object.setValue(Double(number(9)) / 2, forKey: "amount")
            try object.setObject(item, forKey: "item")
        case "Folder": try object.setValue("folder \(number(5))", forKey: "title")
        case "Label": try object.setObject(try self.object("Item", context), forKey: "item")
        case "Tag": try setName(of: object, context)
        default:
            try object.setValue("item \(number(6))", forKey: "name")
            try object.setValue(Int64(number(5)), forKey: "quantity")
            if number(2) == 0 { try object.setObject(try self.object("Folder", context), forKey: "folder") }
            if number(3) == 0 { try object.setObject(try self.object("Item", context), forKey: "parent") }
            if number(2) == 0, let tag = try self.object("Tag", context) {
                try object.relatedObjects(forKey: "tags").add(tag)
            }
        }
    }

    /// A name that no other tag has: of those that the old edition never had, where it is not that one.
    private mutating func setName(of tag: ManagedObject, _ context: ManagedObjectContext) throws {
        let others = try context.fetch(FetchRequest(entityName: "Tag")).filter { $0 !== tag }
        let taken = Set(try others.compactMap { try $0.value(forKey: "name", as: String.self) })
        var wanted = ""
        repeat {
            wanted = name == "b" ? "old \(number(40))" : "tag \(number(12))"
        } while taken.contains(wanted)
        try tag.setValue(wanted, forKey: "name")
    }

    /// Makes some edits.
    mutating func make(_ edits: Int, in context: ManagedObjectContext) throws {
        for _ in 0..<edits { try make(in: context) }
    }

    private mutating func make(in context: ManagedObjectContext) throws {
        switch number(16) {
        case 0...3: try insert(context)
        case 4:
            let entity = ["Entry", "Folder", "Item", "Item", "Label", "Tag"][number(6)]
            if let victim = try object(entity, context) { try context.delete(victim) }
        case 5, 6: try object("Item", context)?.setValue("item \(number(6))", forKey: "name")
        case 7: try object("Item", context)?.setValue(Int64(number(5)), forKey: "quantity")
        case 8:
            if let tag = try object("Tag", context) {
                // A seed's tag with another name is another tag.
                if name == "u", number(2) == 0 {
                    try setName(of: tag, context)
                } else {
                    try tag.setValue("color \(number(3))", forKey: "color")
                }
            }
        case 9:
            try object("Item", context)?.setObject(
                number(4) == 0 ? nil : try object("Folder", context), forKey: "folder")
        case 10:
            if let item = try object("Item", context), let parent = try object("Item", context),
                item !== parent
            {
                try item.setObject(parent, forKey: "parent")
            }
        case 11: try object("Label", context)?.setObject(try object("Item", context), forKey: "item")
        case 12, 13:
            let (owner, relation, other) = [
                ("Item", "tags", "Tag"), ("Item", "related", "Item"), ("Folder", "pinned", "Item"),
                ("Folder", "labels", "Label"),
            ][number(4)]
            guard let owner = try object(owner, context), let member = try object(other, context),
                owner !== member
            else { return }
            let related = try owner.relatedObjects(forKey: relation)
            if try related.contains(member) {
                try related.remove(member)
            } else {
                // Without an inverse nothing takes it from another owner.
                if relation == "labels" {
                    for folder in try context.fetch(FetchRequest(entityName: "Folder")) {
                        try folder.relatedObjects(forKey: relation).remove(member)
                    }
                }
                try related.add(member)
            }
        case 14:
            guard let folder = try object("Folder", context) else { return }
            let key = number(2) == 0 ? "items" : "pinned"
            var members = try folder.objects(forKey: key)
            guard members.count > 1 else { return }
            members.insert(members.remove(at: number(members.count)), at: number(members.count))
            try folder.setObjects(members, forKey: key)
        default:
            try object("Item", context)?.setValue(
                number(3) == 0 ? nil : PropertyValue.data([UInt8(number(4))]), forKey: "picture")
        }
    }
}
