import ObjectModel
import StoreFormat

extension SeedIssue {
    /// What is wrong: a code with what is needed to say it in words.
    package enum Reason: Equatable, Sendable {
        // MARK: The plan

        /// The plan is no valid YAML.
        case malformedPlan(String)
        /// A key that the plan format does not know here.
        case unknownKey(String, nearest: String?)
        /// A key that must be there is not.
        case missingKey(String)
        /// Two keys that exclude each other.
        case conflictingKeys(String, String)
        /// A value of the wrong YAML kind; what was expected in words of the plan reference.
        case wrongKind(expected: String)
        /// A value that is not among the known ones.
        case unknownChoice(String, kind: String, nearest: String?)
        /// A name that nothing in the reference or the plan has.
        case unknownName(String, kind: NameKind, nearest: String?)
        /// `${` in a text of the plan with no name behind it.
        case badVariable
        /// A date needs a zone and neither the plan, the source nor the column names one.
        case missingTimeZone
        /// A date pattern with a letter that has no meaning here.
        case badDatePattern(String)
        /// A regular expression that is none.
        case badRegularExpression(String)
        /// A `where:` that is no predicate, or asks for more than rows have; why, in words.
        case badPredicate(String)
        /// A template with a brace that is not closed, or without a column.
        case badTemplate(String)
        /// A key that makes no sense for an attribute of this type.
        case unusableKey(String, type: String)
        /// A rule of the model that cannot be checked here, in the format of `NSPredicate`.
        case uncheckedValidation(String)
        /// A default of the model that has no stored form.
        case unstoredDefault
        /// A required UUID attribute that neither the plan nor the model gives a value: each object
        /// gets one that follows from its key.
        case derivedUUID
        /// UUIDs of objects that nothing but their primary keys tells apart.
        case uuidByPosition(objects: Int)
        /// Objects that have the UUID of another one.
        case sharedUUID(objects: Int)
        /// A date default of the model that is the moment of one launch of the app.
        case launchDate
        /// The app's own value transformer decides what the bytes mean.
        case ownTransformer(String)
        /// An abstract entity has no objects.
        case abstractEntity
        /// The reference holds what this version cannot fill; what it is, in words.
        case unsupported(String)
        /// The relationship needs what the plan does not say.
        case relationshipKind(String)
        /// A non-optional property that the plan leaves out.
        case missingRequiredProperty
        /// The reference holds the bookkeeping of CloudKit mirroring.
        case mirroredByCloudKit(table: String)
        /// The output would overwrite one of the inputs.
        case outputIsInput

        // MARK: Files and sources

        /// A file that is not there.
        case fileNotFound
        /// A folder where a file is needed.
        case isFolder
        /// The file cannot be read or written; the system's words.
        case fileSystem(String)
        /// A CSV source without a header row.
        case missingHeader
        /// A header row that names a column twice.
        case duplicateColumn(String)
        /// A quote inside an unquoted field, or text after a closing quote.
        case malformedQuoting
        /// The file ends inside a quoted field.
        case unterminatedQuote
        /// A carriage return that ends a line in a file whose lines end otherwise.
        case malformedLineEnd
        /// A row with another number of fields than the header.
        case raggedRow(expected: Int, found: Int)
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// A NUL character in a text.
        case nulCharacter
        /// A row longer than any sensible one.
        case rowTooLong(limit: Int)
        /// A pattern for files that no file matches.
        case noMatchingFile
        /// A file that a source names twice.
        case repeatedFile
        /// Bytes that are no characters of the file's encoding.
        case invalidText(TextEncoding)
        /// A byte order mark of another encoding than the plan says.
        case contradictingByteOrderMark(declared: TextEncoding, found: TextEncoding)
        /// UTF-16 without byte order mark, whose first character is no ASCII.
        case unknownByteOrder
        /// An XML declaration with an encoding that is not supported.
        case unsupportedEncoding(String)
        /// A gzip file that ends before its end.
        case truncatedGzip
        /// A gzip file whose content is damaged; zlib's words.
        case damagedGzip(String)
        /// A file larger than its kind may be, in bytes.
        case fileTooLarge(limit: Int)
        /// A source file larger than can be read at once.
        case sourceTooLarge(limit: Int)
        /// A file that no reader reads, by what it holds.
        case foreignFormat(ForeignFormat, isCompressed: Bool)
        /// A CSV file that does not show what stands between its fields.
        case ambiguousDelimiter
        /// A file whose columns are not those of the source's first file.
        case otherColumns(expected: [String], found: [String])
        /// A file whose columns stand in another order or are written in another case than those of
        /// the source's first file; its rows are read by name.
        case columnsByName(like: String)
        /// A source that nothing in the plan reads.
        case unusedSource
        /// A source without any record, so that nothing tells its columns.
        case noRecords
        /// No array or element is where the plan says that the records are.
        case noSuchRecords(String, nearest: String? = nil)
        /// A column of a parent further up than there is anything.
        case beyondRoot(String, levelCount: Int)
        /// What is where the records should be is no array.
        case recordsAreNoArray
        /// The keys that lead to the records lead to two arrays.
        case repeatedRecords(String)
        /// What should be an object with records further down is none; `records:` up to its key.
        case parentIsNoObject(String)
        /// A record that has no keys, because it is an array.
        case recordIsNoObject
        /// A record or text longer than any sensible one, in bytes.
        case recordTooLong(limit: Int)
        /// More columns than any sensible source has.
        case tooManyColumns(Int)
        /// Values nested deeper than any sensible ones.
        case tooDeep(limit: Int)
        /// Two values for one column in a record.
        case repeatedValue
        /// An element of a list that contains what separates elements.
        case separatorInElement(String)
        /// A value in the place of a cell that is neither a scalar nor a list of scalars.
        case notAList
        /// Text that is no JSON; what is wrong in words.
        case malformedJSON(String)
        /// Text that is no XML; what is wrong in words.
        case malformedXML(String)
        /// An XML document type with declarations of its own.
        case declaringXML
        /// A property list that cannot be read.
        case malformedPropertyList(ModelError.Problem)
        /// A model file for a source store that cannot be read.
        case unreadableModel(ModelError.Problem)
        /// A source that is no usable Core Data store.
        case sourceStore(StoreError.Problem)
        /// A binary value of a source store without the leading byte of docs/format.md#rows.
        case badExternalData
        /// A file of external binary data that cannot be read.
        case missingExternalData(String)
        /// Rows taken from the reference refer to files that are not in its folder.
        case missingExternalFiles(count: Int, folder: String)
        /// A source database that SQLite refuses; its words.
        case sourceDatabase(String)
        /// A view or query that goes beyond what any sensible one does.
        case endlessQuery(QueryLimit)
        /// A reference that is no usable store; the reason in words of ``StoreFormat``.
        case badReference(String)

        /// More bytes of memory are in use than the build may need.
        case memoryLimit(Int)

        // MARK: Values

        /// A text that is no value of the attribute's type.
        case notA(ValueKind)
        /// A number outside of what the attribute's type can hold.
        case outOfRange(lowest: String, highest: String)
        /// A number with a fraction for an integer attribute.
        case fractionInInteger
        /// NaN or infinity.
        case notFinite
        /// A date that does not fit the declared format.
        case dateFormat(String)
        /// A day, month, hour … that the calendar does not have.
        case noSuchDate
        /// A date without a zone where the format leaves it to the value.
        case dateWithoutZone
        /// No value for a property that is not optional.
        case missingValue
        /// A storage class that cannot become the attribute's type.
        case wrongStorageClass(String)
        /// A value that the model's validation refuses.
        case validation(ValidationRule)
        /// A decimal number with more digits than a store keeps; what it would hold.
        case inexactDecimal(stored: String)
        /// A text for bytes, and the plan does not say how it is to be read.
        case textForBytes
        /// A text that the lookup table lacks.
        case notInLookup(nearest: String?)
        /// A text with fewer parts than the plan asks for.
        case tooFewParts(String, found: Int)
        /// A text too long for regular expressions; in UTF-16 units.
        case textTooLong(limit: Int)
        /// A text too long for a regular expression of the model; in words.
        case unmatchable(String)
        /// A file name that leads out of the declared folder.
        case fileOutside
        /// No such file in the declared folder.
        case noSuchFile
        /// A folder, pipe or device where a file is needed.
        case noPlainFile
        /// A file in the declared folder that cannot be read; the system's words.
        case unreadableFile(String)

        // MARK: Objects and relationships

        /// No object has this key.
        case noSuchTarget(entity: String, key: String)
        /// Two rows have a key that must be unique.
        case duplicateKey(entity: String, attribute: String)
        /// A primary key used twice or not a positive integer.
        case badPrimaryKey
        /// Another object is at the other end of a one-to-one relationship already.
        case oneToOneTaken(inverse: String)
        /// The object is in the to-many relationship of another object already, and may be in one
        /// only.
        case oneToManyTaken(relationship: String)
        /// A row's unique values belong to two different objects.
        case ambiguousKey(entity: String)
        /// The discriminator's value stands for no entity.
        case unknownDiscriminator(known: [String])
        /// A value for a property that the row's entity does not have.
        case noSuchProperty(entity: String)
        /// A to-many relationship with too few or too many objects; 0 is no limit.
        case relationshipCount(found: Int, minimum: Int, maximum: Int)
        /// Objects have none of a to-many relationship that is not optional: only SwiftData saves
        /// them.
        case emptyRelationship(objects: Int)

        /// An object that `find` created beside one of nearly the same key; where that was created.
        case nearDuplicate(of: String, at: SeedIssue.Location?)
        /// More of them, which are not told one by one.
        case furtherNearDuplicates(Int)

        // MARK: The result

        /// A row that SQLite refuses; its words.
        case refusedRow(String)
        /// A unique index of the reference finds two equal rows; SQLite's words.
        case refusedIndex(String)
        /// The output has a `-wal` or `-journal` with content: an app still uses it.
        case outputInUse(String)

        // MARK: Exact tables and exports

        /// A table's CSV file that lacks columns of the table.
        case missingColumns([String])
        /// A cell that ``ExactCell`` cannot read.
        case notAnExactValue
        /// The output folder of an export has something in it already.
        case folderNotEmpty
        /// A file where a folder should go.
        case isFile
        /// A file that would be overwritten.
        case fileExists

        // MARK: Outputs

        /// No path that an output can have; why, in words.
        case unusablePath(String)
        /// A database that another process wrote to while it was read.
        case changedWhileRead
        /// A device, pipe or socket where a file should go.
        case notRegularFile
        /// A file where a reject file should go, and no build is known to have written it as it is.
        case unknownReject
    }

