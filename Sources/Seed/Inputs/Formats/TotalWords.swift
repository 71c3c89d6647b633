/// The words for totals in several languages, as users and programs write them.
package enum TotalWords {
    /// The likelihood that a text labels a row of totals.
    package enum Likelihood { case none, maybe, sure }

    private static let totals = [
        "total", "totals", "grand total", "subtotal", "sub-total", "sum", "sums", "summe", "gesamt",
        "gesamtsumme", "gesamtergebnis", "zwischensumme", "teilergebnis", "insgesamt", "ergebnis", "somme",
        "sous-total", "total général", "total general", "suma", "suma total", "total geral", "subtotale",
        "totale", "totale generale", "totaal", "eindtotaal", "subtotaal", "summa", "totalsumma", "delsumma",
        "i alt", "sum total", "yhteensä", "välisumma", "suma końcowa", "razem", "ogółem", "celkem",
        "celkový součet", "mezisoučet", "spolu", "összesen", "végösszeg", "mindösszesen", "toplam",
        "genel toplam", "ara toplam", "ukupno", "skupaj", "σύνολο", "итого", "всего", "общий итог",
        "промежуточный итог", "разом", "усього", "合計", "総計", "小計", "总计", "總計", "合计", "小计", "합계",
        "총계", "소계", "average", "mean", "durchschnitt", "mittelwert", "moyenne", "promedio", "media",
        "średnia", "průměr", "среднее",
    ]
    private static let words = Set(totals.filter { !$0.contains(" ") })
    /// Labels of row counts, such as `Count: 3`.
    private static let counts = ["count", "anzahl", "nombre", "número", "conteggio", "liczba", "počet"]

    /// Returns `sure` for `Total 2024` and `Total:`. Returns `maybe` for `Total fruit` and `Fruit Total`, where the
    /// numbers must decide, because `Total Recall` is a name.
    package static func likelihood(_ text: String) -> Likelihood {
        let word = text.lowercased().drop { $0.isWhitespace }
        func begins(_ start: String) -> Bool {
            word.hasPrefix(start)
                && !(word.dropFirst(start.count).first { !$0.isWhitespace }?.isLetter ?? false)
        }
        if totals.contains(where: begins) { return .sure }
        if counts.contains(where: { word.hasPrefix($0 + ":") }) { return .sure }
        let parts = word.split { !$0.isLetter && $0 != "-" }.map(String.init)
        let isNamed = [parts.first, parts.last].contains { $0.map(words.contains) ?? false }
        return isNamed ? .maybe : .none
    }
}
