/// Builds a keyed archive, object by object, as a property list.
///
/// Indexes are assigned before contents are known, so that objects can refer to one another in circles, as entities
/// and relationships do. The same calls give the same archive, byte for byte.
struct KeyedArchiveBuilder {
    private var objects: [PropertyList] = [.string("$null")]
    private var strings: [String: Int] = [:]
    private var integers: [Int64: Int] = [:]
    private var classes: [String: Int] = [:]
    /// The indices of dates, by the bits of their seconds.
    var dates: [UInt64: PropertyList] = [:]

    /// The reference for nil.
    static let null = PropertyList.uid(0)

    /// Reserves an index for an object whose content is added later.
    mutating func reserve() -> PropertyList {
        objects.append(.null)
        return .uid(objects.count - 1)
    }

    /// Sets the content of a reserved object.
    mutating func fill(
        _ uid: PropertyList, className: String, _ fields: [String: PropertyList]
    ) {
        guard let index = uid.uid, objects.indices.contains(index) else { return }
        var fields = fields
        fields["$class"] = classReference(className)
        objects[index] = .dictionary(fields)
    }

    /// Adds an object.
    mutating func add(className: String, _ fields: [String: PropertyList]) -> PropertyList {
        let index = reserve()
        fill(index, className: className, fields)
        return index
    }

    /// Adds a value without a class: a text, number or truth value.
    private mutating func add(_ value: PropertyList) -> PropertyList {
        objects.append(value)
        return .uid(objects.count - 1)
    }

    /// Adds a text. Equal texts share an index; they are compared byte by byte.
    mutating func string(_ text: String?) -> PropertyList {
        guard let text else { return Self.null }
        // Swift considers canonically equivalent texts equal, but here each must keep its form.
        if let index = strings[text], case .string(let known) = objects[index],
            known.utf8.elementsEqual(text.utf8)
        {
            return .uid(index)
        }
        // A text that equals nil's placeholder needs an index of its own.
        let reference = add(.string(text))
        strings[text] = reference.uid
        return reference
    }

    mutating func integer(_ number: Int64) -> PropertyList {
        if let index = integers[number] { return .uid(index) }
        let reference = add(.integer(number))
        integers[number] = reference.uid
        return reference
    }

    mutating func real(_ number: Double) -> PropertyList { add(.real(number)) }
    mutating func bool(_ flag: Bool) -> PropertyList { add(.bool(flag)) }
    mutating func data(_ bytes: [UInt8]) -> PropertyList { add(.data(bytes)) }

    mutating func array(
        _ elements: [PropertyList], className: String = "NSMutableArray"
    ) -> PropertyList {
        add(className: className, ["NS.objects": .array(elements)])
    }

    mutating func dictionary(
        _ entries: [(key: PropertyList, value: PropertyList)],
        className: String = "NSMutableDictionary"
    ) -> PropertyList {
        add(
            className: className,
            [
                "NS.keys": .array(entries.map(\.key)), "NS.objects": .array(entries.map(\.value)),
            ])
    }

    private mutating func classReference(_ name: String) -> PropertyList {
        if let index = classes[name] { return .uid(index) }
        let chain = [name] + (ArchivedClass.superclasses[name] ?? ["NSObject"])
        let reference = add(
            .dictionary([
                "$classname": .string(name), "$classes": .array(chain.map { .string($0) }),
            ]))
        classes[name] = reference.uid
        return reference
    }

    /// Returns the whole archive.
    func archive(root: PropertyList) -> PropertyList {
        .dictionary([
            "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
            "$top": .dictionary(["root": root]), "$objects": .array(objects),
        ])
    }
}
