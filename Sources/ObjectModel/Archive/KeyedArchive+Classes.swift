extension KeyedArchive {
    /// The classes whose archived form is known; an object of a subclass is read as one of these.
    static let knownClasses: Set<String> = [
        // The model
        "NSManagedObjectModel", "NSEntityDescription", "NSAttributeDescription",
        "NSDerivedAttributeDescription", "NSCompositeAttributeDescription",
        "NSRelationshipDescription", "NSFetchedPropertyDescription", "NSExpressionDescription",
        "_NSPropertyDescriptionProxy", "NSFetchIndexDescription",
        "NSFetchIndexElementDescription", "NSFetchRequest", "NSSortDescriptor",
        // Predicates and expressions
        "NSComparisonPredicate", "NSCompoundPredicate", "NSTruePredicate", "NSFalsePredicate",
        "NSSelfExpression", "NSAnyKeyExpression", "NSConstantValueExpression",
        "NSVariableExpression", "NSKeyPathSpecifierExpression", "NSKeyPathExpression",
        "NSFunctionExpression", "NSAggregateExpression",
        // Values
        "NSNull", "NSString", "NSMutableString", "NSDate", "NSData", "NSMutableData", "NSUUID",
        "NSURL", "NSNumber", "NSDecimalNumber", "NSDecimalNumberPlaceholder", "NSArray",
        "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSDictionary",
        "NSMutableDictionary", "NSKnownKeysDictionary1",
    ]
}
