import Files
import ObjectModel

/// Where there are `@Model` classes near sources that have none.
struct NearbyModels {
    /// The other targets as options, or the files and folders beside, a few of them.
    let places: [String]

    private static let mostPlaces = 3
    private static let mostFiles = 500

    /// Looks around: a few hundred files, since somebody may have named what lies in `/`.
    init(path: String, target: String?) {
        // Where nothing can be looked at there is nothing to add to what is wrong.
        places = (try? Self.places(around: path, target)) ?? []
    }

    private static func places(around path: String, _ target: String?) throws -> [String] {
        if let targets = try AppTargets(path: path, target: target) {
            return try targets.allWithModels().prefix(mostPlaces).map { "--target " + $0.name }
        }
        let file = FilePath(FilePath(path).withoutFinalSlash)
        guard !file.name.isEmpty else { return [] }
        let folder = file.folder.text
        var found: [String] = []
        var count = 0
        for name in try Folder.names(in: folder).sortedInBinaryOrder()
        where !name.hasPrefix(".") && name != file.name && !SwiftFileFinder.isSkipped(name) {
            guard found.count < mostPlaces, count < mostFiles else { break }
            let place = XcodeProject.path(name, in: folder)
            var members = Members()
            if name.hasSuffix(".swift") {
                members.add(place)
            } else {
                try ProjectFolder(path: place).walk { members.add(FilePath(place).appending($0).text) }
            }
            count += members.sources.count
            if try members.hasClasses { found.append(place) }
        }
        return found
    }
}
