import Foundation
import SwiftData

/// The model of the grocery app as it would be in SwiftData: seed-swiftdata.yml fills a store of it.
enum GrocerySchema: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] {
        [Item.self, HomeLocation.self, ShopLocation.self, Purchase.self, Receipt.self]
    }

    /// How an item is counted or weighed.
    enum Measure: String, Codable, CaseIterable {
        case gram = "g"
        case kilogram = "kg"
        case millilitre = "ml"
        case litre = "l"
        case piece, pack, bunch, can, jar, bottle
    }

    @Model final class Item {
        #Index<Item>([\.name])
        @Attribute(.unique) var name: String
        var quantity: Double = 1
        var measure: Measure?
        var price: Decimal?
        var barcode: String?
        var addedOn: Date?
        var listed = true
        var collected = false
        var home: HomeLocation?
        var shop: ShopLocation?
        @Relationship(deleteRule: .cascade, inverse: \Purchase.item) var purchases: [Purchase]? = []

        init(name: String) { self.name = name }
    }

    @Model final class HomeLocation {
        @Attribute(.unique) var storedIn: String
        @Relationship(inverse: \Item.home) var items: [Item]? = []

        init(storedIn: String) { self.storedIn = storedIn }
    }

    @Model final class ShopLocation {
        @Attribute(.unique) var aisle: String
        @Relationship(inverse: \Item.shop) var items: [Item]? = []

        init(aisle: String) { self.aisle = aisle }
    }

    @Model final class Purchase {
        var purchasedOn: Date
        var quantity: Int = 1
        var paid: Decimal?
        var note: String?
        var item: Item?
        @Relationship(deleteRule: .cascade, inverse: \Receipt.purchase) var receipt: Receipt?

        init(purchasedOn: Date) { self.purchasedOn = purchasedOn }
    }

    @Model final class Receipt {
        @Attribute(.unique) var number: String
        var issuedOn: Date
        var purchase: Purchase?

        init(number: String, issuedOn: Date) {
            self.number = number
            self.issuedOn = issuedOn
        }
    }
}
