/// In which order loads run, so that the order in the plan does not matter.
///
/// Objects are loaded before those that refer to them. Where that is impossible (entities that
/// refer to each other, or to themselves) the references are kept until all loads are done.
struct LoadOrder {
    /// One load to run.
    struct Step: Equatable {
        /// Its index in the plan.
        let load: Int
        /// The numbers of the entities that its relationships lead to and whose objects may be
        /// loaded later.
        let deferredDestinations: Set<Int>
    }

    let steps: [Step]

    /// Orders loads, keeping to the plan's order where nothing speaks against it.
    init(_ loads: [ResolvedLoad]) {
        let entities = loads.map { Set($0.variants.map(\.entity.number)) }
        // For each load, by the number of a destination, the loads that must have run before.
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
            // Rows of two loads may be one object: where the first has to wait, so has the second,
            // or it would not be the last.
            for step in steps where !entities[step.load].isDisjoint(with: entities[next]) {
                deferred.formUnion(step.deferredDestinations.filter { needs[next][$0] != nil })
            }
            // A key is not known before the relationships that are part of it are.
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
