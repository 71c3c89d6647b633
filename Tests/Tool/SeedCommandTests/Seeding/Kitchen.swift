import Foundation
import TestSupport

/// A seed project about recipes, with a relationship of each kind, two uniqueness constraints of an entity and one over
/// two attributes. It is used for mistakes in plans and rows.
final class Kitchen {
    let folder: TestFolder
    var path: String { folder.path }

    /// The part of a plan after its reference and its inputs.
    enum Plan: Sendable {
        /// One relationship of recipes.
        case relationship(String)
        /// One entry of `links:`.
        case link(String)
        /// The loads.
        case load(String)
        /// Additional loads besides that of the recipes.
        case more(String)
        /// A top-level key.
        case top(String)

        fileprivate var text: String {
            switch self {
            case .relationship(let text):
                "entities:\n\(Kitchen.recipes)    relationships:\n      \(text)\n"
            case .link(let text): "entities:\n\(Kitchen.recipes)links:\n- \(text)\n"
            case .load(let text): "entities:\n\(text)\n"
            case .more(let text): "entities:\n\(Kitchen.recipes)\(text)\n"
            case .top(let text): "\(text)\nentities:\n\(Kitchen.recipes)"
            }
        }
    }

    private static let recipes = """
          Recipe:
            from: rows
            attributes: { title: title }

        """

    private static let head = """
        reference: Model.xcdatamodel
        output: out.sqlite
        sources: { rows: { csv: rows.csv }, more: { csv: more.csv } }

        """

    private static let model = """
        <entity name="Bake" parentEntity="Recipe">
        <attribute name="degrees" optional="YES" attributeType="Integer 16"/></entity>
        <entity name="Cook"><attribute name="name" attributeType="String"/>
        <attribute name="born" optional="YES" attributeType="Date"/>
        <relationship name="recipes" optional="YES" toMany="YES" destinationEntity="Recipe"
            inverseName="cook" inverseEntity="Recipe"/>
        <relationship name="partner" optional="YES" maxCount="1" destinationEntity="Cook"
            inverseName="partner" inverseEntity="Cook"/></entity>
        <entity name="Photo"><attribute name="name" attributeType="String"/></entity>
        <entity name="Recipe"><attribute name="title" attributeType="String"/>
        <attribute name="code" optional="YES" attributeType="Integer 32"/>
        <attribute name="cookName" optional="YES" attributeType="String" derived="YES"
            derivationExpression="cook.name"/>
        <relationship name="cook" optional="YES" maxCount="1" destinationEntity="Cook"
            inverseName="recipes" inverseEntity="Cook"/>
        <relationship name="parent" optional="YES" maxCount="1" destinationEntity="Recipe"
            inverseName="variants" inverseEntity="Recipe"/>
        <relationship name="photos" optional="YES" toMany="YES" destinationEntity="Photo"/>
        <relationship name="steps" optional="YES" toMany="YES" ordered="YES"
            destinationEntity="Step" inverseName="recipe" inverseEntity="Recipe"/>
        <relationship name="tags" optional="YES" toMany="YES" minCount="2" maxCount="3"
            destinationEntity="Tag" inverseName="recipes" inverseEntity="Tag"/>
        <relationship name="variants" optional="YES" toMany="YES" destinationEntity="Recipe"
            inverseName="parent" inverseEntity="Recipe"/>
        <uniquenessConstraints><uniquenessConstraint>
        <constraint value="title"/></uniquenessConstraint>
        <uniquenessConstraint>
        <constraint value="code"/></uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Shelf"><attribute name="row" attributeType="Integer 16"/>
        <attribute name="place" attributeType="Integer 16"/>
        <relationship name="recipe" maxCount="1" destinationEntity="Recipe"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="row"/>
        <constraint value="place"/></uniquenessConstraint></uniquenessConstraints></entity>
        <entity name="Step"><attribute name="text" optional="YES" attributeType="String"/>
        <relationship name="recipe" optional="YES" maxCount="1" destinationEntity="Recipe"
            inverseName="steps" inverseEntity="Recipe"/></entity>
        <entity name="Tag"><attribute name="name" attributeType="String"/>
        <relationship name="recipes" optional="YES" toMany="YES" destinationEntity="Recipe"
            inverseName="tags" inverseEntity="Recipe"/>
        <uniquenessConstraints><uniquenessConstraint>
        <constraint value="name"/></uniquenessConstraint></uniquenessConstraints></entity>
        """

    init(
        _ plan: Plan, rows: String = "title,code,a,b\nSoup,1,x,y\nCake,2,z,\n",
        more: String = "one,two,n\nSoup,x,1\nCake,y,2\n"
    ) throws {
        folder = try TestFolder()
        try folder.writeModel(Self.model)
        try folder.write(rows, as: "rows.csv")
        try folder.write(more, as: "more.csv")
        let text = plan.text
        // An unused input would cause a warning.
        let head =
            text.contains("mor")
            ? Self.head : Self.head.replacing(", more: { csv: more.csv }", with: "")
        try folder.write(head + text, as: "plan.yml")
    }
}
