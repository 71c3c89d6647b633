import Foundation
import SwiftData

// The program that is compiled together with the source of some models, on a Mac, because macros require that.
// StoreDump.swift, and `Asked`, which swiftdata.py writes, are parts of it.

/// A class of models whose objects can be written as text and changed.
protocol Dumped: PersistentModel {
    var dumpedValues: [String: String] { get }
    /// Sets a property to its current value, which counts as a change.
    func touch()
}

/// Models that show a rule of the format that no file has shown.
protocol Experiment: VersionedSchema {
    static func fill(_ context: ModelContext) throws
}

/// The program, with the store and one of these commands:
///
/// - STORE dump: prints the objects as SwiftData reads them.
/// - STORE save: changes an object of each class, and saves.
/// - STORE fill: creates the store of an experiment.
///
/// The store is opened in place. The caller makes the copy.
@main
struct Harness {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { throw Wrong(text: "usage: STORE dump|save|fill") }
        let schema = Asked.schema
        let container = try ModelContainer(
            for: schema,
            configurations: ModelConfiguration(
                schema: schema, url: URL(fileURLWithPath: arguments[1]), cloudKitDatabase: .none))
        let context = ModelContext(container)
        context.autosaveEnabled = false
        switch arguments[2] {
        case "dump":
            var dump = StoreDump()
            for type in Asked.dumped { try add(type, to: &dump, from: context) }
            print(dump.text, terminator: "")
        case "save":
            var count = 0
            for type in Asked.dumped { count += try touch(type, in: context) }
            print("saved \(count) objects", terminator: "")
        default:
            try Asked.experiment?.fill(context)
            try context.save()
        }
    }

    private static func add<Model: Dumped>(
        _ type: Model.Type, to dump: inout StoreDump, from context: ModelContext
    ) throws {
        for object in try context.fetch(FetchDescriptor<Model>()) {
            dump.add(
                entity: object.persistentModelID.entityName, primaryKey: try primaryKey(of: object),
                values: object.dumpedValues)
        }
    }

    private static func touch<Model: Dumped>(_ type: Model.Type, in context: ModelContext) throws -> Int {
        guard let object = try context.fetch(FetchDescriptor<Model>()).first else { return 0 }
        object.touch()
        try context.save()
        return 1
    }
}

struct Wrong: Error {
    let text: String
}

/// Returns the primary key of an object. An identifier contains the primary key only in its encoded form.
func primaryKey(of object: some PersistentModel) throws -> Int64 {
    let text = String(decoding: try JSONEncoder().encode(object.persistentModelID), as: UTF8.self)
    guard let match = text.firstMatch(of: #/[\/"]p([0-9]+)"/#),
        let key = Int64(match.output.1)
    else { throw Wrong(text: "no primary key in \(text)") }
    return key
}

func name(of object: some PersistentModel) -> String {
    (try? StoreDump.name(object.persistentModelID.entityName, primaryKey(of: object)))
        ?? "an object without key"
}

// MARK: Values in the form of `dump-objects --swiftdata`

func dumpedText(_ value: String?) -> String { value.map(StoreDump.text) ?? StoreDump.nothing }
func dumpedText(_ value: Bool?) -> String {
    value.map { StoreDump.text(Int64($0 ? 1 : 0)) } ?? StoreDump.nothing
}
func dumpedText<Number: FixedWidthInteger>(_ value: Number?) -> String {
    value.map { StoreDump.text(Int64($0)) } ?? StoreDump.nothing
}
func dumpedText<Number: BinaryFloatingPoint>(_ value: Number?) -> String {
    value.map { StoreDump.text(Double($0)) } ?? StoreDump.nothing
}
func dumpedText(_ value: Decimal?) -> String {
    value.map { StoreDump.text(NSDecimalNumber(decimal: $0).stringValue) } ?? StoreDump.nothing
}
func dumpedText(_ value: Date?) -> String {
    value.map { StoreDump.text($0.timeIntervalSinceReferenceDate) } ?? StoreDump.nothing
}
func dumpedText(_ value: Data?) -> String { value.map { StoreDump.text([UInt8]($0)) } ?? StoreDump.nothing }
func dumpedText(_ value: UUID?) -> String {
    value.map { StoreDump.text(withUnsafeBytes(of: $0.uuid) { [UInt8]($0) }) } ?? StoreDump.nothing
}
func dumpedText(_ value: URL?) -> String {
    value.map { StoreDump.text($0.absoluteString) } ?? StoreDump.nothing
}
/// Returns the text of an enumeration's raw value.
func dumpedText<Case: RawRepresentable>(_ value: Case?) -> String where Case.RawValue == String {
    dumpedText(value?.rawValue)
}
func dumpedText<Case: RawRepresentable>(_ value: Case?) -> String where Case.RawValue == Int {
    dumpedText(value?.rawValue)
}
/// Returns the text of a structure whose only member has the name of the property. In a store, only user info
/// distinguishes it from such an enumeration.
@_disfavoredOverload
func dumpedText<Value: Codable>(_ value: Value?) -> String {
    switch value.flatMap({ Mirror(reflecting: $0).children.first?.value }) {
    case let text as String: StoreDump.text(text)
    case let number as Int: StoreDump.text(Int64(number))
    default: StoreDump.nothing
    }
}
func dumpedText<Element>(_ values: [Element]?) -> String {
    values.map { "array of \($0.count)" } ?? StoreDump.nothing
}
func dumpedText<Model: PersistentModel>(_ object: Model?) -> String {
    object.map { name(of: $0) } ?? StoreDump.nothing
}
func dumpedText<Model: PersistentModel>(_ objects: [Model]?) -> String {
    StoreDump.text((objects ?? []).map { name(of: $0) }, isOrdered: false)
}
