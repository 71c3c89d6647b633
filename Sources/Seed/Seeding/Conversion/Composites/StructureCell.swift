import Inputs
import ObjectModel

/// A cell that contains a structure as a JSON object. It is parsed once for all of its members.
final class StructureCell {
    private let names: [String]
    private var text: [UInt8] = []
    private var members: [String: JSONValue] = [:]

    /// - Parameter names: the members of the structure.
    init(names: [String]) { self.names = names }

    /// Returns the members of a cell.
    ///
    /// - Throws: ``ConversionFailure`` if the cell does not contain an object.
    func members(_ field: Field) throws(ConversionFailure) -> [String: JSONValue] {
        guard case .text(let bytes) = field else { throw ConversionFailure(.value(.notA(.jsonObject))) }
        if !text.isEmpty, bytes.elementsEqual(text) { return members }
        guard case .object(let found)? = JSONValue.read(bytes) else {
            throw ConversionFailure(.value(.notA(.jsonObject)))
        }
        text = Array(bytes)
        members = found
        return found
    }

    /// Returns a failure for the first member that the structure does not have.
    func unknown(in members: [String: JSONValue]) -> ConversionFailure? {
        members.keys.filter { !names.contains($0) }.min().map { name in
            ConversionFailure(
                .value(.noSuchMember(nearest: NearestName.of(name, in: names))), value: name)
        }
    }
}

/// One column of a structure whose cell contains all of the structure.
struct StructureMember {
    let cell: StructureCell
    /// The names on the path to the member.
    let path: [String]
    /// Whether this member reports mistakes of the whole cell: only the first column does.
    let isFirst: Bool

    /// Passes the member of a cell to a converter, as a text, a number or no value.
    ///
    /// - Throws: ``ConversionFailure`` with the text of the member, or for the whole cell.
    func value(
        _ field: Field, _ converter: AttributeConverter
    ) throws(ConversionFailure) -> BoundValue {
        let members: [String: JSONValue]
        do throws(ConversionFailure) {
            members = try cell.members(field)
            if isFirst, let unknown = cell.unknown(in: members) { throw unknown }
        } catch {
            guard isFirst else { return .null }
            throw error.ofWhole
        }
        var found = JSONValue.object(members)
        for name in path {
            guard case .object(let inner) = found else {
                throw ConversionFailure(.value(.notA(.jsonObject)), value: found.written)
            }
            found = inner[name] ?? .null
        }
        return try Self.value(found, converter)
    }

    private static func value(
        _ value: JSONValue, _ converter: AttributeConverter
    ) throws(ConversionFailure) -> BoundValue {
        do throws(ConversionFailure) {
            switch value {
            case .null: return .null
            case .integer(let number): return try converter.convert(.integer(number))
            case .double(let number): return try converter.convert(.real(number))
            case .string(""):
                // An empty text is a value here: JSON has null for no value.
                let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
                return try converter.constant(.text(nothing))
            case .boolean, .string, .array, .object: break
            }
        } catch { throw error.naming(value.written) }
        let text = value.text ?? value.written
        let result: Result<BoundValue, ConversionFailure> = text.withUTF8Bytes { bytes in
            do throws(ConversionFailure) {
                return .success(try converter.convert(.text(bytes)).owned)
            } catch {
                return .failure(error.naming(text))
            }
        }
        return try result.get()
    }
}
