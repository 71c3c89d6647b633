extension SeedIssue.Reason {
    /// Problems with the text of a plan.
    package enum Plan: Equatable, Sendable {
        /// The plan is not valid YAML.
        case malformedPlan(String)
        /// The plan format does not have this key here.
        case unknownKey(String, nearest: String?)
        /// A required key is missing.
        case missingKey(String)
        /// Two keys exclude each other.
        case conflictingKeys(String, String)
        /// A value has the wrong YAML kind. The expected kind is in the terms of the plan reference.
        case wrongKind(expected: String)
        /// A value is not one of the known words.
        case unknownChoice(String, kind: String, nearest: String?)
        /// A name does not exist in the reference or the plan.
        case unknownName(String, kind: SeedIssue.NameKind, nearest: String?)
        /// A text of the plan has `${` without a name after it.
        case badVariable
        /// A date needs a time zone, but the plan, the input and the column do not specify one.
        case missingTimeZone
        /// A date pattern has a letter without a meaning.
        case badDatePattern(String)
        /// A regular expression is invalid.
        case badRegularExpression(String)
        /// A `where:` is not a valid predicate, or uses something that rows do not have. The text gives the reason.
        case badPredicate(String)
        /// A template has an unclosed brace or no column.
        case badTemplate(String)
        /// A key does not apply to an attribute of this type.
        case unusableKey(String, type: String)
        /// `unique:` names an attribute to which the load does not give a value. The list has the attributes to
        /// which it does.
        case valuelessUnique(mapped: [String])
        /// The plan does not use this input.
        case unusedSource
        /// Keys are at a place where the next version of zseed does not read them, but at another key.
        case formerKeys([String], in: String)
        /// The plan needs a trait of the package that this program was built without.
        case builtWithout(trait: String)
    }
}

extension SeedIssue.Reason.Plan {
    /// The part that must be corrected.
    var fault: SeedIssue.Fault { .plan }
}
