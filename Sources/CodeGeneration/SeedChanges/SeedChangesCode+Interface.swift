/// What apps call, and the file that is read.
extension SeedChangesCode {
    static let interface = """
        // MARK: - A new edition in a store in which a user has worked

        nonisolated extension SeedStore {
            /// Whose value stays where the user and the new edition changed the same.
            public enum Side: Swift.String, Swift.Sendable {
                case user
                case seed
            }

            /// Where the user and the new edition meet.
            public struct Conflict: Swift.Sendable, Swift.Equatable {
                /// What happened: `bothChanged`, `bothReordered`, `bothAdded`, `deletedByUser`,
                /// `changedByUser`, `addedByUser`, `stillReferenced`, `needsDeleted`, `needsMissing`, `destinationDeleted`,
                /// `destinationTaken`, `notUnique`, `membershipsDropped`, `tooMany`, `tooFew` or `metadataChanged`, as
                /// docs/merging.md of zseed tells.
                public let kind: Swift.String
                /// The entity.
                public let entity: Swift.String
                /// Whether the object is a new one of the edition's.
                public let isNew: Swift.Bool
                /// Its primary key in the edition: in the new one where it is new, in the old one otherwise.
                public let primaryKey: Swift.Int64
                /// The property; nil for the whole object.
                public let property: Swift.String?
                /// Whose way it went.
                public let kept: Side
            }

            /// Why changes cannot be applied.
            public enum MergeError: Swift.Error, Swift.Equatable {
                /// The file is none that `zseed diff --changes` of this version wrote.
                case unknownFormat
                /// The file says what no edition has: this entity, property, value or object.
                case badChanges(Swift.String)
                /// The changes are those of another version of the model.
                case otherModel
                /// The store holds another edition than the one that the changes begin at, or one of several files
                /// begins at another one than the file before it leads to.
                case otherEdition
            }

            /// Applies the changes of editions, from each to the next one in their order, and saves the context after
            /// each: what it has seen already is left out. So an app can give all its files at each launch, also
            /// where an edition takes back another one. A launch that is cut short goes on where it was.
            ///
            /// - Parameters:
            ///   - files: what `zseed diff OLD NEW --changes FILE` wrote; each begins where the one before it ends.
            ///   - context: a context of the user's store only, without changes, on its queue; where this throws,
            ///     roll it back.
            ///   - side: whose value stays where both changed the same.
            /// - Returns: where they met.
            @discardableResult
            public static func merge(
                changes files: [Foundation.URL], into context: CONTEXT,
                preferring side: Side = .user
            ) throws -> [Conflict] {
                let all = try files.map { try Changes(contentsOf: $0) }
                var conflicts: [Conflict] = []
                for index in try Merge.open(all, in: context) {
                    conflicts += try merge(all[index], into: context, preferring: side)
                    try context.save()
                }
                return conflicts
            }

            /// Applies the changes of a new edition to a context: what the user did not touch follows the
            /// new edition, what the user changed stays. Save the context after it; where it throws, roll the
            /// context back. Which edition the store holds then, and
            /// which primary keys its objects have, the same save notes in the metadata: what was merged before
            /// changes nothing.
            ///
            /// - Parameters:
            ///   - file: what `zseed diff OLD NEW --changes FILE` wrote.
            ///   - context: a context of the user's store only, without changes, on its queue.
            ///   - side: whose value stays where both changed the same.
            /// - Returns: where they met.
            @discardableResult
            public static func merge(
                changes file: Foundation.URL, into context: CONTEXT,
                preferring side: Side = .user
            ) throws -> [Conflict] {
                try merge(try Changes(contentsOf: file), into: context, preferring: side)
            }

            private static func merge(
                _ changes: Changes, into context: CONTEXT, preferring side: Side
            ) throws -> [Conflict] {
                var holds = Merge.Holds()
                while true {
                    let merge = try Merge(changes, context, side, holds)
                    try merge.run()
                    if merge.found == holds {
                        try merge.noteEdition()
                        return merge.conflicts
                    }
                    // Something would lack what it cannot be without: begin anew without what causes it.
                    context.rollback()
                    holds = merge.found
                }
            }
        }
        """

