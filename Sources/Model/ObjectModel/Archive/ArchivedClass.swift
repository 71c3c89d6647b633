/// The classes of model archives.
enum ArchivedClass {
    /// The superclasses of each class, as real archives list them. For other classes this is `NSObject` alone.
    ///
    /// No available archive contains the operators on texts or the aggregate. Their names follow those of the other
    /// classes.
    static let superclasses: [String: [String]] = {
        let property = ["NSPropertyDescription", "NSObject"]
        let attribute = ["NSAttributeDescription"] + property
        let expression = ["NSExpression", "NSObject"]
        let operation = ["NSPredicateOperator", "NSObject"]
        let textOperation = ["NSStringPredicateOperator"] + operation
        return [
            "NSAttributeDescription": property,
            "NSDerivedAttributeDescription": attribute,
            "NSCompositeAttributeDescription": attribute,
            "NSRelationshipDescription": property,
            "NSFetchedPropertyDescription": property,
            "NSExpressionDescription": property,
            "NSFetchRequest": ["NSPersistentStoreRequest", "NSObject"],
            "NSMutableArray": ["NSArray", "NSObject"],
            "NSMutableDictionary": ["NSDictionary", "NSObject"],
            "NSKnownKeysDictionary1": [
                "NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary", "NSObject",
            ],
            "NSKnownKeysMappingStrategy1": ["NSKnownKeysMappingStrategy", "NSObject"],
            "NSDecimalNumberPlaceholder": ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
            "NSComparisonPredicate": ["NSPredicate", "NSObject"],
            "NSCompoundPredicate": ["NSPredicate", "NSObject"],
            "NSTruePredicate": ["NSPredicate", "NSObject"],
            "NSFalsePredicate": ["NSPredicate", "NSObject"],
            "NSSelfExpression": expression,
            "NSVariableExpression": expression,
            "NSConstantValueExpression": expression,
            "NSFunctionExpression": expression,
            "NSKeyPathExpression": ["NSFunctionExpression"] + expression,
            "NSKeyPathSpecifierExpression": expression,
            "NSAggregateExpression": expression,
            "NSAnyKeyExpression": expression,
            "NSEqualityPredicateOperator": operation,
            "NSComparisonPredicateOperator": operation,
            "NSInPredicateOperator": operation,
            "NSBetweenPredicateOperator": operation,
            "NSCustomPredicateOperator": operation,
            "NSMatchingPredicateOperator": textOperation,
            "NSLikePredicateOperator": textOperation,
            "NSSubstringPredicateOperator": textOperation,
        ]
    }()
}
