/// The other targets of a project with `@Model` classes or models, where one has none.
struct NearbyModels {
    /// The targets as options, a few of them.
    let places: [String]

    private static let mostPlaces = 3

    /// - Parameter own: the target that has none.
    init(path: String, target: String?, besides own: String?) {
        // Where nothing can be looked at there is nothing to add to what is wrong.
        let targets = (try? AppTargets(path: path, target: target)?.allWithModels()) ?? []
        places = targets.filter { $0.name != own }.prefix(Self.mostPlaces).map { "--target " + $0.name }
    }
}
