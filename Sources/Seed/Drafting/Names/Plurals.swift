/// Singulars and plurals of English nouns in the names of tables and relationships.
enum Plurals {
    /// Nouns that follow no rule, with the plural by the singular.
    private static let irregular: [String: String] = [
        "person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet",
        "tooth": "teeth",
        "goose": "geese", "mouse": "mice", "ox": "oxen", "quiz": "quizzes", "menu": "menus", "lens": "lenses",
        "index": "indices", "vertex": "vertices", "matrix": "matrices", "appendix": "appendices",
        "axis": "axes",
        "analysis": "analyses", "crisis": "crises", "thesis": "theses", "hypothesis": "hypotheses",
        "diagnosis": "diagnoses", "synopsis": "synopses",
        "criterion": "criteria", "phenomenon": "phenomena", "taxon": "taxa", "genus": "genera",
        "bacterium": "bacteria", "stratum": "strata", "curriculum": "curricula", "erratum": "errata",
        "alumnus": "alumni", "nucleus": "nuclei", "stimulus": "stimuli", "fungus": "fungi", "cactus": "cacti",
        "radius": "radii", "focus": "foci",
        "shelf": "shelves", "wolf": "wolves", "leaf": "leaves", "knife": "knives", "life": "lives",
        "wife": "wives",
        "half": "halves", "thief": "thieves", "calf": "calves", "loaf": "loaves", "scarf": "scarves",
        "elf": "elves",
        "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes", "echo": "echoes", "veto": "vetoes",
        "movie": "movies", "cookie": "cookies", "zombie": "zombies", "calorie": "calories",
        "rookie": "rookies",
        "brownie": "brownies", "selfie": "selfies", "prairie": "prairies",
        "cache": "caches", "niche": "niches", "headache": "headaches", "avalanche": "avalanches",
        "alias": "aliases", "gas": "gases", "atlas": "atlases", "canvas": "canvases", "bias": "biases",
        "iris": "irises", "excuse": "excuses", "ski": "skis", "taxi": "taxis",
    ]
    private static let singulars: [String: String] = {
        var found = Dictionary(irregular.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        // Both plurals are in use.
        found["indexes"] = "index"
        found["matrixes"] = "matrix"
        return found
    }()
    /// Words that end like plurals but are none.
    private static let sameInBoth: Set<String> = [
        "news", "series", "species", "means", "chess", "always", "sms", "gps", "css", "dns", "ios", "https",
        "progress",
    ]

    /// Returns a word without the ending of a plural.
    static func singular(_ word: String) -> String {
        if let known = singulars[word] { return known }
        if sameInBoth.contains(word) || irregular[word] != nil { return word }
        if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        if word.count < 4 || ["ss", "us", "is"].contains(where: word.hasSuffix) { return word }
        // `statuses` loses `es`; `houses`, `causes`, `courses` and `cases` lose only `s`.
        let isLong =
            word.hasSuffix("sses")
            || word.hasSuffix("uses") && !word.hasSuffix("ouses") && !word.hasSuffix("auses")
        if isLong || ["xes", "ches", "shes"].contains(where: word.hasSuffix) {
            return String(word.dropLast(2))
        }
        return word.hasSuffix("s") ? String(word.dropLast()) : word
    }

    /// Returns the plural of a name in camel case. Its last word starts at the last capital letter.
    static func plural(_ name: String) -> String {
        let start = name.lastIndex(where: \.isUppercase) ?? name.startIndex
        let word = name[start...].lowercased()
        if sameInBoth.contains(word) { return name }
        if let known = irregular[word] {
            return String(name[..<start] + name[start...].prefix(1)) + known.dropFirst()
        }
        if name.hasSuffix("y"), let before = name.dropLast().last, !"aeiou".contains(before) {
            return String(name.dropLast()) + "ies"
        }
        return name + (["s", "x", "z", "ch", "sh"].contains(where: name.hasSuffix) ? "es" : "s")
    }
}
