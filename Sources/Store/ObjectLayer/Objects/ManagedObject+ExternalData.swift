import ObjectModel

extension ManagedObject {
    /// Returns the current value of a slot, with the bytes of an external value if its file exists.
    func loadedValue(at slot: Int) throws -> StoredValue {
        let value = try storedValue(at: slot)
        guard case .externalData(let name) = value,
            let files = managedObjectContext?.persistentStoreCoordinator
                .store(of: mapped).externalData,
            let bytes = try files.bytes(named: name)
        else { return value }
        return .attribute(.data(bytes))
    }
}
