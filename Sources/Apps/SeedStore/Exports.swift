// Merges report conflicts and errors of the rules. The export makes one import enough for an app.
@_exported import enum MergeRules.SeedMerge
