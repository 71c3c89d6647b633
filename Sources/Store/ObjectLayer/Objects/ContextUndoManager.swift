/// Records the changes of a context, so that they can be undone and redone. It has the part of Foundation's
/// `UndoManager` that contexts use, because that class is not available on every platform.
///
/// ```swift
/// context.undoManager = ContextUndoManager()
/// try item.setValue("Tea", forKey: "name")
/// try context.undo()
/// try context.redo()
/// ```
///
/// Changes are undone by groups. Without a run loop, an event ends when its changes are processed:
/// ``ManagedObjectContext/processPendingChanges()``, a save and ``undo()`` end it. Recorded changes keep their objects
/// alive until ``removeAllActions()``.
public final class ContextUndoManager {
    /// The reason why nothing can be recorded or undone.
    public enum Failure: Error, Equatable, Sendable {
        /// A change outside of any group, while ``ContextUndoManager/groupsByEvent`` is false.
        case noGroup
        /// A group was begun and has not ended.
        case openGroup
    }

    /// One step: the recorded actions, in order.
    final class Group {
        var actions: [UndoAction] = []
        var name = ""
    }

    /// Whether the first change of an event begins a group that the event's end closes.
    public var groupsByEvent = true
    /// The number of steps that are kept; 0 for all.
    public var levelsOfUndo = 0 {
        didSet { dropOldest() }
    }
    /// Whether ``undo()`` is running.
    public private(set) var isUndoing = false
    /// Whether ``redo()`` is running.
    public private(set) var isRedoing = false

    private var undoStack: [Group] = []
    private var redoStack: [Group] = []
    private var open: [Group] = []
    /// Whether the outermost open group began with an event.
    private var isEventOpen = false
    private var disablings = 0
    /// The to-many relationships that are being restored. They may end up with their saved members.
    private var touched: Set<UndoableChange.Relationship> = []
    /// The new IDs of objects that were restored after their deletion was saved, by former ID.
    var revivedIDs: [ManagedObjectID: ManagedObjectID] = [:]

    /// Creates an undo manager without recorded changes.
    public init() {}

    // MARK: State

    /// Whether there is anything to undo.
    public var canUndo: Bool { !undoStack.isEmpty || open.contains { !$0.actions.isEmpty } }
    /// Whether there is anything to redo.
    public var canRedo: Bool { !redoStack.isEmpty }
    /// The number of open groups.
    public var groupingLevel: Int { open.count }
    /// Whether changes are recorded.
    public var isUndoRegistrationEnabled: Bool { disablings == 0 }
    /// The name of the next step to undo; empty if it has no name.
    public var undoActionName: String { (open.first ?? undoStack.last)?.name ?? "" }
    /// The name of the next step to redo; empty if it has no name.
    public var redoActionName: String { redoStack.last?.name ?? "" }

    /// Names the step that is being recorded, or the last one.
    public func setActionName(_ name: String) { (open.first ?? undoStack.last)?.name = name }

    /// Stops recording changes until ``enableUndoRegistration()`` is called as often as this method.
    public func disableUndoRegistration() { disablings += 1 }

    /// Resumes recording changes.
    public func enableUndoRegistration() { disablings = max(disablings - 1, 0) }

    /// Removes everything that was recorded.
    public func removeAllActions() {
        undoStack = []
        redoStack = []
        open = []
        isEventOpen = false
        revivedIDs = [:]
    }

    // MARK: Recording

    /// Begins a group. Changes until ``endUndoGrouping()`` form one step, or a part of the enclosing step.
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

    /// Records a custom action beside the changes of objects. The actions that it records while it undoes are those
    /// that redo it.
    ///
    /// - Throws: ``Failure/noGroup``.
    public func registerUndo(_ action: @escaping (ContextUndoManager) throws -> Void) throws {
        try register(.closure(action))
    }

    /// Records an action that undoes a change.
    func register(_ action: @autoclosure () throws -> UndoAction) throws {
        guard isUndoRegistrationEnabled else { return }
        if open.isEmpty {
            guard groupsByEvent else { throw Failure.noGroup }
            beginEvent()
        }
        open.last?.actions.append(try action())
        if !isUndoing && !isRedoing { redoStack = [] }
    }

    /// Throws if ``register(_:)`` would throw, before anything is changed.
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

    /// Ends the outermost group, if one is open, and undoes the last step. Does nothing if there is no step.
    ///
    /// - Throws: ``Failure/openGroup``; ``ManagedObjectError`` if another context deleted an object; and the errors of
    ///   loading faults. After an error, the context is in its former state.
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

    /// Repeats the step that ``undo()`` undid last. Does nothing if there is no such step, or if something was changed
    /// since.
    ///
    /// - Throws: the same errors as ``undo()``.
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

    /// Reverses the actions of a group.
    ///
    /// - Returns: a group that reverses the reversal.
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
            // The completed part can be undone. If that fails too, the first error is the one to report.
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

    /// Clears the changed flag of restored relationships that have their saved members again.
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

/// One recorded action.
enum UndoAction {
    case change(UndoableChange)
    case group(ContextUndoManager.Group)
    case closure((ContextUndoManager) throws -> Void)
}
