/// What was found in SQL text, beside the tables that it makes.
package final class ScriptNotes {
    /// The end that the text should have and does not: it was cut.
    package var missingEnd: String?
}
