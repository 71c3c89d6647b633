import Foundation
import ObjectLayer
import StoreDump

// dump-objects STORE: the objects as zseed's object layer reads them.

func text(_ value: PropertyValue?) -> String {
    switch value {
    case nil, .null: StoreDump.nothing
    case .bool(let flag): StoreDump.text(Int64(flag ? 1 : 0))
    case .integer(let number): StoreDump.text(number)
    case .double(let number), .date(let number): StoreDump.text(number)
    case .decimal(let text), .uri(let text), .string(let text): StoreDump.text(text)
    case .data(let bytes), .uuid(let bytes): StoreDump.text(bytes)
    case .array(let elements): "array of \(elements.count)"
    case .dictionary: "dictionary"
    case .object(let name): "object of \(name)"
    }
}

guard CommandLine.arguments.count == 2 else {
    FileHandle.standardError.write(Data("usage: dump-objects STORE\n".utf8))
    exit(2)
}
let coordinator = try PersistentStoreCoordinator(path: CommandLine.arguments[1])
let context = try ManagedObjectContext(coordinator)
var dump = StoreDump()
for entity in coordinator.managedObjectModel.entities where !entity.isAbstract {
    var request = FetchRequest(entityName: entity.name)
    request.includesSubentities = false
    for object in try context.fetch(request) {
        var values: [String: String] = [:]
        for attribute in entity.attributes where !attribute.isTransient && attribute.elements.isEmpty {
            values[attribute.name] = text(
                attribute.type == .transformable
                    ? try object.transformedValue(forKey: attribute.name)
                    : try object.attributeValue(forKey: attribute.name))
        }
        for relationship in entity.relationships where !relationship.isTransient {
            let members =
                relationship.isToMany
                ? try object.objects(forKey: relationship.name)
                : try object.object(forKey: relationship.name).map { [$0] } ?? []
            let names = members.map { StoreDump.name($0.entity.name, $0.objectID.primaryKey ?? 0) }
            values[relationship.name] =
                relationship.isToMany
                ? StoreDump.text(names, isOrdered: relationship.isOrdered)
                : names.first ?? StoreDump.nothing
        }
        dump.add(entity: entity.name, primaryKey: object.objectID.primaryKey ?? 0, values: values)
    }
}
FileHandle.standardOutput.write(Data(dump.text.utf8))
