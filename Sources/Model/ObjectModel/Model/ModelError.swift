/// An error of a model, or of a file that should contain one.
public struct ModelError: Error, Equatable, Sendable {
    /// The problem.
    public let problem: Problem
    /// The file, if the model was read from one.
    public var path: String?
    /// The line, from 1, if the file is text and the position is known.
    public var line: Int?
    /// The column, from 1, if the file is text and the position is known.
    public var column: Int?

    /// Creates an error from its parts.
    package init(
        _ problem: Problem, path: String? = nil, line: Int? = nil, column: Int? = nil
    ) {
        self.problem = problem
        self.path = path
        self.line = line
        self.column = column
    }

    /// Returns the error with the file, unless it already has one.
    func located(in path: String) -> ModelError {
        ModelError(problem, path: self.path ?? path, line: line, column: column)
    }

    /// The kinds of problems.
    public enum Problem: Equatable, Sendable {
        /// Two entities have the same name.
        case duplicateEntity(String)
        /// Two own properties of an entity have the same name.
        case duplicateProperty(entity: String, property: String)
        /// The superentity is not in the model.
        case unknownSuperentity(entity: String, superentity: String)
        /// The entity inherits from itself, directly or not.
        case inheritanceCycle(entity: String)
        /// There are more levels of inheritance than any real model has.
        case inheritanceTooDeep(entity: String, limit: Int)
        /// The destination is not in the model.
        case unknownDestination(entity: String, relationship: String, destination: String)
        /// The destination has no relationship of that name.
        case unknownInverse(
            entity: String, relationship: String, destination: String, inverse: String)
        /// An index, a uniqueness constraint or a template names a missing property.
        case unknownProperty(entity: String, property: String, usedBy: String)
        /// A fetch request or a configuration names a missing entity.
        case unknownEntity(String, usedBy: String)
        /// There is more of something than a model can have. This guards against hostile files.
        case tooMany(what: String, limit: Int)
        /// A text is not one of the allowed values, such as an attribute type.
        case unknownValue(String, of: String, usedBy: String)
        /// The folder has no version with that name.
        case unknownVersion(String, available: [String])
        /// The folder has several versions and does not name the current one.
        case noCurrentVersion(available: [String])
        /// The version that the folder names as current is missing.
        case lostCurrentVersion(String, available: [String])
        /// A version was requested, but the file contains a single model.
        case noVersions
        /// A required part of the file is missing.
        case missing(String, usedBy: String)
        /// A predicate or expression cannot be parsed.
        case badFormat(text: String, usedBy: String, reason: String)
        /// The file is not well-formed XML, a property list or an archive.
        case malformed(String)
        /// The file has no model: it is of an unknown kind, or a store without a model cache.
        case noModel(String)
        /// The file does not exist.
        case fileNotFound
        /// The file cannot be read.
        case unreadable(String)
    }
}
