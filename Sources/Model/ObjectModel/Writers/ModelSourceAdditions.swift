import Files
import XML

/// Entities and properties to add to the XML of a model. Everything else in the file stays as it is, such as the
/// editor's layout and the settings of classes.
package struct ModelSourceAdditions {
    /// The new entities.
    package var entities: [EntityDescription]
    /// The new attributes and relationships of entities that the file has, by entity.
    package var properties: [String: [PropertyDescription]]
    /// The new uniqueness constraints of these entities, each with the names of its attributes.
    package var constraints: [String: [[String]]]

    package init(
        entities: [EntityDescription] = [], properties: [String: [PropertyDescription]] = [:],
        constraints: [String: [[String]]] = [:]
    ) {
        self.entities = entities
        self.properties = properties
        self.constraints = constraints
    }

    package var isEmpty: Bool { entities.isEmpty && properties.values.allSatisfy(\.isEmpty) }

    /// Returns the XML of an `.xcdatamodel/contents` file with the additions.
    ///
    /// - Throws: ``ModelError`` if the file cannot be read, or the result is no valid model; ``ModelSourceError`` for a
    ///   name that XML does not allow.
    package func applied(to file: [UInt8]) throws -> String {
        let bytes = try XMLTreeElement.utf8(file)
        let places = try Self.places(in: bytes)
        let generatesClasses = String(decoding: bytes, as: UTF8.self).contains(#"codeGenerationType="class""#)
        var pieces: [(offset: Int, replaced: Int, text: String)] = []
        for (name, added) in properties.sorted(by: { $0.key < $1.key }) where !added.isEmpty {
            guard let place = places.entities[name] else {
                throw ModelError(.missing("an entity named \(name)", usedBy: "the added properties"))
            }
            let attributes = try text(levels: 2, generatesClasses) { writer throws(ModelSourceError) in
                for case .attribute(let attribute) in added { try writer.write(attribute) }
            }
            let relationships = try text(levels: 2, generatesClasses) { writer throws(ModelSourceError) in
                for case .relationship(let relationship) in added { try writer.write(relationship) }
            }
            let constraints = try text(of: constraints[name] ?? [], at: place.constraints, generatesClasses)
            guard place.isEmptyTag else {
                pieces.append((place.attributes, 0, attributes))
                pieces.append((place.relationships, 0, relationships))
                pieces.append((place.constraints.offset, 0, constraints))
                continue
            }
            // `/>` becomes the end of a start tag with content.
            pieces.append(
                (place.attributes, 2, ">\n\(attributes)\(relationships)\(constraints)    </entity>"))
        }
        let whole = try text(levels: 1, generatesClasses) { writer throws(ModelSourceError) in
            for entity in entities { try writer.write(entity) }
        }
        pieces.append((places.end, 0, whole))
        var result: [UInt8] = []
        var done = 0
        for piece in pieces.enumerated().sorted(by: {
            ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
        }).map(\.element) {
            result += bytes[done..<piece.offset]
            result += piece.text.utf8
            done = piece.offset + piece.replaced
        }
        result += bytes[done...]
        _ = try XMLModelReader.read(result)
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns constraints as lines, with the element around them unless the entity already has one.
    private func text(
        of constraints: [[String]], at place: Place.Constraints, _ generatesClasses: Bool
    ) throws -> String {
        guard place.areInside else {
            return try text(levels: 2, generatesClasses) { writer throws(ModelSourceError) in
                try writer.write(constraints: constraints)
            }
        }
        return try text(levels: 3, generatesClasses) { writer throws(ModelSourceError) in
            for names in constraints { try writer.write(constraint: names) }
        }
    }

    /// Returns elements as lines within the given number of elements.
    private func text(
        levels: Int, _ generatesClasses: Bool,
        _ write: (inout ModelSourceWriter) throws(ModelSourceError) -> Void
    ) throws -> String {
        var writer = ModelSourceWriter(
            model: try ManagedObjectModel(entities: []), generatesClasses: generatesClasses)
        for _ in 0..<levels { try writer.xml.begin("model") }
        let start = writer.xml.text.utf8.count
        try write(&writer)
        return String(decoding: Array(writer.xml.text.utf8.dropFirst(start)), as: UTF8.self)
    }

    // MARK: Places

    /// The offsets at which parts of an entity are added.
    private struct Place {
        /// The place of new constraints.
        struct Constraints {
            var offset = 0
            /// Whether the offset is inside an element with other constraints.
            var areInside = false
        }

        var attributes = 0
        var relationships = 0
        var constraints = Constraints()
        /// Whether the entity has no content. All offsets are then that of `/>`.
        var isEmptyTag = false
    }

    /// Returns the places in a file: for each entity, and for further entities.
    private static func places(in bytes: [UInt8]) throws -> (entities: [String: Place], end: Int) {
        let xml = XMLReader(XMLBytes(bytes), levels: Limits.modelLevels.most) { ModelError($0) }
        var offsets = OffsetFinder(bytes)
        var found: [String: Place] = [:]
        var end: Int?
        var entity: (name: String, start: Int, attributes: Int?, relationships: Int?)?
        var constraints: Place.Constraints?
        while true {
            switch try xml.next() {
            case .startElement:
                let offset = offsets.offset(of: xml.position)
                let name = String(decoding: xml.name, as: UTF8.self)
                switch xml.depth {
                case 2 where name == "entity": (entity, constraints) = (("", offset, nil, nil), nil)
                case 2 where end == nil && !found.isEmpty: end = offsets.lineStart(before: offset)
                case 3 where entity != nil:
                    let start = offsets.lineStart(before: offset)
                    if name != "attribute", entity?.attributes == nil { entity?.attributes = start }
                    let isProperty = name == "attribute" || name == "relationship"
                    if !isProperty, entity?.relationships == nil { entity?.relationships = start }
                    if name == "userInfo", constraints == nil { constraints = .init(offset: start) }
                default: break
                }
            case .attribute:
                if xml.depth == 2, xml.name.elementsEqual("name".utf8), entity != nil {
                    entity?.name = String(decoding: xml.text, as: UTF8.self)
                }
            case .text: break
            case .endElement:
                let offset = offsets.offset(of: xml.position)
                if xml.depth == 1, let open = entity {
                    if bytes[offset...].starts(with: Array("</".utf8)) {
                        let start = offsets.lineStart(before: offset)
                        found[open.name] = Place(
                            attributes: open.attributes ?? start, relationships: open.relationships ?? start,
                            constraints: constraints ?? .init(offset: start))
                    } else {
                        let close = offsets.endOfTag(at: open.start) - 2
                        found[open.name] = Place(attributes: close, relationships: close, isEmptyTag: true)
                    }
                    entity = nil
                } else if xml.depth == 2, entity != nil,
                    bytes[offset...].starts(with: Array("</uniquenessConstraints".utf8))
                {
                    constraints = .init(offset: offsets.lineStart(before: offset), areInside: true)
                } else if xml.depth == 0 {
                    return (found, end ?? offsets.lineStart(before: offset))
                }
            case .end: return (found, end ?? bytes.count)
            }
        }
    }
}

/// Turns the positions of a text in ascending order into offsets of bytes.
private struct OffsetFinder {
    private let bytes: [UInt8]
    private var offset = 0
    private var position = TextPosition()

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func offset(of wanted: TextPosition) -> Int {
        while offset < bytes.count,
            (position.line, position.column) < (wanted.line, wanted.column)
                || bytes[offset] & 0xC0 == 0x80
                || bytes[offset] == 0x0A && offset > 0 && bytes[offset - 1] == 0x0D
        {
            withUnsafeBytes(of: bytes[offset]) { position.advance(over: $0) }
            offset += 1
        }
        return offset
    }

    /// Returns the start of the line if only spaces precede the offset on it, or else the offset.
    func lineStart(before offset: Int) -> Int {
        var start = offset
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        return start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D ? start : offset
    }

    /// Returns the offset after the tag that starts at an offset. The tag is well-formed.
    func endOfTag(at start: Int) -> Int {
        var quote: UInt8?
        for index in bytes.indices[start...] {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return bytes.count
    }
}
