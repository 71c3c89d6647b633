import CommandSupport
import Files

extension FuzzedReader {
    /// The limits of each reader, by name.
    static let limits: [String: [Limit]] = [
        "plan": [Limits.aliasedLevels, Limits.planLevels, Limits.metadataLevels, Limits.planIssues],
        "csv": [Limits.cellLevels],
        "json": [Limits.recordLevels, Limits.recordColumns],
        "ndjson": [Limits.recordLevels, Limits.recordColumns],
        "xml": [Limits.recordLevels, Limits.recordColumns, Limits.elementAttributes],
        "plist": [Limits.propertyListLevels, Limits.recordColumns],
        worksheet: [Limits.sheetColumns, Limits.recordLevels, Limits.elementAttributes],
        "model source": [
            Limits.modelLevels, Limits.entities, Limits.entityLevels, Limits.compositeLevels,
            Limits.elementAttributes,
        ],
        "Xcode project": [
            Limits.projectLevels, Limits.projects, Limits.projectTargets, Limits.folderLevels,
        ],
        "workspace": [Limits.modelLevels, Limits.projects, Limits.elementAttributes],
        "package manifest": [Limits.swiftLevels, Limits.projects, Limits.projectTargets],
        "MySQL dump": [Limits.recordColumns], "PostgreSQL dump": [Limits.recordColumns],
        "SQL text": [Limits.recordColumns],
        "Swift source": [Limits.swiftLevels],
        "query": [Limits.predicateLevels],
        keyedArchive: [Limits.archivedLevels, Limits.propertyListLevels],
    ]
}
