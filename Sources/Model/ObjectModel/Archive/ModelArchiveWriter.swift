/// Writes a model into a keyed archive, with the classes and keys of real model caches.
struct ModelArchiveWriter {
    let model: ManagedObjectModel
    var builder = KeyedArchiveBuilder()
    private(set) var omissions: [ModelArchiveError] = []
    /// The index of each entity.
    private var entities: [String: PropertyList] = [:]
    /// The index of each property of each entity, including inherited properties.
    private var properties: [String: [String: PropertyList]] = [:]
    /// The number of names generated for expressions in indexes.
    var expressionCount = 0

    /// Whether any entity has a fetch index, which means that Xcode 9 or later compiled the model.
    private let hasFetchIndexes: Bool

    /// Whether the elements of a composite attribute name its entity; nil to name it for elements of entities without
    /// a class name.
    let elementsNameEntity: Bool?

    init(model: ManagedObjectModel, elementsNameEntity: Bool? = nil) {
        self.model = model
        self.elementsNameEntity = elementsNameEntity
        hasFetchIndexes = model.entities.contains { !$0.fetchIndexes.isEmpty }
    }

    mutating func write() throws(ModelArchiveError) -> PropertyList {
        let root = builder.reserve()
        let ordered = model.entities.sortedInBinaryOrder { $0.name }
        for entity in ordered { entities[entity.name] = builder.reserve() }
        for entity in ordered {
            for property in entity.properties where canWrite(property, of: entity) {
                properties[entity.name, default: [:]][property.name] = builder.reserve()
            }
        }
        for entity in ordered { try write(entity, root: root) }
        var fields: [String: PropertyList] = [
            "NSEntities": knownKeys(ordered.map { ($0.name, reference(toEntity: $0.name)) }),
            "NSFetchRequestTemplates": templates(),
            "NSVersionIdentifiers": versionIdentifiers(),
        ]
        if !model.configurations.isEmpty { fields["NSConfigurations"] = configurations() }
        builder.fill(root, className: "NSManagedObjectModel", fields)
        return builder.archive(root: root)
    }

    func reference(toEntity name: String?) -> PropertyList {
        name.flatMap { entities[$0] } ?? KeyedArchiveBuilder.null
    }

    func reference(toProperty name: String?, of entity: String?) -> PropertyList {
        guard let name, let entity else { return KeyedArchiveBuilder.null }
        return properties[entity]?[name] ?? KeyedArchiveBuilder.null
    }

    /// Records an omission.
    mutating func omit(_ error: ModelArchiveError) {
        if !omissions.contains(error) { omissions.append(error) }
    }

    /// Returns whether a property can be written completely. A fetched property with a predicate that cannot be
    /// written is recorded as an omission.
    private mutating func canWrite(
        _ property: PropertyDescription, of entity: EntityDescription
    ) -> Bool {
        guard case .fetchedProperty(let fetched) = property else { return true }
        return canWrite(fetched.fetchRequest, usedBy: "\(entity.name).\(fetched.name)")
    }

    private mutating func canWrite(_ request: FetchRequestTemplate, usedBy user: String) -> Bool {
        var trial = KeyedArchiveBuilder()
        do {
            _ = try trial.predicate(request.predicate, usedBy: user)
            return true
        } catch {
            omit(error)
            return false
        }
    }

    // MARK: The model

    /// Adds a dictionary with known keys, which is the form of entities and templates in model caches.
    private mutating func knownKeys(_ entries: [(name: String, value: PropertyList)])
        -> PropertyList
    {
        var keys: [PropertyList] = []
        for entry in entries { keys.append(builder.string(entry.name)) }
        let list = builder.array(keys, className: "NSArray")
        let mapping = builder.add(
            className: "NSKnownKeysMappingStrategy1",
            ["keys": list, "length": .integer(Int64(keys.count)), "version": .integer(1)])
        let token = builder.string("__empty_slot_token_4c24_98dc_ac1e_b773__")
        let values = builder.array(entries.map(\.value), className: "NSArray")
        return builder.add(
            className: "NSKnownKeysDictionary1",
            [
                "searchMapping": mapping, "values": values, "emptyToken": token,
                "version": .integer(1),
            ])
    }

