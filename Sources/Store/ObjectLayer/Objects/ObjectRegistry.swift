/// The registered objects of a context by ID, without strong references: an open-addressing table of unmanaged
/// references. An object removes itself from the table when it is deallocated.
///
/// Weak references would do the same, but each object would then have a second counter, which makes every other
/// reference to it slower.
///
/// Invariant: `slotCount` is a power of two, at least half of the slots are empty, and there is no empty slot between
/// an object's own index and its actual index.
final class ObjectRegistry {
    private struct Slot {
        /// The hash of the object's ID.
        var hash: UInt64
        var object: Unmanaged<ManagedObject>?
    }

    private var slots: UnsafeMutablePointer<Slot>
    private var slotCount: Int
    private static let fewest = 64

    /// The number of objects.
    private(set) var count = 0

    init() {
        slotCount = Self.fewest
        slots = Self.emptySlots(slotCount)
    }

    deinit { slots.deallocate() }

    /// Returns the object with an ID.
    func object(for id: ManagedObjectID) -> ManagedObject? {
        slots[index(of: id)].object?.takeUnretainedValue()
    }

    /// All objects, unordered.
    var objects: [ManagedObject] {
        (0..<slotCount).compactMap { slots[$0].object?.takeUnretainedValue() }
    }

    /// Adds an object. Any other object with the same ID is removed and loses its context, because only objects in the
    /// table may have an unowned reference to it.
    func insert(_ object: ManagedObject) {
        let index = index(of: object.objectID)
        if let former = slots[index].object?.takeUnretainedValue() {
            if former !== object { former.managedObjectContext = nil }
        } else {
            count += 1
        }
        slots[index] = Slot(
            hash: Self.hash(of: object.objectID), object: Unmanaged.passUnretained(object))
        if count * 2 > slotCount { grow() }
    }

    /// Removes an object. Does nothing if the table has a different object with its ID, or none.
    func remove(_ object: ManagedObject) {
        var gap = index(of: object.objectID)
        guard let found = slots[gap].object,
            found.toOpaque() == Unmanaged.passUnretained(object).toOpaque()
        else { return }
        count -= 1
        // Objects after the gap move up, unless that would put them before their own index.
        let mask = slotCount - 1
        var next = (gap + 1) & mask
        while slots[next].object != nil {
            let own = Int(truncatingIfNeeded: slots[next].hash) & mask
            if (next - own) & mask >= (next - gap) & mask {
                slots[gap] = slots[next]
                gap = next
            }
            next = (next + 1) & mask
        }
        slots[gap] = Slot(hash: 0, object: nil)
    }

    /// Removes all objects.
    func removeAll() {
        slots.deallocate()
        slotCount = Self.fewest
        slots = Self.emptySlots(slotCount)
        count = 0
    }

    // MARK: Slots

    /// Returns the index where the object with an ID is or would be.
    private func index(of id: ManagedObjectID) -> Int {
        let hash = Self.hash(of: id)
        let mask = slotCount - 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while let object = slots[index].object {
            if slots[index].hash == hash,
                object._withUnsafeGuaranteedRef({ $0.objectID == id })
            {
                break
            }
            index = (index + 1) & mask
        }
        return index
    }

    private func grow() {
        let (old, oldCount) = (slots, slotCount)
        slotCount *= 2
        slots = Self.emptySlots(slotCount)
        let mask = slotCount - 1
        for index in 0..<oldCount where old[index].object != nil {
            var target = Int(truncatingIfNeeded: old[index].hash) & mask
            while slots[target].object != nil { target = (target + 1) & mask }
            slots[target] = old[index]
        }
        old.deallocate()
    }

    private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<Slot> {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
        slots.initialize(repeating: Slot(hash: 0, object: nil), count: count)
        return slots
    }

    /// One multiplication suffices, because primary keys are dense.
    private static func hash(of id: ManagedObjectID) -> UInt64 {
        let product = id.hashedNumber.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
