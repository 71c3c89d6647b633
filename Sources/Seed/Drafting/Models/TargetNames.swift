/// The table whose keys a column holds, judged by the name of the column and those of all tables in the
/// database.
///
/// The table with the column's name has the highest score. For example, `album` of `album_id` means `albums`
/// or `wp_albums`, and `kind_id` in `album_art` means `album_art_kinds`. Lower scores have names with a role
/// in front (`home_team_id`), roles of people (`created_by`), table names with a prefix that other tables
/// lack, and abbreviations.
struct TargetNames {
    /// From this score on, it is enough that all values are keys of the table.
    static let clear = 75
    /// From this score on, the name can mean no other table.
    static let exact = 95
    static let lowest = 66

    private let words: [ObjectIdentifier: [String]]
    /// The number of tables whose names begin with a word.
    private let families: [String: Int]

    init(_ tables: [ModelTable]) {
        var words: [ObjectIdentifier: [String]] = [:]
        for table in tables { words[ObjectIdentifier(table)] = Self.words(ofTable: table.name) }
        self.words = words
        families = Dictionary(words.values.compactMap { $0.first.map { ($0, 1) } }, uniquingKeysWith: +)
    }

    private static let affixes: Set<String> = [
        "tbl", "tab", "table", "t", "z", "vw", "dim", "fact", "tb", "data",
    ]

    private static func words(ofTable name: String) -> [String] {
        var words = NameMatch.words(name)
        if words.count > 1, affixes.contains(words[0]) { words.removeFirst() }
        if words.count > 1, let last = words.last, affixes.contains(last) { words.removeLast() }
        for prefix in ["tbl", "Tbl"] where name.hasPrefix(prefix) && words.first?.hasPrefix("tbl") == true {
            words[0] = String(words[0].dropFirst(3))
        }
        return words.filter { !$0.isEmpty }.map(Plurals.singular)
    }

    /// The words that a column's name refers to, in each possible reading.
    struct Referred {
        fileprivate let readings: [[String]]
        /// Whether the name itself shows that the column holds keys.
        let isKey: Bool
        /// Whether the name refers upward in a hierarchy or to a neighbor in a sequence, such as `parent` or
        /// `next`.
        let isUpward: Bool
        /// Whether the name is only a word for a key.
        var isEmpty: Bool { readings.isEmpty }
    }

    /// Returns the words that the name of a table's column refers to.
    func referred(by column: String, of table: ModelTable) -> Referred {
        let all = NameMatch.words(NameMatch.withoutUnit(column)).map(Plurals.singular)
        let own = words[ObjectIdentifier(table)] ?? []
        var readings: [[String]] = []
        let referred = NameMatch.referred(by: all).map { $0.split(separator: "_").map(String.init) }
        var isKey = referred != nil
        if let referred {
            if !Self.isKeyWord(referred) { readings.append(referred) }
        } else {
            readings.append(all)
            if let split = split(all) {
                readings = [split]
                isKey = true
            }
        }
        // For example `post_author` of posts.
        for words in readings {
            let ownForms = [own, Array(own.suffix(1))]
            for form in ownForms where !form.isEmpty && words.count > form.count && words.starts(with: form) {
                readings.append(Array(words.dropFirst(form.count)))
            }
        }
        let upward = (all + readings.joined()).contains(where: Self.upwardWords.contains)
        return Referred(readings: readings, isKey: isKey, isUpward: upward)
    }

    /// Returns the words of names such as `albumid`, `billingaddressid` and `parentid`, or nil if no table or
    /// role comes before the ending.
    private func split(_ all: [String]) -> [String]? {
        guard let last = all.last, let ending = ["id", "key", "code"].first(where: last.hasSuffix) else {
            return nil
        }
        let rest = Plurals.singular(String(last.dropLast(ending.count)))
        guard rest.count > 2 else { return nil }
        let front = Array(all.dropLast())
        let roles = Self.roles.keys.filter { !$0.isEmpty }
        if Self.upwardWords.contains(rest) || roles.contains(rest) { return front + [rest] }
        var best: [String]?
        for name in words.values {
            for count in name.indices {
                let tail = Array(name[count...])
                guard rest.hasSuffix(tail.joined()), tail.joined().count > best?.joined().count ?? 2 else {
                    continue
                }
                best = tail
            }
        }
        guard let best else { return nil }
        let role = String(rest.dropLast(best.joined().count))
        return front + (role.isEmpty ? [] : [role]) + best
    }

