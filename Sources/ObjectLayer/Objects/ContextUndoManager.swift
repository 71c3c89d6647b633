/// Records the changes of a context, so that they can be undone and redone (Foundation's `UndoManager`, which
/// is not there on every platform, as far as contexts use it).
///
/// ```swift
/// context.undoManager = ContextUndoManager()
/// try item.setValue("Tea", forKey: "name")
/// try context.undo()
/// try context.redo()
/// ```
///
/// Changes are undone by groups. Without a run loop an event ends when its changes are processed:
/// ``ManagedObjectContext/processPendingChanges()``, a save and ``undo()`` end it. What is recorded holds its
/// objects until ``removeAllActions()``.
public final class ContextUndoManager {
    /// Why nothing can be recorded or undone.
    public enum Failure: Error, Equatable, Sendable {
        /// A change outside of any group, while ``ContextUndoManager/groupsByEvent`` is false.
        case noGroup
        /// A group that was begun has not ended.
        case openGroup
    }

    /// One step: what happened, in order.
    final class Group {
        var actions: [UndoAction] = []
        var name = ""
    }

    /// Whether the first change of an event begins a group that the event's end closes.
    public var groupsByEvent = true
    /// How many steps are kept; 0 for all.
    public var levelsOfUndo = 0 {
        didSet { dropOldest() }
    }
    /// Whether ``undo()`` is at work.
    public private(set) var isUndoing = false
    /// Whether ``redo()`` is at work.
    public private(set) var isRedoing = false

    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    private var open: [Group] = []
    /// Whether the outermost open group began with an event.
    private var isEventOpen = false
    private var disablings = 0
    /// The to-many relationships that are being set back, which may come to what was saved.
    private var touched: Set<UndoableChange.Relationship> = []
    /// What deleted objects whose deletion was saved are called since they came back.
    var revivedIDs: [ManagedObjectID: ManagedObjectID] = [:]

    /// Creates one that has recorded nothing.
    public init() {}

    // MARK: State

    /// Whether there is anything to undo.
    public var canUndo: Bool { !undoStack.isEmpty || open.contains { !$0.actions.isEmpty } }
    /// Whether there is anything to redo.
    public var canRedo: Bool { !redoStack.isEmpty }
    /// How many groups are open.
    public var groupingLevel: Int { open.count }
    /// Whether changes are recorded.
    public var isUndoRegistrationEnabled: Bool { disablings == 0 }
    /// What the next step to be undone is called; empty for nothing.
    public var undoActionName: String { (open.first ?? undoStack.last)?.name ?? "" }
    /// What the next step to be redone is called; empty for nothing.
    public var redoActionName: String { redoStack.last?.name ?? "" }

    /// Names the step that is being recorded, or the last one.
    public func setActionName(_ name: String) { (open.first ?? undoStack.last)?.name = name }

    /// Records no changes until ``enableUndoRegistration()`` was called as often.
    public func disableUndoRegistration() { disablings += 1 }

    /// Records changes again.
    public func enableUndoRegistration() { disablings = max(disablings - 1, 0) }

    /// Forgets everything that was recorded.
    public func removeAllActions() {
        undoStack = []
        redoStack = []
        open = []
        isEventOpen = false
        revivedIDs = [:]
    }

    // MARK: Recording

    /// Begins a group; what happens until ``endUndoGrouping()`` is one step, or part of the step around it.
    public func beginUndoGrouping() {
        if open.isEmpty, groupsByEvent { beginEvent() }
        open.append(Group())
    }

    /// Ends the group that was begun last.
    ///
    /// - Throws: ``Failure/noGroup``.
    public func endUndoGrouping() throws {
        guard let group = open.popLast() else { throw Failure.noGroup }
        if open.isEmpty { isEventOpen = false }
        guard !group.actions.isEmpty else { return }
        if let outer = open.last { return outer.actions.append(.group(group)) }
        undoStack.append(group)
        dropOldest()
    }

