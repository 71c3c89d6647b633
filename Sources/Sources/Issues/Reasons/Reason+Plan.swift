extension SeedIssue.Reason {
    /// What is wrong with the text of a plan.
    package enum Plan: Equatable, Sendable {
        /// The plan is no valid YAML.
        case malformedPlan(String)
        /// A key that the plan format does not know here.
        case unknownKey(String, nearest: String?)
        /// A key that must be there is not.
        case missingKey(String)
        /// Two keys that exclude each other.
        case conflictingKeys(String, String)
        /// A value of the wrong YAML kind; what was expected in words of the plan reference.
        case wrongKind(expected: String)
        /// A value that is not among the known ones.
        case unknownChoice(String, kind: String, nearest: String?)
        /// A name that nothing in the reference or the plan has.
        case unknownName(String, kind: SeedIssue.NameKind, nearest: String?)
        /// `${` in a text of the plan with no name behind it.
        case badVariable
        /// A date needs a zone and neither the plan, the source nor the column names one.
        case missingTimeZone
        /// A date pattern with a letter that has no meaning here.
        case badDatePattern(String)
        /// A regular expression that is none.
        case badRegularExpression(String)
        /// A `where:` that is no predicate, or asks for more than rows have; why, in words.
        case badPredicate(String)
        /// A template with a brace that is not closed, or without a column.
        case badTemplate(String)
        /// A key that makes no sense for an attribute of this type.
        case unusableKey(String, type: String)
        /// `unique:` names an attribute to which the load gives no value; those to which it does.
        case valuelessUnique(mapped: [String])
        /// A source that nothing in the plan reads.
        case unusedSource
    }
}

extension SeedIssue.Reason.Plan {
    /// Who has to act on such an issue.
    var fault: SeedIssue.Fault { .plan }
}
