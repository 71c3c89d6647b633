// Merges report conflicts and errors of the rules. With this, an app needs only one import.
@_exported import enum MergeRules.SeedMerge