    static let file = """
        nonisolated extension SeedStore {
            /// The file with changes.
            fileprivate struct Changes: Swift.Decodable {
                struct Object: Swift.Decodable {
                    let entity: Swift.String
                    let primaryKey: Swift.Int64
                    let isNew: Swift.Bool?
                    let keys: [[Swift.String: Value]]?
                }

                struct Property: Swift.Decodable {
                    let name: Swift.String
                    let old: Value?
                    let new: Value?
                    let oldObject: Swift.Int?
                    let newObject: Swift.Int?
                    let oldObjects: [Swift.Int]?
                    let newObjects: [Swift.Int]?
                    let keptKeys: [Swift.Int64]?
                    let isInverse: Swift.Bool?
                }

                struct Change: Swift.Decodable {
                    let object: Swift.Int
                    let kind: Swift.String
                    let properties: [Property]
                }

                private struct Header: Swift.Decodable {
                    let format: Swift.String
                    let version: Swift.Int
                }

                struct Editions: Swift.Decodable {
                    let old: Swift.String
                    let new: Swift.String
                    let model: Swift.String
                }

                struct Metadata: Swift.Decodable {
                    let old: Foundation.Data
                    let new: Foundation.Data
                }

                let base: Swift.String
                let editions: Editions?
                let keys: [Swift.String: [Swift.String]]?
                let primaryKeys: [Swift.String: [Swift.Int64]]?
                let movedKeys: [Swift.String: [Swift.Int64]]?
                let circles: [Swift.String: [Swift.String]]?
                let metadata: Metadata?
                let model: [Swift.String: Foundation.Data]
                let changes: [Change]
                let objects: [Object]

                init(contentsOf file: Foundation.URL) throws {
                    let data = try Foundation.Data(contentsOf: file)
                    let decoder = Foundation.JSONDecoder()
                    guard let header = try? decoder.decode(Header.self, from: data),
                        header.format == "zseed-changes", header.version == 2,
                        let found = try? decoder.decode(Changes.self, from: data), found.isComplete
                    else { throw MergeError.unknownFormat }
                    self = found
                }

                /// Whether all that is named is there.
                private var isComplete: Swift.Bool {
                    changes.allSatisfy { change in
                        let named = change.properties.flatMap { property in
                            [property.oldObject, property.newObject].compactMap { $0 }
                                + (property.oldObjects ?? []) + (property.newObjects ?? [])
                        }
                        return ["added", "changed", "removed"].contains(change.kind)
                            && (named + [change.object]).allSatisfy { objects.indices.contains($0) }
                    }
                        && objects.allSatisfy { object in
                            (object.keys ?? []).flatMap { $0.values }.compactMap { $0.object }
                                .allSatisfy { objects.indices.contains($0) }
                        }
                }
            }

            /// A value of an attribute, as the file has it: numbers with fractions as texts, so that nothing
            /// is rounded.
            fileprivate enum Value: Swift.Decodable {
                case boolean(Swift.Bool)
                case integer(Swift.Int64)
                case double(Swift.Double)
                case decimal(Swift.String)
                case string(Swift.String)
                case date(Swift.Double)
                case data(Foundation.Data)
                case uuid(Foundation.Data)
                case uri(Swift.String)
                /// What tells an object apart, too: the number of one that it leads to.
                case object(Swift.Int)

                var object: Swift.Int? { if case .object(let number) = self { number } else { nil } }

                /// Whether an attribute of a type may have it.
                func isOne(of type: Swift.String?) -> Swift.Bool {
                    switch (type, self) {
                    case ("integer16", .integer(let number)): Swift.Int16(exactly: number) != nil
                    case ("integer32", .integer(let number)): Swift.Int32(exactly: number) != nil
                    case ("double", .double(let number)), ("float", .double(let number)): !number.isNaN
                    case ("decimal", .decimal(let text)): Swift.Double(text) != nil
                    case ("integer64", .integer), ("boolean", .boolean), ("string", .string), ("date", .date),
                        ("binaryData", .data), ("transformable", .data), ("uuid", .uuid), ("uri", .uri),
                        ("objectID", .uri), ("undefined", _):
                        true
                    default: false
                    }
                }

                private struct Typed: Swift.Decodable {
                    var integer: Swift.String?
                    var double: Swift.String?
                    var decimal: Swift.String?
                    var date: Swift.String?
                    var data: Foundation.Data?
                    var uuid: Foundation.Data?
                    var uri: Swift.String?
                    var object: Swift.Int?
                }

                init(from decoder: any Swift.Decoder) throws {
                    let container = try decoder.singleValueContainer()
                    if let flag = try? container.decode(Swift.Bool.self) {
                        self = .boolean(flag)
                    } else if let text = try? container.decode(Swift.String.self) {
                        self = .string(text)
                    } else {
                        let typed = try container.decode(Typed.self)
                        if let number = typed.integer.flatMap({ Swift.Int64($0) }) {
                            self = .integer(number)
                        } else if let number = typed.double.flatMap({ Swift.Double($0) }) {
                            self = .double(number)
                        } else if let text = typed.decimal {
                            self = .decimal(text)
                        } else if let seconds = typed.date.flatMap({ Swift.Double($0) }) {
                            self = .date(seconds)
                        } else if let bytes = typed.data {
                            self = .data(bytes)
                        } else if let bytes = typed.uuid, bytes.count == 16 {
                            self = .uuid(bytes)
                        } else if let text = typed.uri {
                            self = .uri(text)
                        } else if let number = typed.object {
                            self = .object(number)
                        } else {
                            throw MergeError.unknownFormat
                        }
                    }
                }
            }
        }
        """
}
