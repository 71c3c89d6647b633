import Testing

@testable import Copying

@Suite struct MaskTests {
    @Test("A mask says entity, attribute and way")
    func masksAreRead() {
        #expect(Mask("Person.email=hash") == Mask(entity: "Person", attribute: "email", way: .hash))
        #expect(Mask("Person.address.city=redact")?.attribute == "address.city")
        #expect(Mask("A.b=constant:x=y")?.way == .constant("x=y"))
        for text in ["", "Person", "Person.email", "Person=hash", ".email=hash", "Person.=hash", "A.b=other"]
        {
            #expect(Mask(text) == nil, "\(text)")
        }
    }
}
