/// What the user and the edition moved into each other is in no tree any more.
extension SeedChangesCode {
    static let circles = """
        nonisolated extension SeedStore.Merge {
            /// Holds one link of each circle that there is now, in relationships that have none in the new edition: what
            /// the user and the edition moved into each other is in no tree any more.
            fileprivate func holdCircles() throws {
                var seen: Swift.Set<End> = []
                for (end, start) in led.sorted(by: { rank($0.value.link.object) < rank($1.value.link.object) }) {
                    var path: [End] = []
                    var next: Managed? = start.object
                    while let object = next, !object.isDeleted,
                        seen.insert(End(object: Swift.ObjectIdentifier(object), name: end.name)).inserted
                    {
                        path.append(End(object: Swift.ObjectIdentifier(object), name: end.name))
                        let links = Self.entities[entityName(of: object)]?.links ?? []
                        let isLink = links.contains { $0.name == end.name }
                        next = isLink ? try destination(of: object, end.name) : nil
                    }
                    let root = root(changes.objects[start.link.object].entity)
                    guard changes.circles?[root]?.contains(end.name) != true,
                        let place = path.firstIndex(where: { end in
                            next.map { Swift.ObjectIdentifier($0) } == end.object
                        }),
                        let first = path[place...].compactMap({ led[$0]?.link }).min(by: {
                            rank($0.object) < rank($1.object)
                        })
                    else { continue }
                    found.hold(first, "bothChanged")
                }
            }

            /// In which order objects are looked at: those that both editions have come first.
            fileprivate func rank(_ number: Swift.Int) -> (Swift.Int, Swift.Int64) {
                let object = changes.objects[number]
                return (object.isNew == true ? 1 : 0, object.primaryKey)
            }
        }
        """
}
