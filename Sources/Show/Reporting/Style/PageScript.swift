/// The script of a report: plain JavaScript that also works in a local file and requests nothing.
///
/// The data of an entity is parsed when its objects are first shown, and only the visible lines are in the page, so
/// that a hundred thousand objects open immediately.
enum PageScript {
    /// The whole script, in one function.
    static let text = "\n" + [data, grid, objects].joined(separator: "\n\n") + "\n"
}
