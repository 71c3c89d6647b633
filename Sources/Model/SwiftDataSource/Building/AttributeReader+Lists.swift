import ObjectModel
import SwiftSource

/// Arrays, sets and dictionaries.
extension AttributeReader {
    /// Returns the attribute of an array: an archive around JSON.
    func archive(
        of element: ResolvedType, _ syntax: TypeSyntax, _ traits: PropertyTraits
    ) -> Form {
        let text = syntax.unwrapped.type.description
        if let problem = problem(withElement: element, of: text) { return .problem(problem) }
        guard case .standard(let type) = element,
            ["String", "Data", "UUID", "Int", "Date"].contains(type.name)
        else { return archive(traits, warnings: [.analogy(text)]) }
        return archive(traits, warnings: [])
    }

    /// Returns the attribute of a dictionary: binary data, as stores show it for dictionaries of structures by texts.
    func dictionary(
        _ key: ResolvedType, _ value: ResolvedType, _ syntax: TypeSyntax, _ traits: PropertyTraits
    ) -> Form {
        let text = syntax.unwrapped.type.description
        for type in [key, value] {
            if let problem = problem(withElement: type, of: text) { return .problem(problem) }
        }
        var isSampled = value.declared?.kind == .struct
        if case .standard(let key) = key { isSampled = isSampled && key.name == "String" }
        return .attribute(
            AttributeDescription(traits, type: .binaryData),
            warnings: isSampled ? [] : [.analogy(text)])
    }

    /// Returns why a list of such elements cannot be stored; nil if it can.
    private func problem(
        withElement element: ResolvedType, of text: String
    ) -> ModelSourceIssue.Problem? {
        switch element.unwrapped.type {
        case .standard(let type): type.attribute == nil ? .unknownForm(text) : nil
        case .declared(let type): problem(with: type)
        case .array, .set, .dictionary: nil
        case .unknown(let name): .unknownType(name)
        case .ambiguous(let name, let types):
            .ambiguousType(name, locations: types.map(\.locationText))
        case .notStorable(let name): .notStorable(name)
        case .optional: .unknownForm(text)
        }
    }

    func archive(
        _ traits: PropertyTraits, warnings: [ModelSourceIssue.Problem]
    ) -> Form {
        .attribute(
            AttributeDescription(
                traits, type: .transformable,
                valueTransformerName: "NSSecureUnarchiveFromData"), warnings: warnings)
    }

    /// Returns the attribute of an array in a structure: an archive for plain values, as at the top level, and
    /// otherwise bare JSON.
    func array(
        of element: ResolvedType, _ traits: PropertyTraits, in structure: String
    ) -> Form {
        func data(_ warnings: [ModelSourceIssue.Problem]) -> Form {
            .attribute(AttributeDescription(traits, type: .binaryData), warnings: warnings)
        }
        let (type, isOptional) = element.unwrapped
        switch type {
        case .standard(let standard):
            let text = "[\(standard.name)\(isOptional ? "?" : "")] in \(structure)"
            guard standard.attribute != nil, standard.fields.isEmpty else {
                return data([.analogy(text)])
            }
            // For an array of texts, the hash is known, but the rows are not.
            let isSampled = standard.name == "String" && !isOptional
            return archive(traits, warnings: [.analogy(isSampled ? "the rows of \(text)" : text)])
        case .declared(let declared):
            if let problem = problem(with: declared) { return .problem(problem) }
            return data(isOptional ? [.analogy("[\(declared.name)?] in \(structure)")] : [])
        case .unknown(let name), .ambiguous(let name, _):
            return data([.analogy("[\(name)] in \(structure)")])
        case .array, .set, .dictionary, .optional:
            return data([.analogy("a list of lists in \(structure)")])
        case .notStorable(let name): return .problem(.notStorable(name))
        }
    }
}