    /// Returns how well a column's name fits a table, or 0 if it does not fit.
    func score(_ referred: Referred, of table: ModelTable, for target: ModelTable) -> Int {
        let own = words[ObjectIdentifier(table)] ?? []
        guard let name = words[ObjectIdentifier(target)], !name.isEmpty else { return 0 }
        let isSelf = target === table
        var best = 0
        for (place, reading) in referred.readings.enumerated() where !reading.isEmpty {
            var score = Self.score(reading, name, own, families, isKey: referred.isKey)
            if isSelf {
                // `category_id` of categories is their own key.
                if score >= Self.exact { score = reading == name && referred.isUpward ? score : 0 }
                if referred.isUpward { score = max(score, 90) }
            }
            best = max(best, score - (place > 0 ? 2 : 0))
        }
        return best
    }

    private static func score(
        _ reading: [String], _ name: [String], _ own: [String], _ families: [String: Int], isKey: Bool
    ) -> Int {
        if isSame(reading, name) { return 100 }
        func role(_ words: [String]) -> Bool {
            guard reading.count > words.count, reading.suffix(words.count) == words[...] else { return false }
            return isKey || sideWords.contains(reading[0])
        }
        if role(name) { return 80 + 3 * min(name.count, 4) }
        for count in name.indices.dropFirst() {
            let (front, rest) = (Array(name[..<count]), Array(name[count...]))
            let isOwn = own.starts(with: front)
            if isSame(reading, rest) {
                if isOwn { return 97 }
                if isPerson(name), front.count == 1 { return 88 }
                return isKey ? 70 : 0
            }
            if isOwn, role(rest) { return 75 + 3 * min(rest.count, 4) }
        }
        if let last = reading.last, let noun = name.last {
            let kinds =
                last == "by" && reading.count > 1
                ? people : isKey || people == roles[last] ? roles[last] : nil
            if let place = kinds?.firstIndex(of: noun) { return 86 - min(place, 10) }
        }
        guard isKey, reading.count == 1, reading[0].count > 2, name.count == 1 else { return 0 }
        return NameMatch.score(reading[0], name[0]) >= lowest ? 68 : 0
    }

    private static func isSame(_ one: [String], _ other: [String]) -> Bool {
        one == other || one.joined() == other.joined()
    }

    private static func isKeyWord(_ words: [String]) -> Bool {
        words.count == 1 && (NameMatch.keyWords.contains(words[0]) || words[0] == "row")
    }

    private static func isPerson(_ name: [String]) -> Bool { name.last.map(people.contains) == true }

    /// Tables of people, most likely first.
    private static let people = [
        "user", "person", "account", "member", "profile", "employee", "staff", "contact", "participant",
        "player",
        "customer",
    ]
    private static let places = ["airport", "station", "stop", "port", "location", "place", "city"]

    /// The tables that each role can mean, most likely first.
    private static let roles: [String: [String]] = {
        let people: Set<String> = [
            "author", "owner", "creator", "editor", "user", "sender", "receiver", "recipient", "assignee",
            "assigner",
            "reviewer", "uploader", "approver", "reporter", "organizer", "organiser", "host", "moderator",
            "admin",
            "poster", "follower", "friend", "buyer", "seller", "teacher", "student", "head", "leader",
            "director",
            "instructor", "coach", "guest", "clerk", "salesperson", "agent", "lead", "captain", "contributor",
        ]
        var roles = Dictionary(uniqueKeysWithValues: people.map { ($0, Self.people) })
        for word in ["billing", "shipping", "delivery", "mailing"] { roles[word] = ["address"] }
        for word in ["home", "away", "opponent", "winner", "loser"] {
            roles[word] = ["team", "club", "player", "location", "place"]
        }
        for word in ["origin", "destination", "departure", "arrival"] { roles[word] = places }
        return roles
    }()
    private static let sideWords: Set<String> = Set(NameMatch.ordinals.joined()).union([
        "source", "target", "origin", "destination", "src", "dst", "departure", "arrival",
    ])
    private static let upwardWords: Set<String> = [
        "parent", "manager", "boss", "supervisor", "report", "reports", "superior", "mother", "father",
        "chief",
        "ancestor", "previous", "prev", "next", "predecessor", "successor", "evolve", "evolves", "duplicate",
    ]
}
