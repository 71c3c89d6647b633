import Sources

/// What a plan says, whatever its options and the command line have made of its text, as a text
/// that is the same for equal plans, wherever the project lies.
enum PlanDigest {
    /// The digest of a plan. Its output does not count, and neither do locations in its file.
    ///
    /// - Parameter folder: the plan's folder; paths that begin there do as if it were their own.
    static func text(of plan: SeedPlan, folder: String) -> String {
        var plan = plan
        plan.path = ""
        plan.output = nil
        var text = ""
        write(plan, to: &text, folder: folder + "/")
        return FileDigest.text(of: Array(text.utf8))
    }

    private static func write(_ value: Any, to text: inout String, folder: String) {
        switch value {
        case is SeedIssue.Location: return
        case let value as String:
            let shown = value.hasPrefix(folder) ? String(value.dropFirst(folder.count)) : value
            // Its length keeps it from being taken for what surrounds it.
            text += "\(shown.utf8.count):\(shown) "
            return
        // Its members do not tell one kind from another that has the same.
        case let kind as any SourceKind: text += type(of: kind).key
        default: break
        }
        let mirror = Mirror(reflecting: value)
        func members(_ children: some Sequence<Mirror.Child>) -> [String] {
            children.map { child in
                var member = child.label.map { $0 + "=" } ?? ""
                write(child.value, to: &member, folder: folder)
                return member
            }
        }
        let children = members(mirror.children)
        switch mirror.displayStyle {
        // Their order is another one in each run.
        case .set, .dictionary:
            text +=
                "{" + children.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined()
                + "} "
        case _ where !children.isEmpty: text += "(" + children.joined() + ") "
        case .collection, .optional: text += "- "
        default: text += "\(value) "
        }
    }
}
