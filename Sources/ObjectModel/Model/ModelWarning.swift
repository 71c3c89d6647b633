/// Something in a model file that was left out or is not certain; the model is usable without.
public enum ModelWarning: Equatable, Sendable {
    /// A predicate of a validation or a fetch request that could not be understood was left out.
    case predicateLeftOut(usedBy: String, problem: ModelError.Problem)
    /// A default value or bound in a model's XML is no value of the attribute's type, left over
    /// from another one. A default is taken as zero, as the compiler does, a bound is left out.
    case strayValue(text: String, attribute: String, usedBy: String)
    /// No real store shows the version hash of such a derived attribute; it follows from a rule
    /// (docs/format.md#version-hashes). Trust a declared hash over it.
    case unsampledDerivation(entity: String, attribute: String)
    /// The file declares another version hash than the one computed from its model.
    case declaredHashDiffers(entity: String)
    /// The file declares hashes of entities that the model does not have, or lacks some.
    case declaredEntitiesDiffer(onlyDeclared: [String], onlyInModel: [String])
}
