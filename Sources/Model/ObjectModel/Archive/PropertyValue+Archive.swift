extension PropertyValue {
    /// Returns the value as a keyed archive. With Core Data's own transformer `NSSecureUnarchiveFromData`,
    /// transformable attributes keep arrays, dictionaries and single values in this form
    /// (docs/internals/format.md#rows).
    ///
    /// Objects are numbered as by `NSKeyedArchiver`: an object, its contents, then its class. Dictionaries have their
    /// keys in binary order. The same value gives the same bytes.
    ///
    /// - Throws: ``ModelArchiveError`` for an object of a class without a plain form, and for a decimal number with
    ///   more digits than `NSDecimalNumber` has.
    package func keyedArchive() throws(ModelArchiveError) -> [UInt8] {
        var builder = KeyedArchiveBuilder()
        let root = try builder.object(self)
        return builder.archive(root: root).archiverBinary
    }
}

extension PropertyValue {
    /// Reads a keyed archive from a transformable attribute; nil for an archive of nil. For objects of classes
    /// without a plain form, only the class name is known.
    ///
    /// - Throws: ``ModelError`` if the bytes are not a keyed archive, or one that is nested too deeply.
    package init?(keyedArchive bytes: [UInt8]) throws {
        let archive = try KeyedArchive(PropertyList(bytes: bytes))
        guard let value = try archive.plainValue(archive.root) else { return nil }
        self = value
    }
}

extension KeyedArchiveBuilder {
    /// Adds a value of an archive of its own. Unlike ``value(_:usedBy:)``, it adds containers before their contents.
    fileprivate mutating func object(
        _ value: PropertyValue
    ) throws(ModelArchiveError) -> PropertyList {
        switch value {
        case .array(let elements):
            let index = reserve()
            var members: [PropertyList] = []
            for element in elements { members.append(try object(element)) }
            fill(index, className: "NSArray", ["NS.objects": .array(members)])
            return index
        case .dictionary(let entries):
            let index = reserve()
            let keys = entries.entries.map { string($0.key) }
            var values: [PropertyList] = []
            for entry in entries.entries { values.append(try object(entry.value)) }
            fill(
                index, className: "NSDictionary",
                ["NS.keys": .array(keys), "NS.objects": .array(values)])
            return index
        case .date(let seconds):
            // Equal dates are one object, as a real archive (`photos-13`) shows.
            if let index = dates[seconds.bitPattern] { return index }
            let index = reserve()
            dates[seconds.bitPattern] = index
            fill(index, className: "NSDate", ["NS.time": .real(seconds)])
            return index
        default: return try self.value(value, usedBy: "")
        }
    }
}
