import Inputs
import ObjectModel

/// The column of one case of an enumeration without raw values. The column contains the case's name if that case is
/// chosen, and NULL otherwise (docs/start/swiftdata.md#seeding).
struct EnumerationChoice {
    /// The names of all cases.
    let cases: [String]
    /// The index of the column's own case.
    let index: Int

    /// Returns the column's value for a cell with the name of a case.
    ///
    /// - Throws: ``ConversionFailure`` if there is no such case. Only the first column throws it, so that a mistake
    ///   is reported once.
    func value(_ field: Field) throws(ConversionFailure) -> BoundValue {
        guard case .text(let bytes) = field else {
            guard index == 0 else { return .null }
            throw ConversionFailure(.value(.noSuchCase(nearest: nil)))
        }
        if bytes.elementsEqual(cases[index].utf8) { return .ownedText(cases[index]) }
        guard index == 0, !cases.contains(where: { bytes.elementsEqual($0.utf8) }) else { return .null }
        let name = String(decoding: bytes, as: UTF8.self)
        throw ConversionFailure(.value(.noSuchCase(nearest: NearestName.of(name, in: cases))))
    }
}
