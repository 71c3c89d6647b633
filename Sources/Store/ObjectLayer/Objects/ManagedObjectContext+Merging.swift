extension ManagedObjectContext {
    /// Whether the context merges the saved changes of other contexts automatically, see
    /// ``mergeChanges(fromContextDidSave:)``. A child merges the changes that its parent receives and saves,
    /// immediately. A context without a parent merges the saves of other contexts of the coordinator before its next
    /// fetch, save or ``processPendingChanges()``, because those contexts may be in other isolations.
    public var automaticallyMergesChangesFromParent: Bool {
        get { mergesAutomatically }
        set {
            mergesAutomatically = newValue
            guard parent == nil else { return }
            let feed = persistentStoreCoordinator.changeFeed
            if newValue, inbox == nil {
                inbox = feed.subscribe()
            } else if !newValue, let inbox {
                feed.unsubscribe(inbox)
                self.inbox = nil
            }
        }
    }

    /// Merges the changes that other contexts have saved since the last merge.
    func mergeWaitingChanges() {
        guard let inbox else { return }
        for notification in persistentStoreCoordinator.changeFeed.take(inbox) {
            mergeChanges(fromContextDidSave: notification)
            notifyChildren(of: notification, except: nil)
        }
    }

    /// Notifies the children that merge automatically. If the changes were written to the store, also notifies the
    /// contexts in other isolations.
    func spread(_ saved: ManagedObjectContextNotification) {
        notifyChildren(of: saved, except: nil)
        guard parent == nil else { return }
        persistentStoreCoordinator.changeFeed.post(saved, except: inbox)
    }

    func notifyChildren(
        of notification: ManagedObjectContextNotification, except sender: ManagedObjectContext?
    ) {
        for child in liveChildren where child !== sender && child.mergesAutomatically {
            child.mergeChanges(fromContextDidSave: notification)
            child.notifyChildren(of: notification, except: nil)
        }
    }
}
