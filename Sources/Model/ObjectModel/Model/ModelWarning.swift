/// A part of a model file that was left out or is not certain. The model is usable without it.
public enum ModelWarning: Equatable, Sendable {
    /// A predicate of a validation or a fetch request could not be parsed and was left out.
    case predicateLeftOut(usedBy: String, problem: ModelError.Problem)
    /// A default value or bound in a model's XML does not fit the attribute's type, as happens after a change of
    /// type. A default is read as zero, as the compiler does, and a bound is left out.
    case strayValue(text: String, attribute: String, usedBy: String)
    /// No real store shows the version hash of such a derived attribute. It was computed by a rule
    /// (docs/internals/format.md#version-hashes). Prefer a declared hash.
    case unsampledDerivation(entity: String, attribute: String)
    /// The file declares a version hash that differs from the one computed from its model.
    case declaredHashDiffers(entity: String)
    /// The file declares hashes of entities that are not in the model, or lacks hashes of some entities.
    case declaredEntitiesDiffer(onlyDeclared: [String], onlyInModel: [String])
}
