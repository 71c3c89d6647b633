extension SeedIssue {
    /// What is wrong, by what it is wrong with: a code with what is needed to say it in words.
    ///
    /// Each kind is an enumeration of its own. All that looks at reasons, their words and codes
    /// above all, names every case: the compiler asks for what a new one lacks.
    package enum Reason: Equatable, Sendable {
        /// What is wrong with the text of a plan.
        case plan(Plan)
        /// What the model or the reference asks for, and a plan or this version does not fulfil, or only
        /// by a guess.
        case model(Model)
        /// What is wrong with a file as a whole, and with its bytes.
        case file(File)
        /// What is wrong with rows of fields: CSV, and the columns of files.
        case table(Table)
        /// What is wrong with a spreadsheet.
        case spreadsheet(Spreadsheet)
        /// What is wrong with a program whose output is a source.
        case command(Command)
        /// What is wrong with a document of records: JSON, XML and property lists.
        case document(Document)
        /// What is wrong with a source that is a database or a store.
        case database(Database)
        /// Why a cell is no value of its attribute.
        case value(Value)
        /// What is wrong with an object among others: its keys and relationships.
        case object(Object)
        /// Why a result cannot be, or not be where it should.
        case output(Output)
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
        case hexadecimal, base64, text
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

    /// Whether it is about all that would follow, and not about a row: half of a source must never be taken
    /// for all of it, whatever becomes of single rows.
    package var endsSource: Bool {
        switch self {
        case .file(.truncatedGzip), .file(.damagedGzip): true
        // The rows behind it are in that field.
        case .table(.unterminatedQuote): true
        default: false
        }
    }

    /// Whether the issue says nothing without its file, although the plan has to change.
    package var isAboutFile: Bool {
        switch self {
        case .document(.beyondRoot): false
        case .file, .table, .spreadsheet, .command, .document: true
        case .plan, .model, .database, .value, .object, .output: false
        }
    }
}
