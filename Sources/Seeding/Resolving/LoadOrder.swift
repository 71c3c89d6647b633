/// In which order loads run, so that the order in the plan does not matter.
///
/// Objects are loaded before those that refer to them. Where that is impossible (entities that
/// refer to each other, or to themselves) the references are kept until all loads are done.
struct LoadOrder {
    /// One load to run.
    struct Step: Equatable {
        /// Its place in the plan.
        let load: Int
        /// The places of its links whose destinations may be loaded later.
        let deferredLinks: Set<Int>
    }

    let steps: [Step]

    /// Orders loads, keeping to the plan's order where nothing speaks against it.
    init(_ loads: [ResolvedLoad]) {
        // For each load and each of its links, the loads that must have run before.
        let needs = loads.map { load in
            load.links.map { link in
                let family = Set(link.destination.familyNumbers)
                return loads.indices.filter { family.contains(loads[$0].entity.number) }
            }
        }
        var remaining = Array(loads.indices)
        var done: Set<Int> = []
        var steps: [Step] = []
        while !remaining.isEmpty {
            let ready = remaining.firstIndex { candidate in
                needs[candidate].allSatisfy { $0.allSatisfy { $0 == candidate || done.contains($0) } }
            }
            let next = remaining.remove(at: ready ?? 0)
            let deferred = needs[next].indices.filter { link in
                !needs[next][link].allSatisfy { done.contains($0) }
            }
            steps.append(Step(load: next, deferredLinks: Set(deferred)))
            done.insert(next)
        }
        self.steps = steps
    }
}
