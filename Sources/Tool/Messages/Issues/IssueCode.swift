/// The stable name of a kind of error: the `reason` in the JSON of a build.
///
/// Programs compare these texts; docs/guides/build-report.md lists them. The code of an error is the name of its case,
/// except for ``otherNames``. A test compares every case of every error with the list, so that no new or renamed case
/// lacks a code.
package struct IssueCode: RawRepresentable, ExpressibleByStringLiteral, Hashable, Encodable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral value: String) { rawValue = value }

    /// Creates the code of a reason, which is a case of an enumeration. If the case contains a more specific reason, as
    /// in `SeedIssue.Reason`, that reason's code is used.
    package init(_ reason: some Equatable & Sendable) {
        var (type, name) = Self.caseName(reason)
        if type == "SeedIssue.Reason", let inner = Mirror(reflecting: reason).children.first?.value {
            (type, name) = Self.caseName(inner)
        }
        self = Self.named(name, of: type)
    }

    /// Returns the code for a case of an enumeration, by their names.
    package static func named(_ name: String, of type: String) -> IssueCode {
        otherNames["\(type).\(name)"] ?? IssueCode(rawValue: name)
    }

    private static func caseName(_ reason: Any) -> (type: String, name: String) {
        // The type name without the module.
        let type = String(reflecting: Swift.type(of: reason)).split(separator: ".").dropFirst()
        return (type.joined(separator: "."), Mirror(reflecting: reason).children.first?.label ?? "\(reason)")
    }

    /// Other names, for cases whose names are unclear outside their enumeration, and for several cases with one code.
    private static let otherNames: [String: IssueCode] = [
        "SeedIssue.Reason.Spreadsheet.archive": "damagedArchive",
        "SeedIssue.Reason.Spreadsheet.noSuchDay": "noSuchDate",
        "SeedIssue.Reason.Command.notAllowed": "commandNotAllowed",
        "SeedIssue.Reason.Command.notFound": "commandNotFound",
        "SeedIssue.Reason.Command.notStarted": "commandNotStarted",
        "SeedIssue.Reason.Command.failed": "commandFailed",
        "SeedIssue.Reason.Command.said": "commandSaid",
        "SeedIssue.Reason.Command.readBefore": "commandReadBefore",
        "SeedIssue.Reason.Database.modelSource": "unreadableModel",
        "SeedIssue.Reason.Output.outputOpen": "outputInUse",
        "ModelSourceIssue.Problem.outside": "outsideOfProject",
        "ModelSourceIssue.Problem.syntax": "swiftSyntax",
        "ModelSourceIssue.Problem.noSources": "noSwiftSource",
        "ModelSourceIssue.Problem.noModels": "noModelClass",
        "ModelSourceIssue.Problem.modelsElsewhere": "noModelClass",
        "ModelSourceIssue.Problem.unknownType": "unknownSwiftType",
        "ModelSourceIssue.Problem.ambiguousType": "ambiguousSwiftType",
        "ModelSourceIssue.Problem.notModel": "noModelOfSwiftData",
        "ModelSourceIssue.Problem.noType": "noSwiftType",
        "ModelSourceIssue.Problem.condition": "compilationCondition",
        "ModelSourceIssue.Problem.computed": "computedInSource",
        "ModelSourceIssue.Problem.leftOut": "predicateLeftOut",
        "ModelSourceIssue.Problem.chosen": "chosenModels",
        "ModelSourceIssue.Problem.settled": "settledByStore",
        "ModelSourceIssue.Problem.unknownName": "unknownModelName",
        "ModelSourceIssue.Problem.ambiguousName": "ambiguousModelName",
        "ModelSourceIssue.Problem.ambiguousChoice": "ambiguousModels",
        "LaunchIssue.Kind.gap": "stageGap",
        "LaunchIssue.Kind.unreadable": "unreadableSchema",
        "LaunchIssue.Kind.notWrittenOut": "planNotWrittenOut",
        "LaunchIssue.Kind.unused": "unusedPlan",
        "CopyIssue.Kind.unknownAttribute": "unknownProperty",
        "CopyIssue.Kind.abstractLeft": "entityLeft",
        "CopyIssue.Kind.mirroringUnaware": "mirroredByCloudKit",
        "CopyIssue.Kind.missingFiles": "missingExternalFiles",
        "CopyIssue.Kind.conflict": "foundInTarget",
        "CopyIssue.Kind.ambiguous": "ambiguousMatch",
        "MergeError.Problem.sameFile": "repeatedFile",
        "MergeError.Problem.missingFile": "missingExternalData",
        "MergeError.Problem.notUnique": "repeatedValue",
        "MergeError.Problem.contradictingBase": "otherBase",
        "MergeError.Problem.brokenChain": "otherEdition",
        "MergeError.Problem.unnamedEditions": "otherEdition",
        "MigrationDifference.Kind.relationshipBecameRequired": "becameRequired",
        "GuardIssue.Kind.editedHashes": "edited",
        "GuardIssue.Kind.crash": "crashesAtLaunch",
        "GuardIssue.Kind.unreadable": "unreadableSchema",
        "GitError.missing": "noGit",
        "GitError.failed": "noGit",
        "GitError.noBase": "unknownRevision",
    ]
}
