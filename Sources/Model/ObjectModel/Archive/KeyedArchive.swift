import Files

/// A keyed archive: a property list whose `$objects` refer to one another by index.
///
/// `NSKeyedUnarchiver` stops the process at an unknown class, and model archives contain private classes and the
/// app's own. Therefore this type resolves the references. It follows only requested references. Every walk through
/// nested objects has a limited depth, and all walks together have a limited length, because objects that many others
/// share could expand to endless work.
final class KeyedArchive {
    /// An object of a class, with its fields.
    struct Object {
        /// The index in the archive, which is the same for all references to one object.
        let index: Int
        /// The class or its nearest known superclass. If none is known, the class's own name.
        let className: String
        let fields: [String: PropertyList]

        subscript(key: String) -> PropertyList? { fields[key] }
    }

    /// The limit of nested objects in a plain value.
    static let depthLimit = Limits.archivedLevels.most

    private let objects: [PropertyList]
    /// The names of classes by their index, cached.
    private var classNames: [Int: String] = [:]
    /// The number of elements that may still be returned.
    private var remaining = PropertyList.Limit.values * 2
    /// The top object.
    let root: PropertyList

    /// Takes the parts of an archive.
    ///
    /// - Throws: ``ModelError`` (`malformed`) if the list is not a keyed archive.
    init(_ list: PropertyList) throws {
        guard let objects = list["$objects"]?.array, let top = list["$top"]?.dictionary,
            let root = top["root"] ?? (top.count == 1 ? top.values.first : nil), root.uid != nil
        else { throw ModelError(.malformed("the property list is no keyed archive")) }
        self.objects = objects
        self.root = root
    }

    /// Returns the object of a reference, or the value itself if it is not a reference. Returns nil for nil and for
    /// null.
    func resolve(_ value: PropertyList?) -> PropertyList? {
        guard let value else { return nil }
        guard let index = value.uid else { return value }
        // The first object is always the text "$null".
        guard index > 0, index < objects.count else { return nil }
        return objects[index]
    }

    /// Returns the object of a reference, with its class.
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

    /// Returns the text of a value or of the object that it refers to, including mutable strings.
    func string(_ value: PropertyList?) -> String? {
        guard let value = resolve(value) else { return nil }
        if let text = value.string { return text }
        // A mutable string is an object that contains the text or refers to it.
        return resolve(value["NS.string"])?.string
    }

    /// Returns a field of an object as text.
    func string(_ key: String, of object: Object) -> String? { string(object[key]) }

    /// Returns a field of an object as a truth value; false if it is missing.
    func bool(_ key: String, of object: Object) -> Bool { resolve(object[key])?.bool ?? false }

    /// Returns a field of an object as an integer.
    func integer(_ key: String, of object: Object) -> Int? {
        resolve(object[key])?.integer.flatMap { Int(exactly: $0) }
    }

    /// Throws if more elements were requested than any model has. From then on, ``elements(_:)`` and ``entries(_:)``
    /// return nothing.
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

    /// Returns the elements of an array or set; empty for other objects.
    func elements(_ value: PropertyList?) -> [PropertyList] {
        guard let resolved = resolve(value),
            let elements = resolved.array ?? resolved["NS.objects"]?.array
        else { return [] }
        return spend(elements.count) ? elements : []
    }

    /// Returns the texts in an array or set.
    func strings(_ value: PropertyList?) -> [String] { elements(value).compactMap { string($0) } }

    /// Returns the keys and values of a dictionary, including the private one with known keys; empty for other
    /// objects.
    func entries(_ value: PropertyList?) -> [(key: PropertyList, value: PropertyList)] {
        guard let fields = resolve(value)?.dictionary else { return [] }
        if let keys = fields["NS.keys"]?.array, let values = fields["NS.objects"]?.array {
            guard spend(keys.count) else { return [] }
            return Array(zip(keys, values)).map { (key: $0.0, value: $0.1) }
        }
        guard let mapping = resolve(fields["searchMapping"]) else { return [] }
        let keys = elements(mapping["keys"])
        let values = elements(fields["values"])
        // A known key without a value refers to a special text.
        let empty = string(fields["emptyToken"])
        return zip(keys, values).filter { empty == nil || string($0.1) != empty }
            .map { (key: $0.0, value: $0.1) }
    }

    /// Returns an error that names the class of an object.
    func malformed(_ object: Object?, _ problem: String) -> ModelError {
        ModelError(.malformed("\(object?.className ?? "an object") \(problem)"))
    }
}

extension KeyedArchive {
    /// The classes with a known archived form. An object of a subclass is read as one of these.
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
