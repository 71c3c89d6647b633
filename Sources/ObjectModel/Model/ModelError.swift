/// What is wrong with a model, or with a file that should hold one.
public struct ModelError: Error, Equatable, Sendable {
    /// What is wrong.
    public let problem: Problem
    /// The file that was read, where the model came from one.
    public var path: String?
    /// The line (from 1) where the file is text and the position is known.
    public var line: Int?
    /// The column (from 1) where the file is text and the position is known.
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

    /// The same error, telling the file where it has none yet.
    func located(in path: String) -> ModelError {
        ModelError(problem, path: self.path ?? path, line: line, column: column)
    }

    /// The kinds of what can be wrong.
    public enum Problem: Equatable, Sendable {
        /// Two entities of one name.
        case duplicateEntity(String)
        /// Two own properties of one name in an entity.
        case duplicateProperty(entity: String, property: String)
        /// The superentity is not in the model.
        case unknownSuperentity(entity: String, superentity: String)
        /// The entity inherits from itself, directly or not.
        case inheritanceCycle(entity: String)
        /// More levels of inheritance than any model has.
        case inheritanceTooDeep(entity: String, limit: Int)
        /// The destination is not in the model.
        case unknownDestination(entity: String, relationship: String, destination: String)
        /// The destination has no relationship of that name.
        case unknownInverse(
            entity: String, relationship: String, destination: String, inverse: String)
        /// An index, a uniqueness constraint or a template names a property that is not there.
        case unknownProperty(entity: String, property: String, usedBy: String)
        /// A fetch request or a configuration names an entity that is not there.
        case unknownEntity(String, usedBy: String)
        /// More of something than a model can have; a guard against hostile files.
        case tooMany(what: String, limit: Int)
        /// A text that should have been one of several, such as an attribute type.
        case unknownValue(String, of: String, usedBy: String)
        /// The folder has no version of that name.
        case unknownVersion(String, available: [String])
        /// The folder has several versions and does not say which one is current.
        case noCurrentVersion(available: [String])
        /// What the folder calls its current version is not there.
        case lostCurrentVersion(String, available: [String])
        /// A version was asked for, but the file holds a single model.
        case noVersions
        /// A required part of the file is absent.
        case missing(String, usedBy: String)
        /// A predicate or expression that could not be understood.
        case badFormat(text: String, usedBy: String, reason: String)
        /// The file is not what it should be: no XML, no property list, no archive.
        case malformed(String)
        /// The file holds no model: an unknown kind, or a store without a model cache.
        case noModel(String)
        /// A file that is not there.
        case fileNotFound
        /// The file could not be read.
        case unreadable(String)
    }
}
