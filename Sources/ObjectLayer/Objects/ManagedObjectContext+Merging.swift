extension ManagedObjectContext {
    /// Whether the context takes over what others save, see ``mergeChanges(fromContextDidSave:)``: a child
    /// what its parent gets and saves, at once; a context without parent what other contexts of the
    /// coordinator save, before its next fetch, save or ``processPendingChanges()``, as it is of another
    /// isolation.
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

    /// Merges what other contexts have saved since.
    func mergeWaitingChanges() {
        guard let inbox else { return }
        for notification in persistentStoreCoordinator.changeFeed.take(inbox) {
            mergeChanges(fromContextDidSave: notification)
            tellChildren(of: notification, except: nil)
        }
    }

    /// Tells the children that merge by themselves, and the contexts of other isolations where the changes
    /// went to the store.
    func spread(_ saved: ManagedObjectContextNotification) {
        tellChildren(of: saved, except: nil)
        guard parent == nil else { return }
        persistentStoreCoordinator.changeFeed.post(saved, except: inbox)
    }

    func tellChildren(
        of notification: ManagedObjectContextNotification, except sender: ManagedObjectContext?
    ) {
        for child in liveChildren where child !== sender && child.mergesAutomatically {
            child.mergeChanges(fromContextDidSave: notification)
            child.tellChildren(of: notification, except: nil)
        }
    }
}