    private mutating func templates() -> PropertyList {
        var entries: [(name: String, value: PropertyList)] = []
        for template in model.fetchRequestTemplates
        where canWrite(template, usedBy: template.name) {
            do {
                entries.append((template.name, try fetchRequest(template, usedBy: template.name)))
            } catch {
                omit(error)
            }
        }
        return entries.isEmpty ? KeyedArchiveBuilder.null : knownKeys(entries)
    }

    private mutating func versionIdentifiers() -> PropertyList {
        var identifiers: [PropertyList] = []
        for text in model.versionIdentifiers { identifiers.append(builder.string(text)) }
        return builder.array(identifiers, className: "NSSet")
    }

    private mutating func configurations() -> PropertyList {
        var entries: [(key: PropertyList, value: PropertyList)] = []
        for name in model.configurationNames {
            let members = (model.configurations[name] ?? []).map { reference(toEntity: $0) }
            let key = builder.string(name)
            entries.append((key, builder.array(members, className: "NSSet")))
        }
        return builder.dictionary(entries)
    }

    // MARK: Entities

    private mutating func write(
        _ entity: EntityDescription, root: PropertyList
    ) throws(ModelArchiveError) {
        let name = builder.string(entity.name)
        var subentities: [(key: PropertyList, value: PropertyList)] = []
        for subentity in entity.subentityNames {
            subentities.append((builder.string(subentity), reference(toEntity: subentity)))
        }
        var members: [(key: PropertyList, value: PropertyList)] = []
        for property in entity.properties {
            let uid = reference(toProperty: property.name, of: entity.name)
            guard uid != KeyedArchiveBuilder.null else { continue }
            try write(property, of: entity, at: uid)
            members.append((builder.string(property.name), uid))
        }
        var fields: [String: PropertyList] = [
            "NSEntityName": name,
            "NSClassNameForEntity": builder.string(entity.managedObjectClassName),
            "NSManagedObjectModel": root,
            "NSSuperentity": reference(toEntity: entity.superentityName),
            "NSSubentities": builder.dictionary(subentities),
            "NSProperties": builder.dictionary(members),
            "NSUserInfo": userInfo(entity.userInfo, usedBy: entity.name),
            "NSRenamingIdentifier": builder.string(entity.renamingIdentifier ?? entity.name),
            "NSVersionHashModifier": builder.string(entity.versionHashModifier),
        ]
        if entity.isAbstract { fields["NSIsAbstract"] = .bool(true) }
        if !entity.uniquenessConstraints.isEmpty {
            fields["NSUniqueTuples"] = lists(entity.uniquenessConstraints)
        }
        // If one entity has fetch indexes, all entities have both lists, even empty ones.
        if hasFetchIndexes {
            fields["NSFetchIndexDescriptions"] = try fetchIndexes(of: entity)
        }
        if hasFetchIndexes || !entity.compoundIndexes.isEmpty {
            fields["NSCompoundIndexes"] = lists(entity.compoundIndexes)
        }
        if let expression = entity.coreSpotlightDisplayNameExpression {
            fields["NSCoreSpotlightDisplayNameExpression"] = try builder.expression(
                expression, usedBy: entity.name)
        }
        builder.fill(
            reference(toEntity: entity.name), className: "NSEntityDescription", fields)
    }

    private mutating func lists(_ lists: [[String]]) -> PropertyList {
        var references: [PropertyList] = []
        for list in lists {
            var names: [PropertyList] = []
            for name in list { names.append(builder.string(name)) }
            references.append(builder.array(names))
        }
        return builder.array(references)
    }

    /// Adds user info. Entries of the app's own classes are left out and recorded as omissions.
    mutating func userInfo(_ userInfo: UserInfo, usedBy user: String) -> PropertyList {
        var entries: [(key: PropertyList, value: PropertyList)] = []
        for entry in userInfo.entries {
            do throws(ModelArchiveError) {
                let value = try builder.value(entry.value, usedBy: user)
                entries.append((builder.string(entry.key), value))
            } catch {
                omit(error)
            }
        }
        return builder.dictionary(entries, className: "NSDictionary")
    }
}
