import CodeGeneration
import Messages
import ObjectModel
import SwiftDataSource

/// The declarations that would give a Swift source's entities the version hashes of another model, and the differences
/// that no declaration removes.
///
/// Each declaration is tested: the classes of the other model are written as Swift, read like any source, and compared
/// with that model. A remaining difference cannot be expressed in SwiftData.
struct NeededDeclarations {
    private let wanted: ManagedObjectModel
    private let names: (source: String, wanted: String)
    private let declarations: [String: EntityDeclaration]
    /// The remaining differences.
    private let remaining: [ModelDifference]
    /// The properties whose hashes are inferred from similar ones, by entity and property.
    private let analogies: Set<[String]>
    private var seen: Set<[String]> = []
    private var declared: [String] = []
    private var impossible: [String] = []

    /// - Parameter names: the names of the two models in messages.
    init(of source: ModelFile, as other: ModelFile, called names: (source: String, wanted: String)) {
        wanted = other.model
        self.names = names
        let comparison = ModelComparison(
            source.model, other.model, leftHashes: source.declaredHashes?.hashes,
            rightHashes: other.declaredHashes?.hashes)
        guard !comparison.verdict.willOpen,
            let generator = try? CodeGenerator(
                model: other.model, name: names.wanted, flavor: .swiftData, values: other.sourceValues)
        else {
            (declarations, remaining, analogies) = ([:], [], [])
            return
        }
        let text = generator.frozenSchema(named: "Wanted", version: [1, 0, 0], values: other.sourceValues)
            .text
        do {
            let read = try SwiftModelReader.read(text: text, name: "Wanted.swift")
            remaining =
                ModelComparison(
                    read.model, other.model, rightHashes: other.declaredHashes?.hashes
                ).reasons
            analogies = Set(
                read.modelIssues.filter { $0.severity == .warning }.map {
                    [$0.entity ?? "", $0.property ?? ""]
                })
            declarations = generator.declarations(values: other.sourceValues)
        } catch {
            (declarations, remaining, analogies) = ([:], [], [])
            let issues = (error as? ModelSourceFailure)?.issues ?? []
            impossible = issues.filter { $0.severity == .error }.map {
                "  " + [$0.entity, $0.property].compactMap(\.self).joined(separator: ".") + ": "
                    + IssueDescription($0).message
            }
            return
        }
        for difference in comparison.reasons { add(difference) }
    }

    /// All lines to print; empty if the store opens.
    var lines: [String] {
        func part(_ title: String, _ lines: [String]) -> [String] {
            lines.isEmpty ? [] : ["", title + ":"] + lines
        }
        return part("With these declarations, the entities are equal to those of \(names.wanted)", declared)
            + part("No SwiftData declaration can make these equal", impossible)
    }

    private mutating func add(_ difference: ModelDifference) {
        switch difference {
        case .entity(let name, .left):
            declared.append("  entity \(name): leave it out of the app's models")
        case .entity(let name, .right):
            add(declarations[name]?.lines ?? [], of: name, nil)
        case .entityRenamed(let old, let name):
            declared.append("  entity \(old): call the class \(name)")
        case .entityAspect(let name, let aspect, _, _):
            let left = remaining.first {
                guard case .entityAspect(name, aspect, _, _) = $0 else { return false }
                return true
            }
            if let left { return note(left) }
            let declaration = declarations[name]
            add(
                aspect == .superentity
                    ? [declaration?.heading ?? ""] : uniqueness(of: name, declaration), of: name, nil,
                subject: "entity \(name), \(aspect.rawValue)")
        case .property(let entity, let name, _, .left):
            declared.append("  \(entity).\(name): leave it out, or mark it @Transient")
        case .propertyRenamed(let entity, _, let name), .property(let entity, let name, _, .right),
            .propertyKind(let entity, let name, _, _), .propertyAspect(let entity, let name, _, _, _):
            guard seen.insert([entity, name]).inserted else { return }
            let left = remaining.filter { $0.propertyName.map { $0 == (entity, name) } ?? false }
            guard left.isEmpty else { return left.forEach { note($0) } }
            add(declarations[entity]?.properties[name] ?? [], of: entity, name)
        case .modelAspect: break
        }
    }

    /// Returns the constraints of several properties, and the properties with a constraint of their own.
    private func uniqueness(of entity: String, _ declaration: EntityDeclaration?) -> [String] {
        let single = wanted.entity(named: entity)?.uniquenessConstraints.filter { $0.count == 1 } ?? []
        return (declaration?.macros.filter { $0.hasPrefix("#Unique") } ?? [])
            + single.flatMap { declaration?.properties[$0[0]] ?? [] }
    }

    private mutating func add(
        _ lines: [String], of entity: String, _ property: String?, subject: String? = nil
    ) {
        let subject = subject ?? property.map { "\(entity).\($0)" } ?? "entity \(entity)"
        // If there is nothing to write, a declaration has to be removed.
        guard !lines.isEmpty else { return declared.append("  \(subject): none") }
        let isAnalogy = property.map { analogies.contains([entity, $0]) } ?? false
        declared.append("  \(subject)\(isAnalogy ? ", by analogy" : ""):")
        declared += lines.map { $0.isEmpty ? "" : "      " + $0 }
        guard property == nil, subject == "entity \(entity)" else { return }
        // For a new entity, also the differences that its class does not remove.
        for difference in remaining where difference.entityName == entity { note(difference) }
    }

    private mutating func note(_ difference: ModelDifference) {
        impossible.append(
            "  " + ModelDifferenceText(left: "SwiftData", right: names.wanted).describe(difference))
    }
}
