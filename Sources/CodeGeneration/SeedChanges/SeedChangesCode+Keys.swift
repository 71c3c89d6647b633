/// Which primary keys the seed's objects have in the store: both sides give the next one to what is new, and the edition
/// after this one must not take the user's object for the seed's (docs/merging.md#which-objects-are-the-same).
extension SeedChangesCode {
    static let keys = #"""
        nonisolated extension SeedStore.Merge {
            /// The store's primary keys by those of the editions, of each root entity, where they are others; 0 for
            /// none.
            typealias Keys = [Swift.String: [Swift.Int64: Swift.Int64]]

            /// What the store's metadata call them.
            static let keysName = "ZseedEditionKeys"

            /// What a store notes of the edition that it holds.
            struct Note {
                /// What the store's metadata call it.
                static let name = "ZseedEdition"
                /// How the identity follows from the contents; what an earlier zseed noted says nothing.
                static let version: Swift.Int64 = 2

                let identity: Swift.String
                let model: Swift.String
                let isApart: Swift.Bool
                /// The root entity of each entity; empty in a note of an earlier version.
                let roots: [Swift.String: Swift.String]
            }

            /// Whether the entities of a note still share tables as they did then.
            func hasSameRoots(_ former: [Swift.String: Swift.String]) -> Swift.Bool {
                var newByOld: [Swift.String: Swift.String] = [:]
                var oldByNew: [Swift.String: Swift.String] = [:]
                for name in Self.entities.keys {
                    guard let old = former[name] else { continue }
                    let new = root(name)
                    guard newByOld.updateValue(new, forKey: old) ?? new == new,
                        oldByNew.updateValue(old, forKey: new) ?? old == old
                    else { return false }
                }
                return true
            }

            func root(_ entity: Swift.String) -> Swift.String { Self.entities[entity]?.line.last ?? entity }

            private static let greatest = Swift.Int64(1) << 53

            /// Keys as the metadata have them: runs of an edition's first key, the store's, and how many follow one
            /// after the other.
            static func keys(_ runs: [Swift.String: [Swift.Int64]]?) -> Keys {
                let most = Swift.Int64(10_000_000)
                var keys: Keys = [:]
                var count: Swift.Int64 = 0
                for (root, numbers) in runs ?? [:] {
                    guard numbers.count % 3 == 0 else { return [:] }
                    for start in Swift.stride(from: 0, to: numbers.count, by: 3) {
                        let (first, store, length) = (numbers[start], numbers[start + 1], numbers[start + 2])
                        guard (1...greatest).contains(first), (0...greatest).contains(store),
                            (1...most).contains(length), count + length <= most
                        else { return [:] }
                        count += length
                        for index in 0..<length {
                            keys[root, default: [:]][first + index] = store == 0 ? 0 : store + index
                        }
                    }
                }
                return keys
            }

            /// The primary keys of the old edition's objects in the store: those that the file tells, runs of a first
            /// key and how many follow, but where the store notes others.
            static func formerKeys(
                _ told: [Swift.String: [Swift.Int64]], _ noted: Keys
            ) -> [Swift.String: [Swift.Range<Swift.Int64>]] {
                var former: [Swift.String: [Swift.Range<Swift.Int64>]] = [:]
                for (root, numbers) in told {
                    var ranges: [Swift.Range<Swift.Int64>] = []
                    let moved = (noted[root] ?? [:]).sorted { $0.key < $1.key }
                    var next = 0
                    for start in Swift.stride(from: 0, to: numbers.count - 1, by: 2) {
                        let (first, count) = (numbers[start], numbers[start + 1])
                        guard (1...greatest).contains(first), (1...greatest).contains(count) else { continue }
                        var from = first
                        while next < moved.count, moved[next].key < first + count {
                            let (edition, store) = moved[next]
                            next += 1
                            guard edition >= from else { continue }
                            if from < edition { ranges.append(from..<edition) }
                            from = edition + 1
                            if store != 0 { ranges.append(store..<store + 1) }
                        }
                        if from < first + count { ranges.append(from..<first + count) }
                    }
                    former[root] = ranges.sorted { $0.lowerBound < $1.lowerBound }
                }
                return former
            }

            private static func runs(_ keys: Keys) -> [Swift.String: [Swift.Int64]] {
                keys.mapValues { pairs in
                    var runs: [Swift.Int64] = []
                    // Others are a damaged store's, and would not be believed.
                    let known = pairs.filter {
                        (1...greatest).contains($0.key) && (0...greatest).contains($0.value)
                    }
                    for (edition, store) in known.sorted(by: { $0.key < $1.key }) {
                        let last = runs.count - 3
                        if last >= 0, runs[last] + runs[last + 2] == edition,
                            store == (runs[last + 1] == 0 ? 0 : runs[last + 1] + runs[last + 2])
                        {
                            runs[last + 2] += 1
                        } else {
                            runs += [edition, store, 1]
                        }
                    }
                    return runs
                }
            }

            /// Notes in the store's metadata which edition it holds now, and where its objects are: those of the file, and
            /// the others where those of the old edition were; the next save writes that, too.
            func noteEdition() throws {
                guard !isDone else { return }
                let moved = Self.keys(changes.movedKeys)
                let current = changes.objects.map { object in
                    object.isNew == true
                        ? object.primaryKey : moved[root(object.entity)]?[object.primaryKey] ?? object.primaryKey
                }
                var own = own
                for number in dropped {
                    if let key = try objects[number].flatMap({ try primaryKey(of: $0) }) {
                        own[root(changes.objects[number].entity)]?.remove(key)
                    }
                }
                try keep(own: own.filter { !$0.value.isEmpty }.mapValues { $0.sorted() }) { [self] found in
                    var noted: Keys = [:]
                    func note(_ root: Swift.String, _ edition: Swift.Int64, _ key: Swift.Int64) {
                        noted[root, default: [:]][edition] = key == edition ? nil : key
                    }
                    let gone = Swift.Set(
                        dropped.map { "\(root(changes.objects[$0].entity)) \(changes.objects[$0].primaryKey)" })
                    for (root, pairs) in keys {
                        for (edition, key) in pairs where !gone.contains("\(root) \(edition)") {
                            note(root, moved[root]?[edition] ?? edition, key)
                        }
                    }
                    for (root, pairs) in moved {
                        for (old, new) in pairs { note(root, new, keys[root]?[old] ?? old) }
                    }
                    for (number, object) in changes.objects.enumerated() where !dropped.contains(number) {
                        // Of what is not there an object that the user makes may get the key.
                        note(root(object.entity), current[number], found[number] ?? 0)
                    }
                    let runs = Self.runs(noted.filter { !$0.value.isEmpty })
                    return isRenumbered ? runs.merging(["": []]) { runs, _ in runs } : runs
                }
            }
        }
        """#
}
