/// The other targets of a project that have `@Model` classes or models, for a message about a target without any.
struct NearbyModels {
    /// A few of the targets, as command-line options.
    let places: [String]

    private static let mostPlaces = 3

    /// - Parameter own: The target without models.
    init(path: String, target: String?, besides own: String?) {
        // This only adds to an error message, so a failure here is ignored.
        let targets = (try? AppTargets(path: path, target: target)?.allWithModels()) ?? []
        places = targets.filter { $0.name != own }.prefix(Self.mostPlaces).map { "--target " + $0.name }
    }
}
