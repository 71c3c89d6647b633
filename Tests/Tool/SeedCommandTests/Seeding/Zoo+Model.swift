extension Zoo {
    /// A model with every attribute type and every kind of relationship (docs/internals/format.md#relationships).
    static let model = """
        <entity name="Animal" isAbstract="YES">
            <attribute name="name" attributeType="String"/>
            <relationship name="keeper" optional="YES" maxCount="1" destinationEntity="Person"
                inverseName="animals" inverseEntity="Person"/>
            <relationship name="likedBy" optional="YES" toMany="YES" destinationEntity="Person"
                inverseName="likes" inverseEntity="Person"/>
            <relationship name="mascotOf" optional="YES" toMany="YES" destinationEntity="Person"
                inverseName="mascot" inverseEntity="Person"/>
            <uniquenessConstraints><uniquenessConstraint>
            <constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        <entity name="Cat" parentEntity="Animal">
            <attribute name="lives" optional="YES" attributeType="Integer 16"
                defaultValueString="9"/>
        </entity>
        <entity name="Dog" parentEntity="Animal">
            <attribute name="tricks" optional="YES" attributeType="String"/>
        </entity>
        <entity name="Puppy" parentEntity="Dog">
            <attribute name="weeks" optional="YES" attributeType="Integer 32"/>
        </entity>
        <entity name="Passport">
            <attribute name="number" optional="YES" attributeType="String"/>
            <relationship name="person" optional="YES" maxCount="1" destinationEntity="Person"
                inverseName="passport" inverseEntity="Person"/>
        </entity>
        <entity name="Person">
            <attribute name="name" attributeType="String"/>
            <attribute name="animalCount" optional="YES" attributeType="Integer 64"
                derived="YES" derivationExpression="animals.@count"/>
            <attribute name="bossName" optional="YES" attributeType="String" derived="YES"
                derivationExpression="boss.name"/>
            <relationship name="animals" optional="YES" toMany="YES" destinationEntity="Animal"
                inverseName="keeper" inverseEntity="Animal"/>
            <relationship name="boss" optional="YES" maxCount="1" destinationEntity="Person"
                inverseName="team" inverseEntity="Person"/>
            <relationship name="collects" optional="YES" toMany="YES"
                destinationEntity="Thing"/>
            <relationship name="favorite" optional="YES" maxCount="1"
                destinationEntity="Thing"/>
            <relationship name="fans" optional="YES" toMany="YES" destinationEntity="Person"
                inverseName="idols" inverseEntity="Person"/>
            <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person"
                inverseName="friends" inverseEntity="Person"/>
            <relationship name="idols" optional="YES" toMany="YES" destinationEntity="Person"
                inverseName="fans" inverseEntity="Person"/>
            <relationship name="likes" optional="YES" toMany="YES" destinationEntity="Animal"
                inverseName="likedBy" inverseEntity="Animal"/>
            <relationship name="mascot" optional="YES" maxCount="1" destinationEntity="Animal"
                inverseName="mascotOf" inverseEntity="Animal"/>
            <relationship name="passport" optional="YES" maxCount="1"
                destinationEntity="Passport" inverseName="person" inverseEntity="Passport"/>
            <relationship name="playlist" optional="YES" toMany="YES" ordered="YES"
                destinationEntity="Song" inverseName="listeners" inverseEntity="Song"/>
            <relationship name="spouse" optional="YES" maxCount="1" destinationEntity="Person"
                inverseName="spouse" inverseEntity="Person"/>
            <relationship name="team" optional="YES" toMany="YES" destinationEntity="Person"
                inverseName="boss" inverseEntity="Person"/>
            <relationship name="todos" optional="YES" toMany="YES" ordered="YES"
                destinationEntity="Todo" inverseName="person" inverseEntity="Todo"/>
            <uniquenessConstraints><uniquenessConstraint>
            <constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        <entity name="Song">
            <attribute name="title" optional="YES" attributeType="String"/>
            <relationship name="listeners" optional="YES" toMany="YES" ordered="YES"
                destinationEntity="Person" inverseName="playlist" inverseEntity="Person"/>
        </entity>
        <entity name="Thing">
            <attribute name="address" optional="YES" attributeType="Composite">
                <attribute name="city" optional="YES" attributeType="String"/>
                <attribute name="geo" optional="YES" attributeType="Composite">
                    <attribute name="latitude" optional="YES" attributeType="Double"/>
                    <attribute name="longitude" optional="YES" attributeType="Double"/>
                </attribute>
            </attribute>
            <attribute name="big" optional="YES" attributeType="Integer 64"/>
            <attribute name="code" optional="YES" attributeType="UUID"/>
            <attribute name="day" optional="YES" attributeType="Date"/>
            <attribute name="done" optional="YES" attributeType="Boolean"/>
            <attribute name="link" optional="YES" attributeType="URI"/>
            <attribute name="medium" optional="YES" attributeType="Integer 32"/>
            <attribute name="moment" optional="YES" attributeType="Date"/>
            <attribute name="name" attributeType="String"/>
            <attribute name="photo" optional="YES" attributeType="Binary"
                allowsExternalBinaryDataStorage="YES"/>
            <attribute name="price" optional="YES" attributeType="Decimal"/>
            <attribute name="ratio" optional="YES" attributeType="Float"/>
            <attribute name="seal" optional="YES" attributeType="Binary"/>
            <attribute name="settings" optional="YES" attributeType="Transformable"
                valueTransformerName="NSSecureUnarchiveFromData"/>
            <attribute name="small" optional="YES" attributeType="Integer 16"/>
            <attribute name="tags" optional="YES" attributeType="Transformable"
                valueTransformerName="NSSecureUnarchiveFromData"/>
            <attribute name="weight" optional="YES" attributeType="Double"/>
            <uniquenessConstraints><uniquenessConstraint>
            <constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
        </entity>
        <entity name="Todo">
            <attribute name="text" optional="YES" attributeType="String"/>
            <relationship name="person" optional="YES" maxCount="1" destinationEntity="Person"
                inverseName="todos" inverseEntity="Person"/>
        </entity>
        """
}
