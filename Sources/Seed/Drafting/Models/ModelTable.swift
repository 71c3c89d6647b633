import ObjectModel

/// An input that becomes an entity, or the pairs of a many-to-many relationship.
final class ModelTable {
    let survey: SourceSurvey
    /// The table's declaration in SQLite, or nil for a file.
    let declaration: TableDeclaration?
    /// The entity's name. It is empty for a table of pairs.
    var entity = ""
    var names = ModelNames()
    /// The drafts of the columns, by index.
    let columns: [ColumnDraft]
    /// The columns that hold keys of other tables.
    var links: [ModelLink] = []
    /// The attributes' names, by column.
    var attributes: [Int: String] = [:]
    /// The column that other tables use to refer to the rows.
    var key: Int?
    /// The columns that no attribute fits, with the reasons.
    let dropped: [Int: String]
    /// Cached results of SQL queries about all rows.
    var facts: [String: Int] = [:]
    /// The result of the last draft, or nil if the table is new.
    var earlier: EarlierDraft.Table?
    /// The number of rows.
    var rowCount: Int { declaration?.rowCount ?? survey.rowCount }

    init(
        _ survey: SourceSurvey, _ declaration: TableDeclaration?, _ form: ModelDrafter.Form, texts: Set<Int>,
        dropped: [Int: String]
    ) {
        self.dropped = dropped
        self.survey = survey
        self.declaration = declaration
        columns = survey.ownIndices.map { index in
            let isText = texts.contains(index)
            let name = survey.columns[index]
            if let column = declaration?.column(name) {
                return ColumnDraft(
                    column, survey.surveys[index], form, rowCount: survey.detailedCount, isText: isText)
            }
            return ColumnDraft(
                name, survey.surveys[index], form, rowCount: survey.detailedCount,
                isDate: survey.referenceDates.contains(name), isText: isText)
        }
        key = primaryKey
    }

    /// The table's name, or that of the file.
    var name: String { survey.table?.name ?? survey.name }

    func index(of column: String) -> Int? {
        survey.ownIndices.first { survey.columns[$0].lowercased() == column.lowercased() }
    }

    /// The column of the primary key, or nil if the key has several columns. For a file it is the first
    /// column that is named like a key and whose values are unique.
    private var primaryKey: Int? {
        if let declaration, !declaration.primaryKey.isEmpty {
            return declaration.primaryKey.count == 1 ? index(of: declaration.primaryKey[0]) : nil
        }
        return survey.ownIndices.first { survey.isKey($0) && isNamedLikeKey($0) }
    }

    /// Returns whether a column is a key by its name, such as `id`, or `item_id` in items.
    func isNamedLikeKey(_ index: Int) -> Bool {
        let words = NameMatch.words(survey.columns[index]).joined(separator: "_")
        if ["id", "pk", "key", "uuid", "guid", "_id"].contains(words) { return true }
        return NameMatch.referred(by: words).map(isCalled) ?? false
    }

    /// Returns whether a name means the rows of this table.
    func isCalled(_ name: String) -> Bool {
        name.count > 1
            && max(NameMatch.entityScore(name, self.name), NameMatch.score(name, self.name)) >= NameMatch.sure
    }
}

/// A column with keys of another table: a to-one relationship, or one end of a pair.
struct ModelLink {
    let column: Int
    let target: ModelTable
    /// The column of the target that holds the keys.
    let targetColumn: Int
    /// The declared foreign key, or nil if the link is inferred from names and values.
    let declared: TableDeclaration.ForeignKey?
    /// The further columns of a key of several columns, each with the target's column.
    var others: [(column: Int, target: Int)] = []
    /// The action of SQL when the target is deleted, such as `CASCADE`.
    var deletion = ""
    /// The relationship's name.
    var name = ""
    var inverseName = ""
    /// The value that means no target, such as `0`.
    var noneWord: String?
    /// Whether each target has at most one row.
    var isOneToOne = false
    var isRequired = false
}
