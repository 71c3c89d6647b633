/// Models that several tests use.
enum TestModels {
    /// An entity for each kind of relationship, with inheritance.
    static let library = """
        <entity name="Author" isAbstract="YES">
            <attribute name="name" attributeType="String"/>
            <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade"
                destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
        </entity>
        <entity name="Novelist" parentEntity="Author">
            <attribute name="genre" optional="YES" attributeType="String"/>
        </entity>
        <entity name="Poet" parentEntity="Author">
            <attribute name="metre" optional="YES" attributeType="Integer 16"/>
        </entity>
        <entity name="Book">
            <attribute name="cover" optional="YES" attributeType="Binary"
                allowsExternalBinaryDataStorage="YES"/>
            <attribute name="code" optional="YES" attributeType="UUID" usesScalarValueType="NO"/>
            <attribute name="name" attributeType="String"/>
            <attribute name="pageCount" optional="YES" derived="YES"
                derivationExpression="pages.@count" attributeType="Integer 64"/>
            <attribute name="authorName" optional="YES" derived="YES"
                derivationExpression="author.name" attributeType="String"/>
            <attribute name="price" optional="YES" attributeType="Decimal"/>
            <attribute name="rating" optional="YES" attributeType="Double"/>
            <attribute name="published" optional="YES" attributeType="Date"
                usesScalarValueType="NO"/>
            <attribute name="copies" optional="YES" attributeType="Integer 32"/>
            <attribute name="lent" optional="YES" attributeType="Boolean"/>
            <relationship name="author" optional="YES" maxCount="1" deletionRule="Nullify"
                destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
            <relationship name="pages" optional="YES" toMany="YES" deletionRule="Cascade"
                ordered="YES" destinationEntity="Page" inverseName="book" inverseEntity="Book"/>
            <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify"
                destinationEntity="Tag" inverseName="books" inverseEntity="Tag"/>
            <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Deny"
                destinationEntity="Shelf" inverseName="books" inverseEntity="Shelf"/>
        </entity>
        <entity name="Page">
            <attribute name="number" optional="YES" attributeType="Integer 64"/>
            <relationship name="book" optional="YES" maxCount="1" deletionRule="Nullify"
                destinationEntity="Book" inverseName="pages" inverseEntity="Book"/>
        </entity>
        <entity name="Shelf">
            <attribute name="name" attributeType="String"/>
            <relationship name="books" optional="YES" toMany="YES" deletionRule="Deny"
                destinationEntity="Book" inverseName="shelf" inverseEntity="Book"/>
        </entity>
        <entity name="Tag">
            <attribute name="name" attributeType="String"/>
            <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify"
                ordered="YES" destinationEntity="Book" inverseName="tags" inverseEntity="Book"/>
            <relationship name="related" optional="YES" toMany="YES" deletionRule="Nullify"
                destinationEntity="Tag" inverseName="related" inverseEntity="Tag"/>
            <uniquenessConstraints><uniquenessConstraint>
            <constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        """
}
