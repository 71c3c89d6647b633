import CommandSupport
import Foundation
import ObjectModel
import TestSupport

/// A file of the corpus that contains a model: a store, an `.xcdatamodel` or a `.momd`.
struct ModelSource: CustomStringConvertible, Sendable {
    enum Kind: Sendable {
        case store, source, compiled
    }

    let entry: Corpus.Entry
    let path: String
    let kind: Kind

    var description: String { "\(entry.name)/\((path as NSString).lastPathComponent)" }

    /// The file that the oracles read.
    var file: String {
        get throws {
            switch kind {
            case .store: return path
            case .source: return path + "/contents"
            case .compiled:
                let names = try files(in: path).filter { $0.hasSuffix(".mom") }
                return path + "/" + (names.first ?? "")
            }
        }
    }

    /// The files that contain a model, of the oldest and the newest store of each family; all of them in `make soak`.
    static let all: [ModelSource] = Corpus.realEnds.flatMap { entry -> [ModelSource] in
        let names = (try? files(in: entry.folder)) ?? []
        let models = names.compactMap { name -> ModelSource? in
            let path = entry.folder + "/" + name
            if name.hasSuffix(".xcdatamodel") {
                return ModelSource(entry: entry, path: path, kind: .source)
            }
            return name.hasSuffix(".momd")
                ? ModelSource(entry: entry, path: path, kind: .compiled) : nil
        }
        let cached = (try? entry.facts().model_cache) ?? false
        return (cached ? [ModelSource(entry: entry, path: entry.store, kind: .store)] : []) + models
    }

    /// The stores without a model.
    static let storesWithoutModel = Corpus.entries.filter {
        (try? $0.facts().model_cache) == false
    }

    /// The model files that match their store exactly.
    static let pairs = all.filter { $0.kind == .source && $0.path == $0.entry.modelXML }
}

/// The oracles of the format notes for models and schemas.
enum FormatOracle {
    /// Runs one of the scripts.
    static func run(_ script: String, _ arguments: String...) throws -> ProcessResult {
        try TestSupport.run("python3", ["-S", Corpus.formatFolder + "/" + script] + arguments)
    }
}
