import Foundation
import Images
import ObjectModel

/// What a converter needs to know, resolved from plan and model.
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
    /// How numbers are written in texts.
    var numbers = NumberForm()
    /// The only words for true and false; nil for the usual ones.
    var booleanWords: BooleanWords?
    var allowsNonFinite = false
    /// How bytes are written in texts; nil where only BLOBs are bytes.
    var binary: BinaryForm?
    /// Where the files of ``BinaryForm/file`` are.
    var folder: ConfinedFolder?
    /// What the thumbnail of an image is to be like; nil where bytes stay as they are.
    var thumbnail: ThumbnailForm?
    /// What a transformable attribute holds.
    var archive = ArchiveForm.raw
    /// What the elements of an archived container are.
    var elements = ArchiveForm.string
    /// What stands between the elements of a list; nil for JSON.
    var separator: String?
    /// Whether arrays are archived as SwiftData does it (docs/format.md#rows).
    var isCodableArray = false
    /// How lists become the JSON that SwiftData keeps, where the plan says nothing else.
    var list: CodableList?
    /// What part of the cell the value is; nil for all of it.
    var part: Part?
    /// Whether blobs have the leading byte of external storage (docs/format.md#rows).
    var allowsExternalStorage = false
    /// What the model demands of values.
    var validator: ValueValidator?
    /// What is done to texts first.
    var transform: TextTransform?
    /// The columns that are joined, in place of one cell.
    var template: TextTemplate?

    /// A part of a cell that goes into several columns.
    enum Part {
        /// The column of one case of an enumeration.
        case choice(EnumerationChoice)
        /// A member of a structure, and what becomes of it.
        case member(StructureMember, AttributeConverter)
    }

    init(type: AttributeType) {
        self.type = type
    }
}
