/// A score for the plausibility of a text in some language.
struct EncodingScore {
    /// Greater than 0 for a plausible text.
    private(set) var value = 0

    /// The non-ASCII letters of each language.
    private static let languages: [Set<Unicode.Scalar>] = [
        "äöüßé", "éèêëàâçîïôûùüœæ", "áéíóúüñ", "áâãàçéêíóôõú", "àèéìòù", "åäöæøéü", "éëïóöüè", "àçèéíïòóúü",
        "áðéíóúýþæö", "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîșțşţ", "čćđšž",
        "čšž", "çğıöşüİâ", "āčēģīķļņšūž", "ąčęėįšųūž", "äöõüšž", "ăâđêôơưàáãèéìíòóõùúý",
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
        "абвгдђежзијклљмнњопрстћуфхцчџш",
        "αβγδεζηθικλμνξοπρςστυφχψωάέήίόύώϊϋΐΰ",
        String(String.UnicodeScalarView((0x5D0...0x5EA).compactMap(Unicode.Scalar.init))),
        String(String.UnicodeScalarView((0x621...0x652).compactMap(Unicode.Scalar.init))) + "،؛؟پچژگ",
    ].map { Set($0.unicodeScalars) }

    /// The non-ASCII letters of regions, for files with names in several languages.
    private static let regions: [Set<Unicode.Scalar>] = [
        "àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœß", "áâăäąčćçďđéęëěíîĺľłńňóôőöŕřśšşťţúůűüýźžż",
    ].map { Set($0.unicodeScalars) }

    /// Symbols that occur in texts of any language.
    private static let signs = Set("’‘“”„–—…€£§°²³½¼•™®©«»\u{A0}·¿¡×µ№".unicodeScalars)

    init(_ text: [Unicode.Scalar], encoding: TextEncoding) {
        var letters: [Unicode.Scalar: Int] = [:]
        for (index, scalar) in text.enumerated() where scalar.value >= 0x80 {
            let before = index > 0 ? text[index - 1] : " "
            let after = index + 1 < text.count ? text[index + 1] : " "
            if Self.tones.contains(scalar) {
                // Vietnamese tone marks follow the letter.
                value +=
                    before.properties.isAlphabetic
                        && "aeiouyăâêôơư".unicodeScalars.contains(Self.small(before)) ? 4 : -8
            } else if (0xE01...0xE5B).contains(scalar.value) {
                // Two bytes of an East Asian character are as likely as two of these letters.
                value += Self.thai(scalar, after: before)
            } else if scalar.value >= 0x2E80 {
                // Western text read as East Asian has such characters within words: `K鋝e`.
                let isWithin = [before, after].contains { (0x61...0x7A).contains($0.value) }
                let isForeign = encoding == .eucKR && (0x4E00...0x9FFF).contains(scalar.value)
                value += isWithin ? -8 : isForeign ? -3 : Self.ideograph(scalar)
            } else if scalar.properties.isAlphabetic {
                let isCapital = scalar.properties.isUppercase
                letters[Self.small(scalar), default: 0] += 1
                let isWithin =
                    before.properties.isLowercase
                    || before.properties.isAlphabetic && after.properties.isLowercase
                if isCapital, isWithin { value -= 6 }
                // A letter of another script within a word, as in `Kдse`.
                let isLatin = scalar.value < 0x370
                // This form occurs only at the end of words.
                if Self.finals.contains(scalar), after.properties.isAlphabetic { value -= 6 }
                // `£12` may also be `Ł12`.
                if [before, after].contains(where: { (0x30...0x39).contains($0.value) }) { value -= 4 }
                // A letter of another alphabet rarely occurs alone.
                if !isLatin, !before.properties.isAlphabetic, !after.properties.isAlphabetic { value -= 2 }
                for neighbour in [before, after]
                where neighbour.properties.isAlphabetic && neighbour.value < 0x2E80
                    && (neighbour.value < 0x370) != isLatin
                {
                    value -= 6
                }
            } else {
                value += Self.sign(scalar, between: before, after)
            }
        }
        guard !letters.isEmpty else { return }
        func score(_ language: Set<Unicode.Scalar>, _ points: Int) -> Int {
            letters.reduce(0) { $0 + (language.contains($1.key) ? points : -5) * $1.value }
        }
        let scores = Self.languages.map { score($0, 3) } + Self.regions.map { score($0, 2) }
        value += scores.max() ?? 0
        // Letters of Hebrew and other scripts, read as Cyrillic, are words without vowels.
        let cyrillic = letters.filter { (0x400...0x4FF).contains($0.key.value) }
        let count = cyrillic.values.reduce(0, +)
        let vowels = cyrillic.reduce(0) { $0 + (Self.vowels.contains($1.key) ? $1.value : 0) }
        if vowels * 10 < count * 3 { value -= count }
        // Hebrew letters, read as KOI8, are all capitals.
        let isCapital = !text.contains { (0x400...0x4FF).contains($0.value) && $0.properties.isLowercase }
        if isCapital { value -= count }
    }

