import ObjectLayer
import ObjectModel
import StoreFormat

/// Checks that every value meets the model's validation rules. Violations are warnings, because Core Data validates an
/// object when it is saved, not when it is read, and apps change these rules without another version of the model.
struct ValidationCheck: RowCheck {
    let name = "validation"
    let purpose = "values satisfy the model's limits, lengths, patterns and predicates"

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        entity.attributes.compactMap { attribute in
            guard !attribute.attribute.isDerived,
                // A predicate that zseed cannot evaluate is not a reason to reject a value.
                let validator = try? AttributeValidator(attribute.attribute),
                !validator.allowsEverything
            else { return nil }
            return RowRule(attribute.path, columns: [attribute.column]) { row, indices in
                guard !row.isNull(at: indices[0]),
                    case .attribute(let value) = row.storedValue(
                        at: indices[0], of: attribute.attribute)
                else { return .absent }
                var text: String { row.value(at: indices[0]).shortText }
                do {
                    guard let reason = try validator.reasons(against: value).first else { return .sound }
                    return .doubtful("\(text) " + Self.words(reason, attribute.attribute.validation))
                } catch let error as UnmatchableText {
                    return .doubtful("\(text) cannot be checked against the model: \(error.reason)")
                } catch {
                    return .absent
                }
            }
        }
    }

    private static func words(
        _ reason: ValidationFailure.Reason, _ rule: PropertyValidation
    ) -> String {
        func text(_ value: PropertyValue?) -> String { value.map(Self.text) ?? "" }
        return switch reason {
        case .tooSmall: "is less than the model's minimum of \(text(rule.minimum))"
        case .tooLarge: "is greater than the model's maximum of \(text(rule.maximum))"
        case .tooShort: "is shorter than \(rule.minimumLength ?? 0) characters"
        case .tooLong: "is longer than \(rule.maximumLength ?? 0) characters"
        case .patternMismatch: "does not match \(rule.regularExpression ?? "")"
        case .predicate(let format): "does not satisfy \(format)"
        case .custom(let reason): reason
        case .missingValue, .tooFew, .tooMany, .deletionDenied: "is not valid"
        }
    }

    private static func text(_ value: PropertyValue) -> String {
        switch value {
        case .integer(let integer): "\(integer)"
        case .double(let real), .date(let real): "\(real)"
        case .decimal(let text), .string(let text): text
        default: "\(value)"
        }
    }
}
