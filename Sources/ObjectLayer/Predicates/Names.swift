import ObjectModel

// Foundation has types of the same names, which are not meant here.

/// A condition that objects fulfil or not (`NSPredicate`).
public typealias Predicate = ObjectModel.Predicate
/// A value that a predicate computes (`NSExpression`).
public typealias Expression = ObjectModel.Expression
