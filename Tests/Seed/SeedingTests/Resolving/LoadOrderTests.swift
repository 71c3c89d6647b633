import ObjectModel
@testable import Inputs
import StoreFormat
import Testing

@testable import Seeding

@Suite("The order of loads")
struct LoadOrderTests {
    /// Orders loads written as `Item>Unit,Place`: the entity, and its destinations. Returns them in their order, with
    /// the numbers of the deferred links.
    private static func order(_ texts: [String]) throws -> [String] {
        let parts = texts.map { text in
            let halves = text.split(separator: ">").map(String.init)
            return (
                halves[0], halves.dropFirst().first?.split(separator: ",").map(String.init) ?? []
            )
        }
        let names = Set(parts.flatMap { [$0.0] + $0.1 }).union(["Place", "Room"]).sorted()
        let model = try ManagedObjectModel(
            entities: names.map {
                EntityDescription(name: $0, superentityName: $0 == "Room" ? "Place" : nil)
            })
        let layout = StoreLayout(model: model)
        func located(_ name: String) -> Located<String> { Located(name, at: .init(path: "p")) }
        let loads = try parts.map { name, destinations in
            let entity = try #require(layout.entity(named: name))
            let links = try destinations.map { destination in
                ResolvedLink(
                    name: destination,
                    columns: LinkColumns(
                        column: "Z", entityColumn: nil, orderColumn: nil, isOptional: true,
                        inverse: nil),
                    target: ResolvedTarget(
                        destination: try #require(layout.entity(named: destination)), key: .load,
                        folding: [], values: [.constant(.null)], missing: .error, creation: []),
                    order: nil)
            }
            let source = SourceDefinition(
                name: located("s"), kind: CSVKind(paths: ["s.csv"]))
            return ResolvedLoad(
                plan: LoadPlan(
                    entity: located(name), source: located("s"), attributes: [],
                    relationships: []),
                entity: entity, source: source, primaryKey: nil, key: nil, discriminator: nil,
                variants: [
                    ResolvedRows(
                        discriminatorValue: nil, entity: entity, values: [], defaults: [],
                        links: links, toManys: [], uniques: [], excluded: [])
                ], usedColumns: [], listColumns: [])
        }
        return LoadOrder(loads).steps.map { step in
            let deferred = parts[step.load].1.filter { name in
                layout.entity(named: name).map { step.deferredDestinations.contains($0.number) }
                    ?? false
            }
            return parts[step.load].0 + deferred.map { " ?\($0)" }.joined()
        }
    }

    @Test(
        "Each load runs after the loads that it depends on",
        arguments: [
            ("nothing speaks against the plan's order", ["B", "A", "C"], ["B", "A", "C"]),
            ("destinations first", ["Item>Unit", "Unit"], ["Unit", "Item"]),
            ("a chain", ["A>B", "B>C", "C>D", "D"], ["D", "C", "B", "A"]),
            ("a chain the right way round", ["D", "C>D", "B>C", "A>B"], ["D", "C", "B", "A"]),
            ("two destinations", ["A>B,C", "C", "B"], ["C", "B", "A"]),
            ("a self reference waits", ["A>A"], ["A ?A"]),
            ("a cycle is cut at its first", ["A>B", "B>A"], ["A ?B", "B"]),
            ("a cycle behind a chain", ["X>A", "A>B", "B>A", "Y"], ["Y", "X ?A", "A ?B", "B"]),
            ("two loads of one entity", ["Item>Unit", "Unit", "Unit"], ["Unit", "Unit", "Item"]),
            ("a load of its own entity twice", ["A>A", "A>A"], ["A ?A", "A ?A"]),
            ("a destination that nothing loads", ["A>Unit", "B"], ["A", "B"]),
            ("a subentity is of the superentity's kind", ["A>Place", "Room"], ["Room", "A"]),
            ("but not the other way round", ["A>Room", "Place"], ["A", "Place"]),
        ])
    func orders(name: String, loads: [String], expected: [String]) throws {
        #expect(try Self.order(loads) == expected)
    }
}
