import SwiftSource

/// The stages of migration plans.
extension SchemaReader {
    /// A stage between two schemas.
    struct Stage {
        let isCustom: Bool
        let from: DeclaredType
        let to: DeclaredType
    }

    /// Returns the stages of a migration plan, in their order; nil if the list is not a literal or constant.
    func stages(of plan: DeclaredType) -> [Stage]? { list("stages", of: plan) { stage($0, in: $1) } }

    /// Returns the stage for `MigrationStage.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)`, or for
    /// a constant with it.
    private func stage(_ value: ExpressionSyntax, in scope: TypeResolver.Scope) -> Stage? {
        let (value, scope) = resolver.followed(value, in: scope)
        guard case .call(let callee, let arguments) = value else { return nil }
        let kind: String
        switch callee {
        case .implicitMember(let name): kind = name
        case .member(let base, let part):
            guard base.type?.components?.last?.name == "MigrationStage" else { return nil }
            kind = part.name
        default: return nil
        }
        guard kind == "lightweight" || kind == "custom" else { return nil }
        func schema(_ label: String) -> DeclaredType? {
            arguments.first { $0.label == label }.flatMap { type($0.value, in: scope) }
        }
        guard let from = schema("fromVersion"), let to = schema("toVersion") else { return nil }
        return Stage(isCustom: kind == "custom", from: from, to: to)
    }

    /// Returns whether a container of the app names a migration plan; nil if the source creates no container.
    func isUsed(_ plan: DeclaredType) -> Bool? {
        var hasContainers = false
        for unit in table.units where !unit.isTest {
            let calls = unit.file.calls.filter { $0.macro != "Preview" }
            for (index, call) in calls.enumerated() {
                guard call.arguments.contains(where: { $0.label == "for" }),
                    !ContainerCalls.isInMemory(calls, index)
                else { continue }
                let argument = call.arguments.first { $0.label == "migrationPlan" }
                guard argument != nil || call.name == "ModelContainer" || call.name == "modelContainer"
                else { continue }
                hasContainers = true
                guard let argument else { continue }
                let scope = TypeResolver.Scope(
                    type: table.type(around: call.location, in: unit), unit: unit)
                // An expression that cannot be resolved may name any plan.
                guard let named = type(argument.value, in: scope), named !== plan else { return true }
            }
        }
        return hasContainers ? false : nil
    }
}
