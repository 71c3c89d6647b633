import ObjectLayer
import ObjectModel
import TestSupport

/// Random edits by users and editors.
struct RandomEdits {
    /// The name of the editor, which is part of the marks of new objects.
    let name: String
    /// Whether objects are matched by their marks, so that an editor may rename a tag.
    let isKeyed: Bool
    var generator: SeededGenerator
    private var count = 0
    /// The names of tags that cannot be used before the next save.
    private var names: Set<String> = []

    init(_ name: String, seed: UInt64, isKeyed: Bool = false) {
        self.name = name
        self.isKeyed = isKeyed
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
            if entity == "SpecialItem" { try setExtra(of: object) }
            if number(2) == 0 { try object.setObject(try self.object("Folder", context), forKey: "folder") }
            if number(3) == 0 { try object.setObject(try self.object("Item", context), forKey: "parent") }
            if number(2) == 0, let tag = try self.object("Tag", context) {
                try object.relatedObjects(forKey: "tags").add(tag)
            }
        }
    }

    private mutating func setExtra(of item: ManagedObject) throws {
        try item.setValue(
            number(3) == 0 ? nil : PropertyValue.decimal("\(number(9)).5"), forKey: "extra")
    }

    /// Sets a name that no other tag has, or had before the last save. Outside the old edition, the name is one that
    /// the old edition never had.
    private mutating func setName(of tag: ManagedObject, _ context: ManagedObjectContext) throws {
        let others = try context.fetch(FetchRequest(entityName: "Tag")).filter { $0 !== tag }
        let taken = Set(try others.compactMap { try $0.value(forKey: "name", as: String.self) })
        names.formUnion(taken)
        var wanted = ""
        repeat {
            wanted = name == "b" || name == "v" || name == "w" ? "\(name) \(number(60))" : "tag \(number(30))"
        } while names.contains(wanted)
        names.insert(wanted)
        try tag.setValue(wanted, forKey: "name")
    }

    /// Makes some edits. Half of them are saved first, so that names that were given up can be used.
    mutating func make(_ edits: Int, in context: ManagedObjectContext) throws {
        for edit in 0..<edits {
            if edit == edits / 2 {
                try context.save(validates: false)
                names = []
            }
            try make(in: context)
        }
    }

    /// Adds objects that depend only on the seed, not on the store's contents.
    mutating func add(_ objects: Int, seed: UInt64, to context: ManagedObjectContext) throws {
        for number in 1...objects {
            generator = SeededGenerator(seed: seed &+ UInt64(number))
            count = number - 1
            try insert(context)
        }
    }

    private mutating func make(in context: ManagedObjectContext) throws {
        switch number(17) {
        case 0...3: try insert(context)
        case 4:
            let entity = ["Entry", "Folder", "Item", "Item", "Label", "Tag"][number(6)]
            if let victim = try object(entity, context) { try context.delete(victim) }
        case 5, 6:
            try object("Item", context)?.setValue(
                number(8) == 0 ? nil : PropertyValue.string("item \(number(6))"), forKey: "name")
        case 7: try object("Item", context)?.setValue(Int64(number(5)), forKey: "quantity")
        case 8:
            guard let tag = try object("Tag", context) else { return }
            // Without keys, a tag of the seed with another name is another tag.
            if ["u", "v", "w"].contains(name) || isKeyed, name != "b", number(2) == 0 {
                try setName(of: tag, context)
            } else {
                try tag.setValue(
                    number(6) == 0 ? nil : PropertyValue.string("color \(number(3))"), forKey: "color")
            }
        case 9:
            try object("Item", context)?.setObject(
                number(4) == 0 ? nil : try object("Folder", context), forKey: "folder")
        case 10:
            if let item = try object("Item", context), let parent = try object("Item", context),
                item !== parent
            {
                try item.setObject(number(4) == 0 ? nil : parent, forKey: "parent")
            }
        case 11: try object("Label", context)?.setObject(try object("Item", context), forKey: "item")
        case 12, 13: try toggleMember(context)
        case 14: try reorder(context)
        case 15:
            guard let entry = try object("Entry", context) else { return }
            if number(2) == 0 {
                try entry.setValue(Double(number(9)) / 2, forKey: "amount")
            } else {
                try entry.setObject(try object("Item", context), forKey: "item")
            }
        default:
            if number(2) == 0, let item = try object("SpecialItem", context) { return try setExtra(of: item) }
            try object("Item", context)?.setValue(
                number(3) == 0 ? nil : PropertyValue.data([UInt8(number(4))]), forKey: "picture")
        }
    }

    private mutating func toggleMember(_ context: ManagedObjectContext) throws {
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
            // Without an inverse, the member must be removed from other owners explicitly.
            if relation == "labels" {
                for folder in try context.fetch(FetchRequest(entityName: "Folder")) {
                    try folder.relatedObjects(forKey: relation).remove(member)
                }
            }
            try related.add(member)
        }
    }

    private mutating func reorder(_ context: ManagedObjectContext) throws {
        guard let folder = try object("Folder", context) else { return }
        let key = number(2) == 0 ? "items" : "pinned"
        var members = try folder.objects(forKey: key)
        guard members.count > 1 else { return }
        members.insert(members.remove(at: number(members.count)), at: number(members.count))
        try folder.setObjects(members, forKey: key)
    }
}