    /// What a view or query has too many of.
    package enum QueryLimit: Equatable, Sendable {
        /// Rows.
        case rows(Int)
        /// Steps of SQLite from one row to the next.
        case steps(Int)
    }

    /// What a name names.
    package enum NameKind: String, Equatable, Sendable {
        case entity, attribute, relationship, column, source, table, variable
        case timeZone = "time zone"
        case locale
    }

    /// What a value should have been.
    package enum ValueKind: String, Equatable, Sendable {
        case integer, number, boolean, date, decimal
        case uuid = "UUID"
        case uri = "URI"
        case hexadecimal, base64
        case jsonArray = "JSON array"
        case jsonObject = "JSON object"
        case pair = "`key=value` pair"
        case archive = "value that can be archived"
    }
}

extension SeedIssue.Reason {
    /// Who has to act on such an issue.
    package var fault: SeedIssue.Fault {
        switch self {
        case .malformedPlan, .unknownKey, .missingKey, .conflictingKeys, .wrongKind,
            .unknownChoice, .unknownName, .missingTimeZone, .badDatePattern, .abstractEntity,
            .unsupported, .badRegularExpression, .badTemplate, .unusableKey, .badVariable,
            .uncheckedValidation,
            .badPredicate, .unstoredDefault, .derivedUUID, .uuidByPosition, .sharedUUID, .launchDate,
            .ownTransformer, .relationshipKind, .missingRequiredProperty,
            .outputIsInput, .repeatedFile, .contradictingByteOrderMark, .unknownByteOrder,
            .ambiguousDelimiter, .noSuchRecords, .beyondRoot, .recordsAreNoArray, .mirroredByCloudKit,
            .folderNotEmpty, .isFile, .fileExists, .unusedSource, .unusablePath, .notRegularFile,
            .unknownReject:
            .plan
        case .fileNotFound, .isFolder, .fileSystem, .noMatchingFile, .changedWhileRead,
            .memoryLimit:
            .machine
        default:
            .data
        }
    }

    /// Whether the issue says nothing without its file, although the plan has to change.
    var isAboutFile: Bool {
        switch self {
        case .repeatedFile, .contradictingByteOrderMark, .unknownByteOrder, .ambiguousDelimiter,
            .noSuchRecords, .recordsAreNoArray:
            true
        default: false
        }
    }
}
