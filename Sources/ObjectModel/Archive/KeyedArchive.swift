import Files

/// A keyed archive: a property list whose `$objects` refer to one another by index.
///
/// `NSKeyedUnarchiver` stops the process at a class it does not know, and model archives hold
/// private classes and the app's own; so the references are resolved here. Nothing is followed
/// further than asked for, every walk through nested objects has a limited depth, and all walks
/// together a limited length: objects that many others share could unfold into endless work.
final class KeyedArchive {
    /// An object of a class, with its fields.
    struct Object {
        /// The index in the archive; the same for all references to one object.
        let index: Int
        /// The class, or the nearest one it inherits from that is known here; its own name where
        /// none is.
        let className: String
        let fields: [String: PropertyList]

        subscript(key: String) -> PropertyList? { fields[key] }
    }

    /// Objects inside one another in a plain value.
    static let depthLimit = Limits.archivedLevels.most

    private let objects: [PropertyList]
    /// Class names already found, by the index of the class.
    private var classNames: [Int: String] = [:]
    /// How many more elements may be handed out.
    private var remaining = PropertyList.Limit.values * 2
    /// The top object.
    let root: PropertyList

    /// Takes the parts of an archive.
    ///
    /// - Throws: ``ModelError`` (`malformed`) when the list is no keyed archive.
    init(_ list: PropertyList) throws {
        guard let objects = list["$objects"]?.array, let top = list["$top"]?.dictionary,
            let root = top["root"] ?? (top.count == 1 ? top.values.first : nil), root.uid != nil
        else { throw ModelError(.malformed("the property list is no keyed archive")) }
        self.objects = objects
        self.root = root
    }

    /// What a reference leads to; the value itself where it is none, nil for nil and for null.
    func resolve(_ value: PropertyList?) -> PropertyList? {
        guard let value else { return nil }
        guard let index = value.uid else { return value }
        // The first object is always the text "$null".
        guard index > 0, index < objects.count else { return nil }
        return objects[index]
    }

    /// The object of a class that a reference leads to.
    func object(_ value: PropertyList?) -> Object? {
        guard let index = value?.uid, let fields = resolve(value)?.dictionary,
            let className = className(fields["$class"])
        else { return nil }
        return Object(index: index, className: className, fields: fields)
    }

    private func className(_ value: PropertyList?) -> String? {
        guard let index = value?.uid else { return nil }
        if let known = classNames[index] { return known }
        guard let fields = resolve(value), let name = fields["$classname"]?.string else {
            return nil
        }
        let ancestors = (fields["$classes"]?.array ?? []).prefix(Self.depthLimit)
        let known = ([name] + ancestors.compactMap { string($0) })
            .first { Self.knownClasses.contains($0) }
        classNames[index] = known ?? name
        return known ?? name
    }

    /// The text that a value is or refers to, mutable strings included.
    func string(_ value: PropertyList?) -> String? {
        guard let value = resolve(value) else { return nil }
        if let text = value.string { return text }
        // A mutable string is an object that holds the text, or refers to it.
        return resolve(value["NS.string"])?.string
    }

    /// A field of an object as text.
    func string(_ key: String, of object: Object) -> String? { string(object[key]) }

    /// A field of an object as truth value; absent means false.
    func bool(_ key: String, of object: Object) -> Bool { resolve(object[key])?.bool ?? false }

    /// A field of an object as integer.
    func integer(_ key: String, of object: Object) -> Int? {
        resolve(object[key])?.integer.flatMap { Int(exactly: $0) }
    }

    /// Fails when more was asked for than any model has; until then ``elements(_:)`` and
    /// ``entries(_:)`` give nothing any more.
    func checkLimit() throws {
        guard remaining > 0 else {
            throw ModelError(
                .tooMany(what: "objects in the archive", limit: PropertyList.Limit.values * 2))
        }
    }

    private func spend(_ count: Int) -> Bool {
        remaining -= min(count + 1, remaining)
        return remaining > 0
    }

    /// The elements of an array or set; empty for everything else.
    func elements(_ value: PropertyList?) -> [PropertyList] {
        guard let resolved = resolve(value),
            let elements = resolved.array ?? resolved["NS.objects"]?.array
        else { return [] }
        return spend(elements.count) ? elements : []
    }

    /// The texts in an array or set.
    func strings(_ value: PropertyList?) -> [String] { elements(value).compactMap { string($0) } }

    /// The keys and values of a dictionary, the private one with known keys included; empty for
    /// everything else.
    func entries(_ value: PropertyList?) -> [(key: PropertyList, value: PropertyList)] {
        guard let fields = resolve(value)?.dictionary else { return [] }
        if let keys = fields["NS.keys"]?.array, let values = fields["NS.objects"]?.array {
            guard spend(keys.count) else { return [] }
            return Array(zip(keys, values)).map { (key: $0.0, value: $0.1) }
        }
        guard let mapping = resolve(fields["searchMapping"]) else { return [] }
        let keys = elements(mapping["keys"])
        let values = elements(fields["values"])
        // A known key without value has a text in its index that says so.
        let empty = string(fields["emptyToken"])
        return zip(keys, values).filter { empty == nil || string($0.1) != empty }
            .map { (key: $0.0, value: $0.1) }
    }

    /// An error that names the class of an object.
    func malformed(_ object: Object?, _ problem: String) -> ModelError {
        ModelError(.malformed("\(object?.className ?? "an object") \(problem)"))
    }
}

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
