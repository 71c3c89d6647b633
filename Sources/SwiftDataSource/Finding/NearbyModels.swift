import Files
import ObjectModel

/// Where there are `@Model` classes near sources that have none.
struct NearbyModels {
    /// The other targets as options, or the files and folders beside, a few of them.
    let places: [String]

    private static let mostPlaces = 3
    private static let mostFiles = 500

    /// Looks around: a few hundred files, since somebody may have named what lies in `/`.
    ///
    /// - Parameter own: the target that has none.
    init(path: String, target: String?, besides own: String?) {
        // Where nothing can be looked at there is nothing to add to what is wrong.
        places = (try? Self.places(around: path, target, besides: own)) ?? []
    }

    private static func places(around path: String, _ target: String?, besides own: String?) throws
        -> [String]
    {
        if let targets = try AppTargets(path: path, target: target) {
            return try targets.allWithModels().filter { $0.name != own }.prefix(mostPlaces)
                .map { "--target " + $0.name }
        }
        let file = FilePath(FilePath(path).withoutFinalSlash)
        guard !file.name.isEmpty else { return [] }
        let folder = file.folder.text
        var found: [String] = []
        var count = 0
        let reach = try ProjectReach(folder: folder)
        for name in try Folder.names(in: folder).sortedInBinaryOrder()
        where !name.hasPrefix(".") && name != file.name && !SwiftFileFinder.isSkipped(name) {
            guard found.count < mostPlaces, count < mostFiles else { break }
            let place = XcodeProject.path(name, in: folder)
            var members = Members()
            if name.hasSuffix(".swift") {
                members.add(place, module: "")
            } else {
                for inner in try reach.names(below: place, most: mostFiles - count) {
                    members.add(FilePath(place).appending(inner).text, module: "")
                }
            }
            count += members.sources.count
            if try reach.hasClasses(members) { found.append(place) }
        }
        return found
    }
}
