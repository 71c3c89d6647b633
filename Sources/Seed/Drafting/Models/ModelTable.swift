import ObjectModel

/// A source that becomes an entity, or the pairs of a many-to-many relationship.
final class ModelTable {
    let survey: SourceSurvey
    /// What SQLite declares; nil for files.
    let declaration: TableDeclaration?
    /// The entity's name; empty for a table of pairs.
    var entity = ""
    var names = ModelNames()
    /// What the columns hold, by index.
    let columns: [ColumnDraft]
    /// The columns that hold keys of other tables.
    var links: [ModelLink] = []
    /// The attributes' names, by column.
    var attributes: [Int: String] = [:]
    /// The column by which other tables name the rows.
    var key: Int?
    /// The columns of which no attribute can be made, and why.
    let dropped: [Int: String]
    /// What SQL said of all rows.
    var facts: [String: Int] = [:]
    /// How many rows there are.
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

    /// The only column of the primary key; of a file the one that is named like a key and tells its rows apart.
    private var primaryKey: Int? {
        if let declaration, !declaration.primaryKey.isEmpty {
            return declaration.primaryKey.count == 1 ? index(of: declaration.primaryKey[0]) : nil
        }
        return survey.ownIndices.first { survey.isKey($0) && isNamedLikeKey($0) }
    }

    /// `id`, `item_id` in items.
    func isNamedLikeKey(_ index: Int) -> Bool {
        let words = NameMatch.words(survey.columns[index]).joined(separator: "_")
        if ["id", "pk", "key", "uuid", "guid", "_id"].contains(words) { return true }
        return NameMatch.referred(by: words).map(isCalled) ?? false
    }

    /// Whether a name means the rows of this table.
    func isCalled(_ name: String) -> Bool {
        name.count > 1
            && max(NameMatch.entityScore(name, self.name), NameMatch.score(name, self.name)) >= NameMatch.sure
    }
}

/// A column with keys of another table: a to-one relationship, or one end of a pair.
struct ModelLink {
    let column: Int
    let target: ModelTable
    /// The column of the target that the keys are in.
    let targetColumn: Int
    /// What is declared of it; nil where names and values say so.
    let declared: TableDeclaration.ForeignKey?
    /// The further columns of a key of several, with those of the target.
    var others: [(column: Int, target: Int)] = []
    /// What SQL does with the row whose target goes: `CASCADE`.
    var deletion = ""
    /// The relationship's name.
    var name = ""
    var inverseName = ""
    /// What stands for no target: `0`.
    var noneWord: String?
    /// Whether no two rows name the same target.
    var isOneToOne = false
    var isRequired = false
}
