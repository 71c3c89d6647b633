import Inputs

/// A text of a plan's meaning, with all options and the command line applied. It is the same for equal plans in any
/// folder.
enum PlanDigest {
    /// Returns the digest of a plan, without its output and the locations in its file.
    ///
    /// - Parameter folder: the plan's folder. Paths in it are made relative to it.
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
            // The length prevents confusion with the surrounding text.
            text += "\(shown.utf8.count):\(shown) "
            return
        // Two kinds of sources may have the same members, so the kind is added.
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
        // Their order is different in each run.
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