    private static let tones = Set("\u{300}\u{301}\u{303}\u{309}\u{323}".unicodeScalars)
    /// Forms of letters at the end of words.
    private static let finals = Set("ςךםןףץ".unicodeScalars)

    private static let vowels = Set("аеёиоуыэюяіїє".unicodeScalars)

    /// Returns the score of a symbol, which is higher in its usual context: `“word”`, `it’s`, `– `, `£12`, `12 €`.
    private static func sign(
        _ scalar: Unicode.Scalar, between before: Unicode.Scalar, _ after: Unicode.Scalar
    ) -> Int {
        func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }
        let isWithin = before.properties.isAlphabetic && after.properties.isAlphabetic
        switch scalar {
        case "’": return isWithin ? 5 : 2
        case "“", "„", "«", "‘":
            if before.value <= 0x2F, after.properties.isAlphabetic { return 4 }
        case "”", "»": if before.value > 0x20, after.value <= 0x2F { return 4 }
        case "–", "—": if before == " ", after == " " { return 4 }
        case "€", "£", "¥", "§", "°": if isDigit(before) || isDigit(after) || before == " " { return 4 }
        default: break
        }
        return isWithin || !signs.contains(scalar) ? -4 : 1
    }

    /// Returns the score of a Thai character. Vowels and tones above and below follow a letter.
    private static func thai(_ scalar: Unicode.Scalar, after before: Unicode.Scalar) -> Int {
        let isMark =
            scalar.value == 0xE31 || (0xE34...0xE3A).contains(scalar.value)
            || (0xE47...0xE4E).contains(scalar.value)
        guard isMark else { return 2 }
        let isMarked = (0xE01...0xE2E).contains(before.value) || (0xE34...0xE39).contains(before.value)
        return isMarked || before.value == 0xE31 ? 3 : -8
    }

    private static func small(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let mapping = scalar.properties.lowercaseMapping.unicodeScalars
        return mapping.count == 1 ? mapping[mapping.startIndex] : scalar
    }

    /// Returns the score of an East Asian character. Kana and Hangul are more specific than the characters that
    /// Chinese, Japanese and Korean share.
    private static func ideograph(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x3041...0x30FF: 7
        case 0xAC00...0xD7A3: syllables.contains(scalar) ? 9 : 2
        case 0x3000...0x303F, 0xFF01...0xFF5E: 1
        case 0xFF61...0xFF9F: -4
        case 0x4E00...0x9FFF: common.contains(scalar) ? 10 : 3
        default: -8
        }
    }

    /// Characters that occur in nearly every Chinese or Japanese text.
    private static let common = Set(
        ("的一是不了人我在有他这这中大来來上国國个個到说說们們为為子和你地出道也时時年得就那要下以生会會自着去之过過家学學对對"
            + "可她里后小么心多天而能好都然没日于起还還发發成事只作当當想看文无無手十用主行方又如前所本见見经經头頭面公同三已"
            + "老从從动動两兩长長知民样樣现現分将將外但身些与與高意进進法此实實回二理美点點月明其种種声聲全工己话話儿兒者向情部"
            + "名新东東京北南西市区區路山水海湖江河口店食料品番号県府町村田島川木金土火円電話車駅社会所氏名前住価格価値広州深圳"
            + "台湾灣香港名称稱价價格苹蘋果数數量单單位类類别別日期备備注註编編号號产產商姓性年龄齡")
            .unicodeScalars)

    /// The most frequent syllables of Korean texts.
    private static let syllables = Set(
        ("이다는을의에가고하한지로기도사리인은들자나대어시아라그일서해스정수있를으것보전했과부장원구조여성소상제만경공동주국면마았었안오"
            + "모니적우선신게유물무생세화미연방중실문관내비학산진거개위명간분교용행발술영호강천남북역노통김박최울음식트드르러크타터레토"
            + "프때말년월회당단달데더려없였와요운입재치계반불속심양업외임작점차체초표품피현형후민복삼배금길날번법별본격량름짜격류종설"
            + "군읍면동로길층실점집밥국탕면찌개떡볶튀고돼닭소생선회과빵차커")
            .unicodeScalars)
}
