/// Which objects the changes are about, and what of them is inserted.
extension SeedChangesCode {
    static let objects = """
        nonisolated extension SeedStore.Merge {
            /// Makes sure that the model has all that the file names.
            fileprivate func checkChanges() throws {
                func check(
                    _ number: Swift.Int, _ name: Swift.String, _ values: [SeedStore.Value?],
                    _ others: [Swift.Int] = []
                ) throws {
                    let (entity, type) = (entity(number), entity(number)?.types[name])
                    let link = entity?.links.first { $0.name == name }
                    let fits = values.allSatisfy { $0?.object != nil || $0?.isOne(of: type) != false }
                    let leads = (others + values.compactMap { $0?.object }).allSatisfy { other in
                        link.map { self.entity(other)?.line.contains($0.destination) == true } == true
                    }
                    guard fits && leads && (link != nil || type != nil) else {
                        throw SeedStore.MergeError.badChanges(changes.objects[number].entity + "." + name)
                    }
                }
                for (number, object) in changes.objects.enumerated() {
                    guard Self.entities[object.entity] != nil else {
                        throw SeedStore.MergeError.badChanges(object.entity)
                    }
                    for (name, value) in (object.keys ?? []).joined() { try check(number, name, [value]) }
                }
                for change in changes.changes {
                    for property in change.properties {
                        let others = [property.oldObject, property.newObject].compactMap { $0 }
                        try check(
                            change.object, property.name, [property.old, property.new],
                            others + (property.oldObjects ?? []) + (property.newObjects ?? []))
                    }
                }
            }

            /// Finds objects by their keys, and what these do not tell by the primary key, where the
            /// store began as the old edition. Where that is certain, primary keys come first.
            private func findObjects() throws {
                let kept = try stored("keys")
                let roots = Swift.Set(Self.entities.values.compactMap { $0.line.last })
                for named in [kept, try stored("own")] where !roots.isSuperset(of: (named ?? [:]).keys) {
                    isRenumbered = true
                }
                isDescendant = try isCertain || !isRenumbered && storeIdentifier() == changes.base
                if isDescendant { keys = Self.keys(kept) }
                var taken: Swift.Set<Swift.ObjectIdentifier> = []
                var contradictions = 0
                // What comes first of a model's constraints is looked at first, of all objects.
                var ranks: [Swift.String: [[Swift.String]: Swift.Int]] = [:]
                let byKeys = changes.objects.sorted { ($0.keys ?? []).count > ($1.keys ?? []).count }
                for object in byKeys {
                    for names in (object.keys ?? []).map({ $0.keys.sorted() })
                    where ranks[object.entity]?[names] == nil {
                        ranks[object.entity, default: [:]][names] = ranks[object.entity]?.count ?? 0
                    }
                }
                let passes = ranks.values.map { $0.count }.max() ?? 0
                func find(_ isNew: Swift.Bool, withLinks: Swift.Bool) throws -> Swift.Bool {
                    var isAny = false
                    for pass in 0..<passes {
                        for (number, object) in changes.objects.enumerated()
                        where (object.isNew == true) == isNew && objects[number] == nil {
                            let key = (object.keys ?? []).first {
                                hasLinks($0) == withLinks
                                    && ranks[object.entity]?[$0.keys.sorted()] == pass
                            }
                            guard let key, let found = try self.find(object.entity, key),
                                !isFormer(root(object.entity), try primaryKey(of: found)),
                                taken.insert(Swift.ObjectIdentifier(found)).inserted
                            else { continue }
                            objects[number] = found
                            isAny = true
                        }
                    }
                    return isAny
                }
                func findByKeys(_ isNew: Swift.Bool) throws {
                    _ = try find(isNew, withLinks: false)
                    while try find(isNew, withLinks: true) {}
                }
                func findByPrimaryKey(withLinks: Swift.Bool) throws {
                    for (number, object) in changes.objects.enumerated()
                    where object.isNew != true && objects[number] == nil {
                        let key = keys[root(object.entity)]?[object.primaryKey] ?? object.primaryKey
                        guard (object.keys ?? []).contains(where: { hasLinks($0) }) == withLinks, key != 0,
                            let found = try self.object(object.entity, key),
                            !taken.contains(Swift.ObjectIdentifier(found))
                        else { continue }
                        if try !isCertain && contradicts(found, object) {
                            contradictions += 1
                        } else {
                            taken.insert(Swift.ObjectIdentifier(found))
                            objects[number] = found
                        }
                    }
                }
                if isCertain {
                    former = Self.formerKeys(changes.primaryKeys ?? [:], keys)
                    for withLinks in [false, true] { try findByPrimaryKey(withLinks: withLinks) }
                }
                try findByKeys(false)
                if isDescendant, !isCertain {
                    // What others are told apart by comes first.
                    try findByPrimaryKey(withLinks: false)
                    try findByKeys(false)
                    try findByPrimaryKey(withLinks: true)
                }
                // What is an object of the old edition is none of the new ones.
                try findByKeys(true)
                // Of what the file does not name it says nothing: so a store must have noted an edition once.
                func agree() throws -> Swift.Bool {
                    try changes.objects.enumerated().allSatisfy { number, object in
                        guard object.isNew != true, let found = objects[number] else { return true }
                        let key = keys[root(object.entity)]?[object.primaryKey] ?? object.primaryKey
                        return try primaryKey(of: found) == key
                    }
                }
                let mayHold = hasPrimaryKeys && isDescendant && contradictions == 0
                hasPrimaryKeys = try isCertain || mayHold && agree()
                guard contradictions <= objects.count(where: { $0 != nil }) else {
                    throw SeedStore.MergeError.otherEdition
                }
                let isKnown =
                    isDescendant || objects.contains { $0 != nil }
                    || !changes.objects.contains { $0.isNew != true }
                guard isKnown else { throw SeedStore.MergeError.otherEdition }
            }

            private func hasLinks(_ key: [Swift.String: SeedStore.Value]) -> Swift.Bool {
                key.values.contains { $0.object != nil }
            }

            /// Whether an object of the store is one of the old edition's.
            private func isFormer(_ root: Swift.String, _ key: Swift.Int64?) -> Swift.Bool {
                guard let key, let ranges = former[root] else { return false }
                var (low, high) = (0, ranges.count)
                while low < high {
                    let middle = (low + high) / 2
                    if ranges[middle].upperBound <= key { low = middle + 1 } else { high = middle }
                }
                return low < ranges.count && ranges[low].contains(key)
            }

            /// Whether an object has values that tell objects apart, and others than the edition's.
            private func contradicts(_ found: Managed, _ object: SeedStore.Changes.Object) throws -> Swift.Bool {
                try (object.keys ?? []).filter { !hasLinks($0) }.contains { key in
                    let pairs = try key.map { name, plain in
                        (try value(of: found, name), try value(plain, object.entity, name))
                    }
                    return pairs.allSatisfy { $0.0 != nil } && pairs.contains { !isSame($0.0, $0.1) }
                }
            }

            /// Whether an object cannot be without a destination, or goes with it where that is deleted.
            func isNeeded(_ link: Link) -> Swift.Bool {
                let inverse = Self.entities[link.destination]?.links.first { $0.name == link.inverse }
                return !link.isToMany && (link.isRequired || inverse?.cascades == true)
            }

            private func insert() throws {
                var new = changes.changes.filter { $0.kind == "added" && objects[$0.object] == nil }
                var open = Swift.Set(new.map { $0.object })
                for change in new {
                    guard let reason = holds.objects[change.object] else { continue }
                    open.remove(change.object)
                    tell(reason.kind, change, reason.kind == "tooMany" ? nil : reason.property)
                }
                var isSettled = false
                while !isSettled {
                    isSettled = true
                    for change in new where open.contains(change.object) {
                        let required = (entity(change.object)?.links ?? []).filter(isNeeded)
                        for property in change.properties {
                            guard let link = required.first(where: { $0.name == property.name }),
                                let target = property.newObject, !open.contains(target),
                                try object(target, by: link, of: change) == nil,
                                open.remove(change.object) != nil
                            else { continue }
                            tell("needsDeleted", change, property.name)
                            isSettled = false
                        }
                        guard let owners = owners[change.object], !owners.isEmpty, open.contains(change.object),
                            try !owners.contains(where: {
                                try open.contains($0.object) || owner($0.object, of: $0.link) != nil
                            })
                        else { continue }
                        open.remove(change.object)
                        tell("needsDeleted", change)
                        isSettled = false
                    }
                }
                new = new.filter { open.contains($0.object) }
                pending = Swift.Set(new.map { $0.object })
                while !new.isEmpty {
                    let later = new.filter(isWaiting)
                    let waiting = Swift.Set(later.count < new.count ? later.map { $0.object } : [])
                    for change in new where !waiting.contains(change.object) {
                        try insert(change)
                        pending.remove(change.object)
                    }
                    new = new.filter { waiting.contains($0.object) }
                }
            }

            /// Whether what is unique with a destination must wait until that is there, or left out.
            private func isWaiting(_ change: Change) -> Swift.Bool {
                let names = Swift.Set((entity(change.object)?.unique ?? []).flatMap { $0.names })
                return change.properties.contains { property in
                    property.newObject.map { pending.contains($0) && $0 != change.object } == true
                        && names.contains(property.name)
                }
            }

            private func insert(_ change: Change) throws {
                let name = changes.objects[change.object].entity
                var values: [Swift.String: Plain] = [:]
                for property in change.properties {
                    guard let link = entity(change.object)?.links.first(where: { $0.name == property.name })
                    else {
                        values[property.name] = try value(property.new, name, property.name)
                        continue
                    }
                    let target = try property.newObject.flatMap { try self.object($0, by: link, of: change) }
                    values[property.name] = target.map(reference)
                }
                let isUnique = try (entity(change.object)?.unique ?? []).allSatisfy { key in
                    let own = values.filter { key.names.contains($0.key) }
                    return try own.count < key.names.count || holder(own, key.entity, besides: nil) == nil
                }
                guard isUnique else { return tell("notUnique", change) }
                let object = try insert(name)
                for path in entity(change.object)?.attributes ?? [] {
                    try set(values[path], path, of: object)
                }
                objects[change.object] = object
                inserted.insert(change.object)
            }
        }
        """
}