    /// Records an action of one's own beside the changes of objects. What it records itself while it undoes is
    /// what redoes it.
    ///
    /// - Throws: ``Failure/noGroup``.
    public func registerUndo(_ action: @escaping (ContextUndoManager) throws -> Void) throws {
        try register(.closure(action))
    }

    /// Records what undoes a change.
    func register(_ action: @autoclosure () throws -> UndoAction) throws {
        guard isUndoRegistrationEnabled else { return }
        if open.isEmpty {
            guard groupsByEvent else { throw Failure.noGroup }
            beginEvent()
        }
        open.last?.actions.append(try action())
        if !isUndoing && !isRedoing { redoStack = [] }
    }

    /// Tells whether ``register(_:)`` would throw, before anything is changed.
    func checkGroup() throws {
        guard !isUndoRegistrationEnabled || groupsByEvent || !open.isEmpty else {
            throw Failure.noGroup
        }
    }

    private func beginEvent() {
        open = [Group()]
        isEventOpen = true
    }

    /// Closes the group of an event that has ended.
    func endEvent() {
        guard isEventOpen, open.count == 1, !isUndoing, !isRedoing else { return }
        try? endUndoGrouping()
    }

    private func dropOldest() {
        guard levelsOfUndo > 0 else { return }
        undoStack = undoStack.suffix(levelsOfUndo)
        redoStack = redoStack.suffix(levelsOfUndo)
    }

    // MARK: Undoing

    /// Ends the outermost group, where one is open, and undoes the last step; nothing happens where there is
    /// none.
    ///
    /// - Throws: ``Failure/openGroup``; ``ManagedObjectError`` where an object is gone that another context
    ///   deleted, and what loading faults throws. Then everything is as before.
    public func undo() throws {
        if open.count == 1 { try endUndoGrouping() }
        guard open.isEmpty else { throw Failure.openGroup }
        guard let group = undoStack.last else { return }
        isUndoing = true
        defer { isUndoing = false }
        let inverse = try reverse(group)
        undoStack.removeLast()
        if !inverse.actions.isEmpty { redoStack.append(inverse) }
    }

    /// Does again what ``undo()`` undid last; nothing happens where there is nothing, or where something was
    /// changed since.
    ///
    /// - Throws: as ``undo()``.
    public func redo() throws {
        endEvent()
        guard open.isEmpty else { throw Failure.openGroup }
        guard let group = redoStack.last else { return }
        isRedoing = true
        defer { isRedoing = false }
        let inverse = try reverse(group)
        redoStack.removeLast()
        if !inverse.actions.isEmpty { undoStack.append(inverse) }
    }

    /// Takes back what a group did.
    ///
    /// - Returns: what takes back that.
    private func reverse(_ group: Group) throws -> Group {
        let inverse = Group()
        inverse.name = group.name
        open = [inverse]
        defer {
            open = []
            settle()
        }
        do {
            try run(group)
        } catch {
            let done = Group()
            open = [done]
            // What was just done can be undone; if not, the first error is the one to tell.
            try? run(inverse)
            throw error
        }
        return inverse
    }

    private func run(_ group: Group) throws {
        for action in group.actions.reversed() {
            switch action {
            case .group(let group): try run(group)
            case .closure(let action): try action(self)
            case .change(let change):
                if let relationship = change.relationship { touched.insert(relationship) }
                try change.reverse(in: self)
            }
        }
    }

    /// Relationships that are what was saved again are no changes.
    private func settle() {
        for relationship in touched {
            let object = relationship.object
            guard let context = object.managedObjectContext else { continue }
            object.toManys[relationship.index].settle(
                isOrdered: object.mapped.toManys[relationship.index].relationship.isOrdered)
            context.noteChange(of: object)
        }
        touched = []
    }
}

/// One entry of what was recorded.
enum UndoAction {
    case change(UndoableChange)
    case group(ContextUndoManager.Group)
    case closure((ContextUndoManager) throws -> Void)
}
