import CExpat
import Files

/// An error in an XML document.
package struct XMLError: Error, Equatable {
    /// The kinds of error.
    package enum Problem: Equatable, Sendable {
        /// The document is not well-formed. The text describes the error.
        case malformed(String)
        /// The document type declares entities, or values or other types of attributes than plain text.
        case declares
        /// The nesting of elements exceeds the limit.
        case tooDeep(limit: Int)
        /// The number of attributes of an element exceeds the limit.
        case tooManyAttributes(limit: Int)
        /// A tag or a text is longer than the limit, in bytes.
        case tooLong(limit: Int)
    }

    package let problem: Problem
    /// The position of the error.
    package let position: TextPosition
}

extension XMLError.Problem {
    /// Returns the problem for an Expat error code.
    ///
    /// - Parameters:
    ///   - bytes: the bytes from the place of the error.
    ///   - element: the innermost open element.
    static func of(
        _ code: XML_Error, at bytes: UnsafeRawBufferPointer, in element: String?
    ) -> XMLError.Problem {
        switch code {
        case XML_ERROR_NO_ELEMENTS:
            .malformed(element == nil ? "there is no element" : "the text ends too early")
        case XML_ERROR_INVALID_TOKEN: .malformed("\(character(bytes)) may not stand here")
        case XML_ERROR_UNCLOSED_TOKEN: .malformed("what begins here is never closed")
        case XML_ERROR_UNCLOSED_CDATA_SECTION: .malformed("the CDATA is never closed")
        case XML_ERROR_TAG_MISMATCH: .malformed("`</\(element ?? "")>` was expected")
        case XML_ERROR_DUPLICATE_ATTRIBUTE: .malformed("an attribute twice")
        case XML_ERROR_SYNTAX: .malformed("text outside of the elements")
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT where bytes.first != UInt8(ascii: "<"):
            .malformed("text outside of the elements")
        case XML_ERROR_JUNK_AFTER_DOC_ELEMENT where !bytes.starts(with: "<!".utf8):
            .malformed("a second root element")
        case XML_ERROR_UNDEFINED_ENTITY, XML_ERROR_BAD_CHAR_REF:
            .malformed("`&\(reference(bytes))` is no reference to a known character")
        default: .malformed(String(cString: XML_ErrorString(code)))
        }
    }

    /// Returns the first character, or its code point if it is invisible.
    private static func character(_ bytes: UnsafeRawBufferPointer) -> String {
        guard let scalar = String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first else {
            return "the end"
        }
        guard scalar.value <= 0x20 || scalar.properties.generalCategory == .control else {
            return "`\(scalar)`"
        }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }

    /// Returns the name of the reference that begins here.
    static func reference(_ bytes: UnsafeRawBufferPointer) -> String {
        let word = bytes.dropFirst().prefix(16).prefix { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: true
            default: "#_-.:".utf8.contains(byte)
            }
        }
        return String(decoding: word, as: UTF8.self)
    }
}
