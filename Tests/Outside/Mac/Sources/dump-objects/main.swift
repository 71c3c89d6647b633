import Foundation
import ObjectLayer
import StoreDump

// dump-objects [--swiftdata] STORE: prints the objects as zseed's object layer reads them. With `--swiftdata`,
// enumerations with raw values are composites of one element, and arrays are JSON in an archive.

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

/// Returns whether the attribute is an enumeration with raw values.
func isEnumeration(_ attribute: AttributeDescription) -> Bool {
    attribute.elements.map(\.name) == [attribute.name]
}

/// Returns the value of a transformable attribute. For an array of SwiftData, this is the number of elements in its
/// JSON.
func transformed(_ value: PropertyValue?) -> String {
    guard isSwiftData, case .data(let bytes) = value,
        let elements = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [Any]
    else { return text(value) }
    return "array of \(elements.count)"
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isSwiftData = arguments.first == "--swiftdata"
if isSwiftData { arguments.removeFirst() }
guard arguments.count == 1 else {
    FileHandle.standardError.write(Data("usage: dump-objects [--swiftdata] STORE\n".utf8))
    exit(2)
}
let coordinator = try PersistentStoreCoordinator(path: arguments[0])
let context = try ManagedObjectContext(coordinator)
var dump = StoreDump()
for entity in coordinator.managedObjectModel.entities where !entity.isAbstract {
    var request = FetchRequest(entityName: entity.name)
    request.includesSubentities = false
    for object in try context.fetch(request) {
        var values: [String: String] = [:]
        for attribute in entity.attributes where !attribute.isTransient {
            let name = attribute.name
            if isSwiftData, isEnumeration(attribute) {
                values[name] = text(try object.attributeValue(forKey: "\(name).\(name)"))
            } else if attribute.type == .transformable {
                values[name] = transformed(try object.transformedValue(forKey: name))
            } else if attribute.elements.isEmpty {
                values[name] = text(try object.attributeValue(forKey: name))
            }
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
