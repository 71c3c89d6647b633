import ObjectModel

// These aliases take precedence over Foundation's types with the same names.

/// A condition that objects meet or not (`NSPredicate`).
public typealias Predicate = ObjectModel.Predicate
/// A value that a predicate computes (`NSExpression`).
public typealias Expression = ObjectModel.Expression
