import Foundation
import SQLite
import StoreFormat

extension StoreSession {
    /// The functions that Core Data registers on its connections and the triggers call
    /// (docs/internals/format.md#triggers-and-r-trees).
    private static let derivedValueFunctions = [
        "NSCoreDataTriggerUpdateAffectedObjectValue",
        "NSCoreDataDATriggerUpdatedAffectedObjectValue",
        "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
    ]

    /// Registers the functions and collations for a context's statements, and the functions that the store's triggers
    /// call.
    func registerFunctions() throws {
        try TextFunctions.register(on: connection)
        try DerivationFunctions.register(on: connection)
        try connection.register(
            function: StoreSchema.nowFunction, argumentCount: 0, isDeterministic: false
        ) { _ in .real(Date().timeIntervalSinceReferenceDate) }
        for name in Self.derivedValueFunctions {
            try connection.register(function: name, argumentCount: 5, isDeterministic: false) {
                [weak self] arguments in
                self?.noteDerivedValue(arguments)
                return .null
            }
        }
    }

    private func noteDerivedValue(_ arguments: [Value]) {
        guard arguments.count == 5, case .text(let table) = arguments[0],
            case .integer(let number) = arguments[1], case .integer(let key) = arguments[2],
            case .text(let attribute) = arguments[3]
        else { return }
        derivedValues.append(
            DerivedValueReport(
                table: table, entityNumber: number, primaryKey: key, attribute: attribute,
                value: arguments[4]))
    }
}
