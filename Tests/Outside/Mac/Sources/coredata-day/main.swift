import Foundation

#if canImport(CoreData)
    import CoreData

    // coredata-day dump STORE MODEL.mom: prints the objects as Core Data reads them.
    // coredata-day save STORE MODEL.mom: changes an object of each entity in a copy, and saves.
    // coredata-day list: prints the experiments, one in each line.
    // coredata-day experiment NAME STORE: creates the store of an experiment. Each experiment has its own process,
    // because Core Data may raise an exception, which Swift cannot catch.
    // coredata-day queries NAME: prints the queries that answer an experiment, one in each line.
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
        case ("list", 1):
            for experiment in Experiments.all {
                print("\(experiment.name)\t\(experiment.rule)\t\(experiment.question)")
            }
        case ("experiment", 3):
            for experiment in Experiments.all where experiment.name == arguments[1] {
                try experiment.run(at: URL(fileURLWithPath: arguments[2]))
            }
        case ("queries", 2):
            for experiment in Experiments.all where experiment.name == arguments[1] {
                for query in experiment.queries { print(query) }
            }
        default:
            FileHandle.standardError.write(
                Data("usage: coredata-day dump|save|list|experiment|queries …\n".utf8))
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
