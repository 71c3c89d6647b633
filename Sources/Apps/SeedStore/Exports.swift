// Merges report conflicts and errors of the rules: one import gives both.
@_exported import enum MergeRules.SeedMerge
