/// How much a text looks like one of a language.
struct EncodingScore {
    /// More than 0 for what may be a text.
    private(set) var value = 0

    /// The letters besides those of ASCII, by language.
    private static let languages: [Set<Unicode.Scalar>] = [
        "äöüßé", "éèêëàâçîïôûùüœæ", "áéíóúüñ", "áâãàçéêíóôõú", "àèéìòù", "åäöæøéü", "éëïóöüè", "àçèéíïòóúü",
        "áðéíóúýþæö", "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîșțşţ", "čćđšž",
        "čšž", "çğıöşüİâ", "āčēģīķļņšūž", "ąčęėįšųūž", "äöõüšž", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", "абвгдеёжзійклмнопрстуўфхцчшыьэюя",
        "абвгдђежзијклљмнњопрстћуфхцчџш",
        "αβγδεζηθικλμνξοπρςστυφχψωάέήίόύώϊϋΐΰ",
    ].map { Set($0.unicodeScalars) }

    /// Names of several languages in one file.
    private static let regions: [Set<Unicode.Scalar>] = [
        "àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœß", "áâăäąčćçďđéęëěíîĺľłńňóôőöŕřśšşťţúůűüýźžż",
    ].map { Set($0.unicodeScalars) }

    /// Signs that stand in texts of any language.
    private static let signs = Set("’‘“”„–—…€£§°²³½¼•™®©«»\u{A0}·¿¡×µ№".unicodeScalars)

    init(_ text: [Unicode.Scalar], encoding: TextEncoding) {
        var letters: [Unicode.Scalar: Int] = [:]
        for (index, scalar) in text.enumerated() where scalar.value >= 0x80 {
            let before = index > 0 ? text[index - 1] : " "
            let after = index + 1 < text.count ? text[index + 1] : " "
            if scalar.value >= 0x2E80 {
                // Western texts read as such have one within words: `K鋝e`.
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
                // A letter of another script, as in `Kдse`.
                let isLatin = scalar.value < 0x370
                // A letter of another alphabet hardly stands alone.
                if !isLatin, !before.properties.isAlphabetic, !after.properties.isAlphabetic { value -= 2 }
                for neighbour in [before, after]
                where neighbour.properties.isAlphabetic && neighbour.value < 0x2E80
                    && (neighbour.value < 0x370) != isLatin
                {
                    value -= 6
                }
            } else {
                let isWithin = before.properties.isAlphabetic && after.properties.isAlphabetic
                let isSign = Self.signs.contains(scalar)
                value += scalar == "’" ? 2 : isWithin || !isSign ? -4 : 1
            }
        }
        guard !letters.isEmpty else { return }
        func score(_ language: Set<Unicode.Scalar>, _ points: Int) -> Int {
            letters.reduce(0) { $0 + (language.contains($1.key) ? points : -5) * $1.value }
        }
        let scores = Self.languages.map { score($0, 3) } + Self.regions.map { score($0, 2) }
        value += scores.max() ?? 0
    }

    private static func small(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let mapping = scalar.properties.lowercaseMapping.unicodeScalars
        return mapping.count == 1 ? mapping[mapping.startIndex] : scalar
    }

    /// Kana and Hangul tell more than signs that Chinese, Japanese and Korean share.
    private static func ideograph(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x3041...0x30FF: 7
        case 0xAC00...0xD7A3: 6
        case 0x3000...0x303F, 0xFF01...0xFF5E: 1
        case 0xFF61...0xFF9F: -4
        case 0x4E00...0x9FFF: common.contains(scalar) ? 10 : 3
        default: -8
        }
    }

    /// Signs that hardly a Chinese or Japanese text is without.
    private static let common = Set(
        ("的一是不了人我在有他这这中大来來上国國个個到说說们們为為子和你地出道也时時年得就那要下以生会會自着去之过過家学學对對"
            + "可她里后小么心多天而能好都然没日于起还還发發成事只作当當想看文无無手十用主行方又如前所本见見经經头頭面公同三已"
            + "老从從动動两兩长長知民样樣现現分将將外但身些与與高意进進法此实實回二理美点點月明其种種声聲全工己话話儿兒者向情部"
            + "名新东東京北南西市区區路山水海湖江河口店食料品番号県府町村田島川木金土火円電話車駅社会所氏名前住価格価値広州深圳"
            + "台湾灣香港名称稱价價格苹蘋果数數量单單位类類别別日期备備注註编編号號产產商姓性年龄齡")
            .unicodeScalars)
}
