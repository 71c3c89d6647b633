import ObjectModel
import SwiftSource

/// Arrays, sets and dictionaries.
extension AttributeReader {
    /// An array, kept as an archive around JSON.
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

    /// A dictionary is data, as those of structures by texts are.
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

    /// Why no list of such elements can be stored; nil where it can.
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

    /// An array in a structure: plain values are archived as at the top, everything else is bare JSON.
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
            // Of texts the hash is known, the rows are not.
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
