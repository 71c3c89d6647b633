import Foundation
import Images
import ObjectModel

/// The settings of a converter, resolved from plan and model.
struct ConversionSettings {
    let type: AttributeType
    var dateFormat = DateFormat.iso8601
    /// Further formats, tried in this order.
    var furtherDateFormats: [DateFormat] = []
    /// The first of the hundred years of two digits.
    var century = DatePattern.usualCentury
    /// The zone of dates that do not name one.
    var zone: TimeZone?
    /// The names of months and weekdays in dates; nil for English ones.
    var dateNames: DateNames?
    /// The form of numbers in texts.
    var numbers = NumberForm()
    /// The only words for true and false; nil for the usual ones.
    var booleanWords: BooleanWords?
    var allowsNonFinite = false
    /// The form of bytes in texts; nil if only BLOBs are bytes.
    var binary: BinaryForm?
    /// The folder with the files of ``BinaryForm/file``.
    var folder: ConfinedFolder?
    /// The form of an image's thumbnail; nil if bytes are kept unchanged.
    var thumbnail: ThumbnailForm?
    /// The form of values in a transformable attribute.
    var archive = ArchiveForm.raw
    /// The type of the elements of an archived container.
    var elements = ArchiveForm.string
    /// The text between the elements of a list; nil for JSON.
    var separator: String?
    /// Whether arrays are archived as SwiftData does it (docs/internals/format.md#rows).
    var isCodableArray = false
    /// Converts lists to SwiftData's JSON, unless the plan sets another form.
    var list: CodableList?
    /// The part of the cell that the value is; nil for the whole cell.
    var part: Part?
    /// Whether blobs have the leading byte of external storage (docs/internals/format.md#rows).
    var allowsExternalStorage = false
    /// The model's validation of values.
    var validator: ValueValidator?
    /// The changes to a text before it is converted.
    var transform: TextTransform?
    /// The columns that are joined, in place of one cell.
    var template: TextTemplate?

    /// A part of a cell that fills several columns.
    enum Part {
        /// The column of one case of an enumeration.
        case choice(EnumerationChoice)
        /// A member of a structure, and its converter.
        case member(StructureMember, AttributeConverter)
    }
}
