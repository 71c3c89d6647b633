/// The script of a report: plain JavaScript, which runs from a file and asks for nothing.
///
/// The data of an entity is parsed when its objects are first asked for, and only the lines that can be seen are in
/// the page, so that a hundred thousand objects open at once.
enum PageScript {
    /// The whole, in one function.
    static let text = "\n" + [data, grid, objects].joined(separator: "\n\n") + "\n"
}
