import ObjectLayer
import ObjectModel

/// Checks that Core Data can answer the model's fetch requests, in templates and fetched properties, from an SQLite
/// store.
struct FetchRequestCheck: StoreCheck {
    let name = "fetch requests"
    let purpose = "the model's fetch requests and fetched properties can be fetched"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        outcome.skipped = store.lacksModel
        guard outcome.skipped == nil else { return }
        for case .leftOut(.predicateLeftOut(let user, _)) in store.modelIssues.map(\.problem) {
            outcome.warn(
                Finding(
                    "the model cache has a predicate of \(user) that cannot be read, and was not tested"))
        }
        for template in store.model.fetchRequestTemplates {
            outcome.examine(1)
            for reason in reasons(template, store) {
                outcome.warn(
                    Finding(
                        entity: template.entityName,
                        "the fetch request template \(template.name) makes the app crash: \(reason)"))
            }
        }
        // Each entity is examined for fetched properties.
        outcome.examine(Int64(store.model.entities.count))
        for entity in store.model.entities {
            for property in entity.fetchedProperties where entity.declares(property.name) {
                for reason in reasons(property.fetchRequest, store) {
                    outcome.warn(
                        Finding(
                            entity: entity.name, property: property.name,
                            "the fetched property makes the app crash: \(reason)"))
                }
            }
        }
    }

    private func reasons(_ template: FetchRequestTemplate, _ store: VerifiedStore) -> [String] {
        do {
            let request = try FetchRequest(shapeOf: template)
            return try request.refusals(in: store.coordinator).map(\.reason)
        } catch let error as FetchRequestError {
            return Self.reason(error).map { [$0] } ?? []
        } catch {
            return []
        }
    }

    /// Returns why the app cannot run the request; nil for errors that only the object layer has.
    private static func reason(_ error: FetchRequestError) -> String? {
        switch error {
        case .unknownEntity(let name): "there is no entity \(name)"
        case .unknownKeyPath(let entity, let path): "\(entity) has no \(path)"
        case .invalidRegularExpression(let pattern): "\(pattern) is not a valid regular expression"
        case .unknownSortSelector(let name): "an SQLite store cannot be ordered by \(name)"
        case .refusedByCoreData(let refusals):
            refusals.map(\.reason).joined(separator: "; ")
        case .unknownTemplate, .unknownGroupValue, .duplicateColumn, .havingWithoutGroups,
            .unknownVariable, .badConstant, .unsupported, .unsortedSections, .negativeCount:
            nil
        }
    }
}
