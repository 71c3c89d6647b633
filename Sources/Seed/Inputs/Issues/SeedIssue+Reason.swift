extension SeedIssue {
    /// The reason for an issue: a code with the data for its message.
    ///
    /// Each kind of subject has its own enumeration. Code that handles reasons, in particular for messages and
    /// codes, lists every case, so that the compiler finds omissions.
    package enum Reason: Equatable, Sendable {
        /// Problems with the text of a plan.
        case plan(Plan)
        /// Requirements of the model or the reference that a plan or this version does not meet, or meets only by
        /// assumption.
        case model(Model)
        /// Problems with a file as a whole and with its bytes.
        case file(File)
        /// Problems with rows of fields, in CSV files and in the columns of files.
        case table(Table)
        /// Problems with a spreadsheet.
        case spreadsheet(Spreadsheet)
        /// Problems with a program whose output is an input.
        case command(Command)
        /// Problems with a document of records: JSON, XML and property lists.
        case document(Document)
        /// Problems with an input that is a database or a store.
        case database(Database)
        /// Reasons that a cell cannot be converted to a value of its attribute.
        case value(Value)
        /// Problems with an object in relation to others: its keys and relationships.
        case object(Object)
        /// Reasons that an output cannot be created, or not at its path.
        case output(Output)
    }

    /// The exceeded limit of a view or query.
    package enum QueryLimit: Equatable, Sendable {
        /// Rows.
        case rows(Int)
        /// Steps of SQLite from one row to the next.
        case steps(Int)
    }

    /// The kind of item with a name.
    package enum NameKind: String, Equatable, Sendable {
        case entity, attribute, relationship, column, source, table, variable
        case timeZone = "time zone"
        case locale
    }

    /// The expected kind of value.
    package enum ValueKind: String, Equatable, Sendable {
        case integer, number, boolean, date, decimal
        case uuid = "UUID"
        case uri = "URI"
        case hexadecimal, base64, text
        case jsonArray = "JSON array"
        case jsonObject = "JSON object"
        case pair = "`key=value` pair"
        case archive = "value that can be archived"
    }
}

extension SeedIssue.Reason {
    /// The part that must be corrected.
    package var fault: SeedIssue.Fault {
        switch self {
        case .plan(let reason): reason.fault
        case .model(let reason): reason.fault
        case .file(let reason): reason.fault
        case .table(let reason): reason.fault
        case .spreadsheet(let reason): reason.fault
        case .command(let reason): reason.fault
        case .document(let reason): reason.fault
        case .database(let reason): reason.fault
        case .value(let reason): reason.fault
        case .object(let reason): reason.fault
        case .output(let reason): reason.fault
        }
    }

    /// Whether the issue concerns the rest of the input, not a single row. Such an input must not be accepted, even
    /// if rejected rows are, because rows after the issue are missing.
    package var endsSource: Bool {
        switch self {
        case .file(.truncatedGzip), .file(.damagedGzip): true
        // The field contains all rows after it.
        case .table(.unterminatedQuote): true
        default: false
        }
    }

    /// Whether the issue must be reported with its file, even if the plan has to change.
    package var isAboutFile: Bool {
        switch self {
        case .document(.beyondRoot): false
        case .file, .table, .spreadsheet, .command, .document: true
        case .plan, .model, .database, .value, .object, .output: false
        }
    }
}
