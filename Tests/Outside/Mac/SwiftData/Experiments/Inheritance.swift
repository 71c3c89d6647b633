// rule: docs/start/swiftdata.md#names-and-types
// question: The table, the hashes and Z_ENT of a class that inherits from another
// query: SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid
// query: SELECT * FROM ZVEHICLE
// query: SELECT * FROM Z_PRIMARYKEY
// target: macos26.0
import Foundation
import SwiftData

@available(macOS 26, *)
enum Inheritance: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Vehicle.self, Truck.self] }

    static func fill(_ context: ModelContext) throws {
        context.insert(Vehicle(name: "a"))
        context.insert(Truck(name: "b", load: 2))
    }

    @Model class Vehicle {
        var name: String
        init(name: String) { self.name = name }
    }
    @Model final class Truck: Vehicle {
        var load: Double
        init(name: String, load: Double) {
            self.load = load
            super.init(name: name)
        }
    }
}
