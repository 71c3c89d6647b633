/// The order in which loads run, which does not depend on their order in the plan.
///
/// Objects are loaded before those that refer to them. If that is impossible (entities that refer to each other, or
/// to themselves), the references are kept until all loads are done.
struct LoadOrder {
    /// One load to run.
    struct Step: Equatable {
        /// The load's index in the plan.
        let load: Int
        /// The numbers of the destination entities whose objects may be loaded later.
        let deferredDestinations: Set<Int>
    }

    let steps: [Step]

    /// Orders loads. Loads that do not depend on each other keep the plan's order.
    init(_ loads: [ResolvedLoad]) {
        let entities = loads.map { Set($0.variants.map(\.entity.number)) }
        // For each load, by the number of a destination: the loads that must run first.
        let needs = loads.map { load in
            var needs: [Int: [Int]] = [:]
            for destination in load.variants.flatMap(\.targets).flatMap(\.destinations) {
                let family = Set(destination.familyNumbers)
                needs[destination.number] = loads.indices.filter {
                    !family.isDisjoint(with: entities[$0])
                }
            }
            return needs
        }
        var remaining = Array(loads.indices)
        var done: Set<Int> = []
        var steps: [Step] = []
        while !remaining.isEmpty {
            let ready = remaining.firstIndex { candidate in
                needs[candidate].values.allSatisfy {
                    $0.allSatisfy { $0 == candidate || done.contains($0) }
                }
            }
            let next = remaining.remove(at: ready ?? 0)
            var deferred = Set(
                needs[next].filter { !$0.value.allSatisfy(done.contains) }.map(\.key))
            // Rows of two loads may be the same object. If the first load defers its references, the second must do
            // so too, or the first would overwrite its value.
            for step in steps where !entities[step.load].isDisjoint(with: entities[next]) {
                deferred.formUnion(step.deferredDestinations.filter { needs[next][$0] != nil })
            }
            // A key is known only when the relationships in it are set.
            for target in loads[next].variants.flatMap(\.targets) where !target.links.isEmpty {
                let family = Set(target.destination.familyNumbers)
                let isPending = steps.contains { step in
                    !family.isDisjoint(with: entities[step.load]) && !step.deferredDestinations.isEmpty
                }
                if isPending { deferred.insert(target.destination.number) }
            }
            steps.append(Step(load: next, deferredDestinations: deferred))
            done.insert(next)
        }
        self.steps = steps
    }
}
