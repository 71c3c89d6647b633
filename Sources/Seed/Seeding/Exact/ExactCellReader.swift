import Foundation
import Inputs

/// Reads the cells of one table as ``ExactCell`` describes them.
struct ExactCellReader {
    /// The affinity of each column, in the order of the cells.
    let affinities: [ColumnAffinity]
    let files: ExactValueFiles

    /// Returns the value of a cell. Views in it are valid as long as the cell.
    func value(_ field: Field, ofColumn index: Int) throws(ConversionFailure) -> ExactValue {
        guard case .text(let bytes) = field, !bytes.isEmpty else { return .null }
        guard let marker = ExactCell.Marker.of(bytes) else {
            if index < affinities.count, affinities[index] == .text { return .text(bytes) }
            guard let number = ExactCell.number(bytes) else { throw Self.failure }
            return number
        }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[marker.rawValue.utf8.count...])
        switch marker {
        case .text: return .text(rest)
        case .encodedText: return .ownedText(try base64(rest))
        case .textFile: return .ownedText(try files.bytes(named: rest))
        case .blob: return .blob(try base64(rest))
        case .blobFile: return .blob(try files.bytes(named: rest))
        case .integer:
            guard let integer = ExactCell.integer(rest) else { throw Self.failure }
            return .integer(integer)
        case .real:
            guard let real = ExactCell.real(rest) else { throw Self.failure }
            return .real(real)
        }
    }

    private func base64(_ bytes: UnsafeRawBufferPointer) throws(ConversionFailure) -> [UInt8] {
        guard let data = Data(base64Encoded: Data(bytes)) else {
            throw ConversionFailure(.value(.notA(.base64)))
        }
        return [UInt8](data)
    }

    private static var failure: ConversionFailure { ConversionFailure(.value(.notAnExactValue)) }
}
