/// The stable name of a kind of error: what `reason` is in the JSON of a build.
///
/// Programs compare these texts: docs/build-report.md lists what they may find. An error has the one with the name of
/// its case, but for ``otherNames``; a test holds every case of every error against the list, so that a new or renamed
/// one cannot go without a code.
struct IssueCode: RawRepresentable, ExpressibleByStringLiteral, Hashable, Encodable {
    let rawValue: String

    init(rawValue: String) { self.rawValue = rawValue }
    init(stringLiteral value: String) { rawValue = value }

    /// The code of a reason, which is a case of an enumeration; where it holds a reason of a narrower kind, as
    /// `SeedIssue.Reason` does, the code of that.
    init(_ reason: some Equatable & Sendable) {
        var (type, name) = Self.caseName(reason)
        if type == "SeedIssue.Reason", let inner = Mirror(reflecting: reason).children.first?.value {
            (type, name) = Self.caseName(inner)
        }
        self = Self.named(name, of: type)
    }

    /// The code for a case of an enumeration, by their names.
    static func named(_ name: String, of type: String) -> IssueCode {
        otherNames["\(type).\(name)"] ?? IssueCode(rawValue: name)
    }

    private static func caseName(_ reason: Any) -> (type: String, name: String) {
        // Without the name of the room.
        let type = String(reflecting: Swift.type(of: reason)).split(separator: ".").dropFirst()
        return (type.joined(separator: "."), Mirror(reflecting: reason).children.first?.label ?? "\(reason)")
    }

    /// Where the name of a case says too little outside of its enumeration, and where several cases have one code.
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
        "GitError.missing": "noGit",
        "GitError.failed": "noGit",
        "GitError.noBase": "unknownRevision",
    ]
}
