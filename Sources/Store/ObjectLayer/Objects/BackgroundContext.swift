/// A context with an executor of its own: a private-queue context.
///
/// ```swift
/// let background = try BackgroundContext(coordinator)
/// let count = try await background.perform { context in
///     let item = try context.insertNewObject(forEntityName: "Item")
///     try item.setValue("Coffee", forKey: "name")
///     try context.save()
///     return try context.count(for: FetchRequest(entityName: "Item"))
/// }
/// ```
///
/// Objects must not leave the closure. Its result has to be `Sendable`, such as object IDs.
public actor BackgroundContext {
    private let context: ManagedObjectContext

    /// Creates a context with a connection of its own.
    ///
    /// - Throws: `DatabaseError`, `StoreError`.
    public init(_ coordinator: PersistentStoreCoordinator) throws {
        context = try ManagedObjectContext(coordinator)
    }

    /// Runs a closure with the context. Only one closure runs at a time.
    public func perform<Result: Sendable>(
        _ body: @Sendable (ManagedObjectContext) throws -> Result
    ) rethrows -> Result {
        try body(context)
    }
}
