import Migration
import ObjectModel
import SQLite
import StoreFormat

/// The masks of the target's attributes. Masks that would make values invalid are refused.
struct MaskPlan {
    /// The SQL function that masks a value. Its first argument is an index in ``values``.
    static let function = "zseed_mask"

    private(set) var values: [MaskedValue] = []
    /// The index of the mask for each masked attribute of the target, by `Entity.path`.
    private var indices: [String: Int] = [:]
    private(set) var issues: [CopyIssue] = []

    /// Whether there are any masks.
    let isEmpty: Bool
    private let hash: KeyedHash

    init(_ choice: CopyChoice, _ mapping: InferredMapping, _ source: StoreLayout) {
        isEmpty = choice.masks.isEmpty
        hash = KeyedHash(key: choice.maskKey)
        // The more specific mask wins: that of a subentity, then that of a single element.
        let model = mapping.source
        func distance(_ mask: Mask) -> (Int, Int) {
            (model.lineage(of: mask.entity).count, mask.attribute.split(separator: ".").count)
        }
        let ordered = choice.masks.enumerated().sorted { one, other in
            let (left, right) = (distance(one.element), distance(other.element))
            return left == right ? one.offset < other.offset : left < right
        }
        for (_, mask) in ordered { add(mask, mapping, source) }
    }

    /// Registers the SQL function on a connection.
    ///
    /// - Throws: `DatabaseError`.
    func register(on connection: Connection) throws {
        guard !isEmpty else { return }
        let values = values
        try connection.register(function: Self.function, argumentCount: 2) { arguments in
            guard case .integer(let index) = arguments[0], values.indices.contains(Int(index)) else {
                return .null
            }
            return values[Int(index)].value(arguments[1])
        }
    }

    /// Returns the SQL of an attribute's value with its mask applied.
    func value(_ expression: String, _ path: String, of entity: String) -> String {
        guard let index = indices["\(entity).\(path)"] else { return expression }
        return "\(Self.function)(\(index), \(expression))"
    }

    // MARK: Resolving

    private mutating func add(_ mask: Mask, _ mapping: InferredMapping, _ source: StoreLayout) {
        let model = mapping.source
        guard let entity = model.entity(named: mask.entity) else {
            let nearest = NearestName.of(mask.entity, in: model.entities.map(\.name))
            return issues.append(CopyIssue(.unknownEntity(name: mask.entity, nearest: nearest)))
        }
        let paths = source.entity(named: entity.name)?.attributes.map(\.path) ?? []
        let masked = paths.filter { $0 == mask.attribute || $0.hasPrefix(mask.attribute + ".") }
        guard !masked.isEmpty else {
            if entity.relationship(named: mask.attribute) != nil {
                return refuse(mask, mask.attribute, .isRelationship)
            }
            let nearest = NearestName.of(mask.attribute, in: paths)
            return issues.append(
                CopyIssue(.unknownAttribute(name: mask.attribute, nearest: nearest), entity: mask.entity))
        }
        let family = Set(model.descendants(of: entity).map(\.name))
        for path in masked {
            var index: Int?
            for target in mapping.entities where target.source.map(family.contains) ?? false {
                guard let attribute = target.attributes.first(where: { $0.destination == path }),
                    attribute.source != nil
                else { continue }
                if index == nil {
                    guard let form = form(mask, path, attribute.attribute, target.destination, mapping) else {
                        return
                    }
                    index = values.count
                    values.append(MaskedValue(form: form, hash: hash))
                }
                indices["\(target.destination).\(path)"] = index
            }
        }
    }

    private mutating func refuse(_ mask: Mask, _ path: String, _ refusal: MaskRefusal) {
        issues.append(CopyIssue(.badMask(refusal), entity: mask.entity, property: path))
    }

    private mutating func form(
        _ mask: Mask, _ path: String, _ attribute: AttributeDescription, _ entity: String,
        _ mapping: InferredMapping
    ) -> MaskedValue.Form? {
        guard !attribute.isDerived else {
            refuse(mask, path, .isDerived)
            return nil
        }
        let isUnique = Self.isUnique(path, of: entity, in: mapping.destination)
        switch mask.way {
        case .null:
            let name = String(path.prefix { $0 != "." })
            let whole = mapping.destination.entity(named: entity)?.attribute(named: name)
            guard attribute.isOptional, whole?.isOptional ?? true else {
                refuse(mask, path, .isRequired)
                return nil
            }
            return .null
        case .redact:
            guard attribute.type == .string else {
                refuse(mask, path, .isNoText(attribute.type))
                return nil
            }
            guard !isUnique else {
                refuse(mask, path, .makesEqual(way: Self.word(mask.way)))
                return nil
            }
            return .redacted
        case .constant(let text):
            guard !isUnique else {
                refuse(mask, path, .makesEqual(way: Self.word(mask.way)))
                return nil
            }
            return formed(mask, path, Result { try MaskForms(attribute, hash).constant(text) })
        case .hash:
            return formed(mask, path, Result { try MaskForms(attribute, hash).hashed(isUnique: isUnique) })
        }
    }

    private mutating func formed(
        _ mask: Mask, _ path: String, _ form: Result<MaskedValue.Form, any Error>
    ) -> MaskedValue.Form? {
        do {
            return try form.get()
        } catch let refusal as MaskRefusal {
            refuse(mask, path, refusal)
        } catch {
            refuse(mask, path, .unreadableCondition("\(error)"))
        }
        return nil
    }

    private static func word(_ way: Mask.Way) -> String {
        switch way {
        case .hash: "hash"
        case .null: "null"
        case .redact: "redact"
        case .constant: "constant"
        }
    }

    private static func isUnique(
        _ path: String, of entity: String, in model: ManagedObjectModel
    ) -> Bool {
        guard let entity = model.entity(named: entity) else { return false }
        return model.descendants(of: model.root(of: entity)).contains {
            $0.uniquenessConstraints.contains { $0.contains(path) }
        }
    }
}
