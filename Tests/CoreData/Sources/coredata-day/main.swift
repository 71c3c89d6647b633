import Foundation

#if canImport(CoreData)
    import CoreData

    // coredata-day dump STORE MODEL.mom: the objects as Core Data reads them.
    // coredata-day save STORE MODEL.mom: changes an object of each entity of a copy, and saves.
    // coredata-day experiments FOLDER: makes the stores of all experiments, and a line for each.
    // coredata-day queries NAME: the queries that answer an experiment, one a line.
    func main(_ arguments: [String]) throws {
        switch (arguments.first, arguments.count) {
        case ("dump", 3), ("save", 3):
            let url = URL(fileURLWithPath: arguments[2])
            guard let model = NSManagedObjectModel(contentsOf: url) else {
                throw Unreadable(path: arguments[2])
            }
            let walk = Walk(store: URL(fileURLWithPath: arguments[1]), model: model)
            print(
                arguments[0] == "dump" ? try walk.dump() : "saved \(try walk.save()) objects", terminator: "")
        case ("experiments", 2):
            let folder = URL(fileURLWithPath: arguments[1])
            for experiment in Experiments.all {
                do {
                    let store = try experiment.run(in: folder)
                    print("\(experiment.name)\t\(experiment.rule)\t\(experiment.question)\t\(store.path)")
                } catch {
                    // That Core Data refuses it is an answer, too.
                    print("\(experiment.name)\t\(experiment.rule)\t\(experiment.question)\trefused: \(error)")
                }
            }
        case ("queries", 2):
            for experiment in Experiments.all where experiment.name == arguments[1] {
                for query in experiment.queries { print(query) }
            }
        default:
            FileHandle.standardError.write(Data("usage: coredata-day dump|save|experiments|queries …\n".utf8))
            exit(2)
        }
    }

    struct Unreadable: Error {
        let path: String
    }

    try main(Array(CommandLine.arguments.dropFirst()))
#else
    FileHandle.standardError.write(Data("coredata-day: error: there is no Core Data here\n".utf8))
    exit(3)
#endif
