import Foundation
import ObjectModel
import SwiftDataSource
import Testing

/// Structures with a `Decimal` or an enumeration of texts. Apple's frameworks printed the hashes of four versions of
/// this entity (docs/start/swiftdata.md#evidence). Names, types and hashes are facts of udzutech24/millio.
@Suite("Structures whose version hashes Apple's frameworks printed")
struct CompositeEvidenceTests {
    private static func source(_ properties: String, deposit: String = "") -> String {
        """
        import Foundation
        import SwiftData
        enum Kind: String, Codable { case first }
        struct Card: Codable { var bank: String?; var last4: String?; var creditLimit: Decimal?; var statementDay: Int?
            var dueDay: Int?; var minPayment: Decimal?; var graceDays: Int?; var overdraftLimit: Decimal? }
        struct Deposit: Codable { var rate: Decimal; var capitalization: Kind; var termEnd: Date?; var payoutDay: Int?
            var allowsTopUp: Bool; var allowsEarlyClose: Bool; var earlyClosePenalty: Decimal?; var remindEnd: Bool
            var autoRollover: Bool; \(deposit) }
        struct Loan: Codable { var principal: Decimal; var rate: Decimal; var monthlyPayment: Decimal?
            var paymentDay: Int?; var termEnd: Date?; var scheduleType: Kind; var insurance: Decimal? }
        struct Debt: Codable { var direction: Kind; var counterparty: String?; var dueDate: Date?; var rate: Decimal? }
        struct Market: Codable { var symbol: String; var assetClass: Kind }
        struct Manual: Codable { var revalReminderMonths: Int?; var depreciationRatePerYear: Decimal?
            var linkedLoanID: UUID? }
        @Model final class Account {
            var id: UUID; var name: String; var kindRaw: String; var currency: String; var createdAt: Date
            var archivedAt: Date?; var deletedAt: Date?; var includeInTotal: Bool; var note: String?; var order: Int
            \(properties)
            var cardMeta: Card?; var depositMeta: Deposit?; var loanMeta: Loan?; var debtMeta: Debt?
            var marketMeta: Market?; var manualAssetMeta: Manual?
            var group: AccountGroup?
            @Relationship(inverse: \\AccountEvent.account) var events: [AccountEvent]?
            @Relationship(inverse: \\AccountDailySnapshot.account) var snapshots: [AccountDailySnapshot]?
        }
        @Model final class AccountEvent { var account: Account? }
        @Model final class AccountDailySnapshot { var account: Account? }
        @Model final class AccountGroup { @Relationship(inverse: \\Account.group) var accounts: [Account]? }
        """
    }

    private static let product = "var productTypeRaw: String?; var productMigrationReason: String?"
    private static let revisions =
        product
        + "; var valuationMembershipRevision: Int64?; var valuationFinancialRevision: Int64?; var valuationEventRevision: Int64?"

    static let versions: [(source: String, hash: String)] = [
        (source(""), "2Y6eyVdm6ZYMsMBb6L9gaLU7k6qiK1CoGyjjs9ElRD8="),
        (source(product), "02wKdtQoIsrSY/+hoeRf0BQyJAGEnly56ryX8QTc2B0="),
        (source(revisions), "BDWJy0HN268pIbYHiNuawlUTybynWnG7Qmu7wnySOss="),
        (source(revisions, deposit: "var isTaxable: Bool?"), "yWZTWJU6/413j5DfgWJ96vwglPg7qQGzXwjvm0SPeWg="),
    ]

    @Test("The hashes equal the printed ones", arguments: versions)
    func hashes(source: String, hash: String) throws {
        let file = try SwiftModelReader.read(text: source, name: "Account.swift")
        #expect(file.model.versionHashes["Account"].map { Data($0).base64EncodedString() } == hash)
        // Rules that hashes show are not analogies.
        #expect(
            !file.modelIssues.contains { issue in
                if case .analogy = issue.problem { true } else { false }
            })
    }

    @Test("Other enumerations in structures are reported as analogies, or refused")
    func analogies() throws {
        func read(_ kind: String, _ property: String) throws -> ModelFile {
            try SwiftModelReader.read(
                text: """
                    import SwiftData
                    \(kind)
                    struct Place: Codable { var kind: Kind; var raw: Kind.RawValue }
                    @Model final class Trip { var place: \(property) }
                    """, name: "Trip.swift")
        }
        let texts = try read("enum Kind: String, Codable { case a, b }", "Place")
        let elements = try #require(texts.model.entity(named: "Trip")?.attribute(named: "place")?.elements)
        #expect(elements.map(\.name) == ["kind", "raw"] && elements.map(\.type) == [.string, .string])
        #expect(elements.map(\.isOptional) == [true, false])
        #expect(texts.modelIssues.contains { $0.problem == .analogy("Kind in Place") })
        #expect(
            texts.sourceValues.form(of: "place.kind", entity: "Trip")
                == .enumeration([
                    .init(name: "a", rawValue: .string("a")), .init(name: "b", rawValue: .string("b")),
                ]))
        let numbers = try read("enum Kind: Int, Codable { case a, b }", "Place?")
        #expect(numbers.modelIssues.contains { $0.problem == .analogy("Kind in Place") })
        #expect(
            numbers.model.entity(named: "Trip")?.attribute(named: "place")?.elements.map(\.type)
                == [.integer64, .integer64])
        let failure = try #require(throws: ModelSourceFailure.self) {
            try SwiftModelReader.read(
                text: """
                    enum Kind: Codable { case a, b }
                    struct Place: Codable { var kind: Kind }
                    @Model final class Trip { var place: Place }
                    """, name: "Trip.swift")
        }
        #expect(failure.issues.map(\.problem) == [.unknownForm("Kind in Place")])
    }
}
