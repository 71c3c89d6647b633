/// Describes the differences of two models in words for app developers.
///
/// ```swift
/// let text = ModelDifferenceText(left: "the store", right: "the model")
/// text.describe(difference)  // Item.quantity: Float in the store, Double in the model
/// ```
package struct ModelDifferenceText: Sendable {
    /// The name of the left side in a sentence, such as `the store`.
    package let left: String
    /// The name of the right side in a sentence, such as `the model`.
    package let right: String

    /// Creates a text with names for both sides.
    package init(left: String = "the store", right: String = "the model") {
        self.left = left
        self.right = right
    }

    /// Returns the verdict in one line.
    ///
    /// - Parameter isCertain: whether the files show everything that decides about opening.
    package func describe(_ verdict: VersionVerdict, isCertain: Bool = true) -> String {
        if verdict.willOpen {
            let count = verdict.equalCount
            return (isCertain ? "will open: " : "should open: ")
                + (count == 1
                    ? "the version hash of the only entity is equal"
                    : "the version hashes of all \(count) entities are equal")
        }
        var reasons: [String] = []
        if !verdict.differing.isEmpty {
            reasons.append("the version hashes of \(list(verdict.differing)) differ")
        }
        if !verdict.onlyInLeft.isEmpty {
            reasons.append("\(right) lacks \(list(verdict.onlyInLeft))")
        }
        if !verdict.onlyInRight.isEmpty {
            reasons.append("\(left) lacks \(list(verdict.onlyInRight))")
        }
        return "will not open: " + reasons.joined(separator: "; ")
    }

    /// Returns a difference in one line.
    package func describe(_ difference: ModelDifference) -> String {
        switch difference {
        case .entity(let name, let side): "entity \(name) is missing from \(other(side))"
        case .entityRenamed(let one, let two):
            "entity \(one) in \(left) is renamed to \(two) in \(right)"
        case .entityAspect(let entity, let aspect, let one, let two):
            "entity \(entity): " + sides(aspect.rawValue, one, two)
        case .property(let entity, let property, let kind, let side):
            "\(kind.rawValue) \(entity).\(property) is missing from \(other(side))"
        case .propertyRenamed(let entity, let one, let two):
            "\(entity).\(one) in \(left) is renamed to \(entity).\(two) in \(right)"
        case .propertyKind(let entity, let property, let one, let two):
            "\(entity).\(property): \(one.rawValue) in \(left), \(two.rawValue) in \(right)"
        case .propertyAspect(let entity, let property, let aspect, let one, let two):
            "\(entity).\(property): "
                + sides(Self.isPlain(aspect) ? nil : aspect.rawValue, one, two)
        case .modelAspect(let aspect, let name, let one, let two):
            describe(aspect, name, one, two)
        }
    }

    private func describe(
        _ aspect: ModelDifference.ModelAspect, _ name: String?, _ one: ModelDifference.Value,
        _ two: ModelDifference.Value
    ) -> String {
        guard let name else { return sides(aspect.rawValue, one, two) }
        switch (one, two) {
        case (.absent, _): return "\(aspect.rawValue) \(name) is missing from \(left)"
        case (_, .absent): return "\(aspect.rawValue) \(name) is missing from \(right)"
        default: return "\(aspect.rawValue) \(name): " + sides(nil, one, two)
        }
    }

    /// Returns whether the values of an aspect need no explanation.
    private static func isPlain(_ aspect: ModelDifference.PropertyAspect) -> Bool {
        aspect == .type || aspect == .cardinality
    }

    private func other(_ side: ModelDifference.Side) -> String { side == .left ? right : left }

    private func sides(
        _ aspect: String?, _ one: ModelDifference.Value, _ two: ModelDifference.Value
    ) -> String {
        let name = aspect.map { $0 + " " } ?? ""
        return switch (one, two) {
        case (.flag(let first), .flag(let second)):
            "\(first ? "" : "not ")\(aspect ?? "") in \(left), "
                + "\(second ? "" : "not ")\(aspect ?? "") in \(right)"
        case (.list(let first), .list(let second)): lists(name, first, second)
        default: "\(name)\(words(one)) in \(left), \(words(two)) in \(right)"
        }
    }

    /// Returns the elements that only one of two lists has, or their order if that is the only difference.
    private func lists(_ name: String, _ first: [String], _ second: [String]) -> String {
        let (firstSet, secondSet) = (Set(first), Set(second))
        let onlyFirst = first.filter { !secondSet.contains($0) }
        let onlySecond = second.filter { !firstSet.contains($0) }
        guard !onlyFirst.isEmpty || !onlySecond.isEmpty else {
            return "\(name)\(words(.list(first))) in \(left), \(words(.list(second))) in \(right)"
        }
        var parts: [String] = []
        if !onlyFirst.isEmpty { parts.append("\(list(onlyFirst)) only in \(left)") }
        if !onlySecond.isEmpty { parts.append("\(list(onlySecond)) only in \(right)") }
        return name + parts.joined(separator: ", ")
    }

    private func words(_ value: ModelDifference.Value) -> String {
        switch value {
        case .absent: "none"
        case .flag(let flag): flag ? "yes" : "no"
        case .number(let number): String(number)
        case .text(let text): text
        case .list(let members): members.isEmpty ? "none" : list(members)
        }
    }

    private func list(_ names: [String]) -> String {
        names.map { $0.isEmpty ? "\"\"" : $0 }.joined(separator: ", ")
    }
}
