extension ManagedObjectModel {
    /// Whether SwiftData made the model, as far as it tells: it marks enumerations, and gives every
    /// model a version of three numbers and one configuration, where Core Data's own have neither
    /// (docs/swiftdata.md#the-store).
    public var isSwiftData: Bool {
        let attributes = entities.flatMap(\.ownAttributes)
        if attributes.contains(where: { $0.userInfo.value(forKey: "EnumType") != nil }) { return true }
        guard versionIdentifiers.count == 1, let version = versionIdentifiers.first else { return false }
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
        let isVersion = numbers.count == 3 && numbers.allSatisfy { UInt($0) != nil }
        return isVersion && configurations["default"] != nil
            || attributes.contains { $0.attributeValueClassName?.hasPrefix("Array<") ?? false }
    }
}
