// rule: docs/start/swiftdata.md#relationships
// question: Pairs without `inverse:`: an optional to-many side, a required to-one side, many-to-many, two macros
// query: SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'Z%' ORDER BY rowid
import Foundation
import SwiftData

enum InferredPairs: VersionedSchema, Experiment {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] {
        [Album.self, Photo.self, Order.self, Line.self, Student.self, Course.self, Car.self, Wheel.self]
    }

    static func fill(_ context: ModelContext) throws {
        context.insert(Album())
        context.insert(Photo())
        context.insert(Line(order: Order()))
        context.insert(Student())
        context.insert(Course())
        context.insert(Car())
        context.insert(Wheel())
    }

    @Model final class Album {
        var photos: [Photo]?
        init() {}
    }
    @Model final class Photo {
        var album: Album?
        init() {}
    }
    @Model final class Order {
        var lines: [Line] = []
        init() {}
    }
    @Model final class Line {
        var order: Order
        init(order: Order) { self.order = order }
    }
    @Model final class Student {
        var courses: [Course] = []
        init() {}
    }
    @Model final class Course {
        var students: [Student] = []
        init() {}
    }
    @Model final class Car {
        @Relationship(deleteRule: .cascade) var wheels: [Wheel] = []
        init() {}
    }
    @Model final class Wheel {
        @Relationship(deleteRule: .nullify) var car: Car?
        init() {}
    }
}
