/// The words that people head columns with, in other languages and other words than a model's.
enum HeaderWords {
    /// The words of a model that each stands for.
    static let plain: [String: [String]] = {
        var plain: [String: [String]] = [:]
        for line in table.split(separator: "\n") {
            let halves = line.split(separator: ":")
            guard halves.count == 2 else { continue }
            let words = halves[0].split(separator: " ").map(String.init)
            for word in halves[1].split(separator: " ") { plain[String(word)] = words }
        }
        return plain
    }()

    /// All of these words, on either side.
    static let all = Set(plain.values.flatMap(\.self))

    private static let table = """
        quantity: amount count qty menge anzahl quantité quantite cantidad quantità quantita quantidade aantal antal \
        ilość ilosc množství mnozstvi количество miktar 数量 수량
        note: comment memo remark bemerkung notiz anmerkung kommentar remarque nota notas opmerking anteckning uwaga \
        uwagi poznámka poznamka примечание not 備考 备注 비고
        price: cost preis prix precio prezzo preço preco prijs pris cena цена fiyat 価格 单价 价格 가격
        nationality: nationalität nationalité nacionalidad nazionalità nationaliteit nationalitet
        description: desc summary beschreibung descripción descripcion descrizione descrição descricao omschrijving \
        beskrivning beskrivelse opis popis описание açıklama 説明 描述 설명
        image: img photo picture bild foto imagen immagine imagem
        number: no nr num nummer numéro numero número numer číslo cislo номер 番号 编号 번호
        name: bezeichnung nom nombre nome naam namn navn nazwa název nazev название наименование isim 名前 氏名 名称 \
        姓名 이름
        first name: vorname prénom prenom voornaam förnamn fornavn imię jméno имя 名
        last name: nachname surname apellido apellidos cognome achternaam efternamn etternavn nazwisko příjmení prijmeni \
        фамилия soyadı 姓
        date: datum fecha data dato дата tarih 日付 日期 날짜
        color: colour farbe couleur kleur färg farve kolor barva цвет renk 色 颜色
        title: titel titre título titolo tytuł заголовок
        city: ort stadt ville ciudad città citta cidade plaats miasto město mesto город şehir 市 城市 도시
        country: land pays país paese kraj země страна ülke 国 国家 국가
        zip: plz postleitzahl postcode postnummer postnr cap psč
        address: adresse dirección direccion indirizzo endereço endereco adres adress adresa адрес 住所 地址 주소
        street: straße strasse rue calle rua straat gata ulica ulice улица
        phone: telefon telephone téléphone teléfono telefono telefone telefoon telefoonnummer телефон 電話 电话 전화
        email: mail courriel correo почта
        category: kategorie catégorie categoría categoria categorie kategori kategoria категория カテゴリ 类别
        weight: gewicht poids peso vikt waga váha вес 重量
        size: größe groesse grösse taille tamaño taglia maat storlek rozmiar velikost размер サイズ
        width: largeur ancho larghezza breedte bredd szerokość šířka ширина
        height: höhe hoehe hauteur alto altezza hoogte höjd wysokość výška высота
        stock: bestand lagerbestand voorraad lager склад 在庫 库存
        birth date: geburtsdatum geburtstag fødselsdato födelsedatum geboortedatum birthday birthdate dob
        supplier: lieferant fournisseur proveedor fornitore leverancier leverantör dostawca dodavatel
        customer: kunde client cliente klant kund klient zákazník клиент 顧客 客户
        author: autor auteur autore författare автор 著者 作者
        year: jahr année annee año anno ano jaar år rok год yıl 年
        active: aktiv actif activo attivo actief aktywny aktivní
        latitude: lat breite breitengrad
        longitude: lng lon long länge längengrad
        unit: einheit unité unidad unità eenheid enhet jednostka 単位 单位
        """

    /// Whether a word is one of another language than English.
    static func isForeign(_ word: String) -> Bool { plain[word] != nil && !english.contains(word) }

    private static let english: Set<String> = [
        "amount", "count", "qty", "comment", "memo", "remark", "cost", "desc", "summary", "img", "photo",
        "picture",
        "no", "nr", "num", "colour", "postcode", "telephone", "mail", "birthday", "birthdate", "dob", "lat",
        "lng",
        "lon", "long",
    ]

    /// The word of another language that a compound ends with, `nummer` of `Baumnummer`; nil for none, or a word that
    /// is known by itself.
    static func ending(of word: String) -> String? {
        guard plain[word] == nil, !word.hasSuffix("name") else { return nil }
        return word.indices.dropFirst(3).lazy.map { String(word[$0...]) }.first { ending in
            ending.count > 4 && isForeign(ending)
        }
    }

    /// The languages of columns with translations, by their codes.
    static let languages = [
        "en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese",
        "nl": "dutch", "sv": "swedish", "da": "danish", "nb": "norwegian", "no": "norwegian", "fi": "finnish",
        "pl": "polish", "cs": "czech", "sk": "slovak", "hu": "hungarian", "ro": "romanian", "el": "greek",
        "tr": "turkish", "ru": "russian", "uk": "ukrainian", "ja": "japanese", "zh": "chinese",
        "ko": "korean",
        "ar": "arabic", "he": "hebrew", "la": "latin",
    ]
}
