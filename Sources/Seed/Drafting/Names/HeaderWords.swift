/// Words for column headers in other languages, and their English synonyms.
enum HeaderWords {
    /// The meanings of each word in the words of models. A phrase is joined with `_`.
    static let meanings: [String: [[String]]] = {
        var meanings: [String: [[String]]] = [:]
        for line in table.split(separator: "\n") {
            let halves = line.split(separator: ":")
            guard halves.count == 2 else { continue }
            let words = halves[0].split(separator: " ").map(String.init)
            for word in halves[1].split(separator: " ").map(String.init) where word != "|" {
                let plain = withoutAccents(word)
                // Short words without their accents are different words.
                for form in Set([word, plain.count < 4 ? word : plain])
                where !(meanings[form] ?? []).contains(words) { meanings[form, default: []].append(words) }
            }
        }
        return meanings
    }()

    /// All words of the meanings.
    static let all = Set(meanings.values.flatMap { $0.flatMap(\.self) })

    /// The words with each meaning.
    static let words = Dictionary(
        grouping: meanings.flatMap { word, meanings in meanings.map { (meaning: $0, word: word) } },
        by: \.meaning
    ).mapValues { $0.map(\.word).sorted() }

    /// Returns a word as typed on a keyboard without its accents, such as `numero` or `strasse`.
    static func withoutAccents(_ word: String) -> String {
        String(
            String.UnicodeScalarView(
                word.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
                    !(0x300...0x36F).contains($0.value)
                })
        )
        .replacing("ß", with: "ss").replacing("ø", with: "o").replacing("æ", with: "ae").replacing(
            "ł", with: "l"
        )
        .replacing("đ", with: "d").replacing("ı", with: "i")
    }

    /// English words come before the bar, words of other languages after it.
    private static let table = """
        quantity: amount count qty | menge anzahl stückzahl stück quantité cantidad quantità quantita quantidade \
        aantal hoeveelheid antal mængde antall mängd määrä kogus daudzums skaits kiekis ilość liczba množství počet \
        množstvo mennyiség darab darabszám cantitate количество кількість количина količina ποσότητα miktar adet \
        jumlah bilangan dami số_lượng 数量 個数 수량 כמות الكمية كمية จำนวน
        note: comment comments memo remark remarks description | bemerkung bemerkungen notiz notizen anmerkung anmerkungen \
        kommentar kommentare remarque remarques commentaire commentaires nota notas comentario comentarios \
        observaciones commento commenti osservazioni comentário comentários observação observações opmerking \
        opmerkingen notitie anteckning anteckningar anmärkning bemærkning bemærkninger merknad huomautus \
        huomautukset kommentti märkus märkused piezīme piezīmes pastaba pastabos uwaga uwagi poznámka poznámky \
        megjegyzés megjegyzések notă observații примечание примечания комментарий примітка примітки бележка бележки \
        napomena napomene opomba opombe σημείωση σημειώσεις not notlar catatan tala ghi_chú 備考 备注 비고 메모 הערה הערות \
        ملاحظة ملاحظات หมายเหตุ
        price: cost | preis stückpreis einzelpreis prix tarif precio costo prezzo preço prijs pris hinta hind cena \
        kaina cenă preț ár egységár цена стоимость ціна cijena τιμή fiyat fiyatı harga presyo giá đơn_giá 価格 単価 单价 \
        价格 가격 단가 מחיר السعر سعر ราคา
        nationality: | nationalität staatsangehörigkeit nationalité nacionalidad nazionalità cittadinanza \
        nacionalidade nationaliteit nationalitet medborgarskap kansalaisuus rahvus kodakondsus tautība pilietybė \
        narodowość obywatelstwo národnost národnosť állampolgárság naționalitate cetățenie гражданство \
        национальность громадянство националност državljanstvo εθνικότητα υπηκοότητα uyruk kewarganegaraan \
        nasyonalidad quốc_tịch 国籍 국적
        description: desc summary details overview synopsis | beschreibung descripción descrizione descrição omschrijving beschrijving \
        beskrivning beskrivelse kuvaus kirjeldus apraksts aprašymas aprašas opis popis leírás descriere описание \
        опис περιγραφή açıklama deskripsi keterangan paglalarawan mô_tả 説明 描述 설명 תיאור الوصف وصف รายละเอียด
        image: img photo picture png svg | bild foto abbildung imagen immagine imagem afbeelding billede bilde kuva pilt \
        attēls nuotrauka paveikslėlis zdjęcie obraz obrázek obrázok fénykép kép imagine fotografie изображение фото \
        зображення снимка slika εικόνα φωτογραφία resim fotoğraf gambar larawan hình_ảnh 画像 写真 图片 照片 사진 이미지 תמונה \
        صورة รูปภาพ
        number: no nr num index | nummer numéro número numero numer číslo numeris numurs number szám sorszám număr номер \
        broj številka αριθμός numara nomor bilang số 番号 编号 번호 מספר رقم الرقم หมายเลข
        name: label | bezeichnung nom nombre nome naam namn navn nimi nimetus nosaukums pavadinimas nazwa název názov név \
        megnevezés denumire nume название наименование назва найменування име naziv ime όνομα ονομασία isim ad adı \
        nama pangalan tên 名前 氏名 名称 名稱 姓名 品名 商品名 이름 성명 명칭 שם الاسم اسم ชื่อ benämning omschrijving
        first name: given_name forename | vorname vornamen rufname prénom prénoms prenom nombre_de_pila \
        primer_nombre primeiro_nome nome_próprio voornaam voornamen förnamn fornavn etunimi eesnimi vārds vardas \
        imię imiona jméno křestní_jméno meno krstné_meno keresztnév utónév prenume имя ім_я ime лично_име osebno_ime \
        όνομα nama_depan unang_pangalan tên 名 givenname שם_פרטי الاسم_الأول ชื่อจริง
        last name: surname family_name familyname | nachname familienname zuname nom_de_famille apellido apellidos \
        cognome sobrenome apelido achternaam familienaam efternamn etternavn efternavn familienavn sukunimi \
        perekonnanimi perenimi uzvārds pavardė nazwisko příjmení priezvisko vezetéknév családnév nume \
        nume_de_familie фамилия прізвище фамилно_име prezime priimek επώνυμο επίθετο soyad soyadı soyisim \
        nama_belakang nama_keluarga apelyido họ 姓 苗字 名字 성 שם_משפחה اسم_العائلة اللقب นามสกุล
        date: datetime timestamp | datum fecha data dato päivämäärä päiväys pvm kuupäev datums dátum dată дата ημερομηνία tarih tanggal \
        tarikh petsa ngày 日付 日期 날짜 일자 תאריך التاريخ تاريخ วันที่
        example: sample | beispiel beispielsatz exemple ejemplo esempio exemplo voorbeeld exempel eksempel esimerkki \
        przykład příklad príklad példa exemplu пример приклад primjer παράδειγμα örnek contoh ví_dụ 例 例文 例句 예문
        color: colour | farbe couleur kleur färg farve farge väri värv värvus krāsa spalva kolor barva farba szín \
        culoare цвет колір цвят boja χρώμα renk warna kulay màu màu_sắc 色 颜色 顏色 색 색상 צבע اللون لون สี
        city: town municipality | ort stadt wohnort gemeinde ville commune ciudad localidad municipio città comune cidade \
        município plaats stad woonplaats gemeente by kommun kommune kaupunki paikkakunta linn pilsēta miestas miasto \
        miejscowość město obec mesto város település oraș localitate город місто град grad mjesto πόλη şehir kota \
        bandar lungsod thành_phố 市 城市 市区町村 도시 시 עיר المدينة مدينة เมือง
        country: | land staat pays país paese nazione kraj země krajina maa valsts šalis riik ország țară страна \
        країна държава država zemlja χώρα ülke negara bansa quốc_gia nước 国 国家 國家 국가 나라 ארץ מדינה الدولة البلد دولة \
        ประเทศ
        zip: postcode postal_code postalcode zip_code zipcode code_postal | plz postleitzahl codepostal cp \
        código_postal codigopostal codice_postale cap cep postnummer postnr postinumero postiindeks sihtnumber \
        pasta_indekss pašto_kodas kod_pocztowy psč psc poštovní_směrovací_číslo irányítószám cod_poștal индекс \
        почтовый_индекс поштовий_індекс пощенски_код poštanski_broj poštna_številka ταχυδρομικός_κώδικας τκ \
        posta_kodu kode_pos poskod mã_bưu_điện 郵便番号 邮编 邮政编码 우편번호 מיקוד الرمز_البريدي รหัสไปรษณีย์
        address: | adresse anschrift direccion dirección domicilio indirizzo endereço morada adres adress adressi \
        osoite aadress adrese adresas adresa lakcím cím адрес адреса naslov διεύθυνση alamat tirahan địa_chỉ 住所 地址 \
        주소 כתובת العنوان عنوان ที่อยู่
        street: | straße strasse rue calle strada rua straat gata gade gate vej katu katuosoite tänav iela gatvė \
        ulica ulice utca stradă улица вулиця οδός sokak cadde jalan kalye đường 通り 街道 거리 רחוב الشارع شارع ถนน
        phone: telephone tel | telefon telefonnummer festnetz téléphone numéro_de_téléphone teléfono telefono \
        telefone telefoon telefoonnummer puhelin puhelinnumero telefonnumber telefoninumber tālrunis telefonas \
        telefón telefonszám телефон τηλέφωνο telepon telepono điện_thoại số_điện_thoại 電話 電話番号 电话 전화 전화번호 טלפון \
        الهاتف هاتف โทรศัพท์
        mobile: cellphone | mobil handy mobilnummer handynummer mobiltelefon gsm móvil celular cellulare telemóvel \
        mobiel matkapuhelin mobiiltelefon mobilais mobilusis komórka komórkowy мобильный мобільний κινητό \
        cep_telefonu 携帯 携帯電話 手机 휴대폰 휴대전화 נייד الجوال جوال
        email: mail | mailadresse emailadresse courriel correo correo_electrónico sähköposti meil epasts el_paštas \
        e_pasts posta_elettronica endereço_de_email электронная_почта почта пошта електронна_пошта имейл eposta \
        e_posta メール メールアドレス 电子邮件 邮箱 이메일 דואר_אלקטרוני البريد_الإلكتروني อีเมล
        category: | kategorie warengruppe gruppe rubrik catégorie categoría categoria categorie rubrique kategori \
        luokka kategoria kategooria kategorija kategória категория категорія κατηγορία kategorya danh_mục カテゴリ カテゴリー \
        分類 类别 分类 분류 카테고리 קטגוריה الفئة فئة หมวดหมู่
        weight: mass | gewicht poids peso vikt vægt vekt paino kaal svars svoris waga masa hmotnost hmotnosť váha súly \
        tömeg greutate вес вага тегло težina teža βάρος ağırlık berat timbang trọng_lượng cân_nặng 重量 重さ 무게 중량 משקל \
        الوزن وزن น้ำหนัก
        size: | größe groesse taille pointure tamaño talla taglia misura tamanho maat grootte storlek størrelse koko \
        suurus izmērs dydis rozmiar velikost veľkosť méret mărime dimensiune размер розмір veličina μέγεθος beden \
        boyut ukuran saiz laki kích_thước サイズ 大きさ 尺寸 크기 사이즈 מידה גודל المقاس حجم ขนาด
        length: | länge laenge longueur largo longitud lunghezza comprimento lengte længde lengde pituus pikkus \
        garums ilgis długość délka dĺžka hosszúság hossz lungime длина довжина дължина dužina duljina dolžina μήκος \
        uzunluk panjang haba chiều_dài 長さ 长度 길이 אורך الطول طول ความยาว
        width: | breite largeur ancho anchura larghezza largura breedte bredd bredde leveys laius platums plotis \
        szerokość šířka šírka szélesség lățime ширина širina πλάτος genişlik lebar lapad chiều_rộng 幅 宽度 너비 폭 רוחב \
        العرض عرض ความกว้าง
        height: | höhe hoehe hauteur alto altura altezza hoogte höjd højde høyde korkeus kõrgus augstums aukštis \
        wysokość výška magasság înălțime высота висота височина visina ύψος yükseklik tinggi taas chiều_cao 高さ 高度 높이 \
        גובה الارتفاع ความสูง
        depth: | tiefe profondeur profundidad fondo profondità profundidade diepte djup dybde syvyys sügavus dziļums \
        gylis głębokość hloubka hĺbka mélység adâncime глубина глибина дълбочина dubina globina βάθος derinlik \
        kedalaman 深さ 奥行 深度 깊이
        stock: inventory stocks | bestand lagerbestand vorrat existencias inventario giacenza scorte estoque \
        voorraad lager lagersaldo lagerbeholdning beholdning varasto varastosaldo laoseis ladu krājumi noliktava \
        atsargos sandėlis zapas stan_magazynowy sklad zásoba készlet raktárkészlet stoc склад остаток залишок \
        наличност zaliha zaloga απόθεμα stok tồn_kho 在庫 库存 재고 מלאי المخزون
        birth date: birthday birthdate dob date_of_birth born | geburtsdatum geburtstag geboren date_de_naissance \
        naissance né_le fecha_de_nacimiento nacimiento data_di_nascita nascita data_de_nascimento nascimento \
        födelsedatum fødselsdato fødselsdag födelsedag geboortedatum syntymäaika syntymäpäivä sünniaeg sünnikuupäev \
        dzimšanas_datums gimimo_data data_urodzenia urodzony datum_narození dátum_narodenia születési_dátum \
        születési_idő data_nașterii дата_рождения дата_народження дата_на_раждане datum_rođenja datum_rojstva \
        ημερομηνία_γέννησης doğum_tarihi tanggal_lahir kaarawan ngày_sinh 生年月日 誕生日 出生日期 생년월일 생일 תאריך_לידה \
        تاريخ_الميلاد วันเกิด
        supplier: | lieferant fournisseur proveedor fornitore fornecedor leverancier leverantör leverandør \
        toimittaja tarnija piegādātājs tiekėjas dostawca dodavatel dodávateľ szállító beszállító furnizor поставщик \
        постачальник доставчик dobavljač dobavitelj προμηθευτής tedarikçi pemasok nhà_cung_cấp 仕入先 供应商 공급업체 ספק \
        المورد
        customer: client | kunde kundin cliente klant kund asiakas klient klients klientas zákazník vásárló ügyfél \
        vevő клиент клієнт kupac stranka πελάτης müşteri pelanggan kliyente khách_hàng 顧客 客户 客戶 고객 לקוח العميل عميل \
        ลูกค้า
        author: | autor auteur autore författare forfatter kirjailija tekijä autors autorius autorka szerző автор \
        συγγραφέας yazar penulis tác_giả 著者 作者 저자 מחבר المؤلف ผู้แต่ง
        publisher: | verlag éditeur editorial editore editora uitgever uitgeverij förlag forlag kustantaja kirjastus \
        izdevējs leidykla wydawnictwo wydawca nakladatelství vydavatel vydavateľ kiadó editură издательство \
        видавництво издателство izdavač založba εκδότης yayınevi penerbit nhà_xuất_bản 出版社 출판사
        year: | jahr baujahr année annee año anno ano jaar år vuosi aasta gads metai rok év an год рік година godina \
        leto έτος χρονιά yıl tahun taon năm 年 年份 연도 년 שנה السنة سنة ปี
        month: | monat mois mes mese mês maand månad måned kuukausi kuu mēnesis mėnuo miesiąc měsíc mesiac hónap \
        lună месяц місяць месец mjesec mesec μήνας ay bulan buwan tháng 月 月份 월 חודש الشهر เดือน
        active: | aktiv actif activo attivo ativo actief aktywny aktivní aktívny aktiivinen aktiivne aktīvs aktyvus \
        aktív activ активный активен активний aktivan aktiven ενεργός aktif 有効 启用 활성 פעיל نشط
        latitude: lat | breite breitengrad breddgrad breddegrad latitud latitudine leveysaste laiuskraad platums \
        platuma szerokość_geograficzna zeměpisná_šířka szélességi_fok широта enlem lintang vĩ_độ 緯度 纬度 위도 خط_العرض
        longitude: lng lon long | länge längengrad längdgrad længdegrad lengdegrad longitud longitudine pituusaste \
        pikkuskraad długość_geograficzna zeměpisná_délka hosszúsági_fok долгота довгота boylam bujur kinh_độ 経度 经度 \
        경도 خط_الطول
        unit: | einheit maßeinheit mengeneinheit unité unidad unità unidade eenheid enhet enhed yksikkö ühik \
        mērvienība vienība vienetas jednostka jednotka mértékegység egység unitate единица одиниця мерна_единица \
        jedinica enota μονάδα birim satuan yunit đơn_vị 単位 单位 單位 단위 יחידה الوحدة หน่วย
        type: kind | typ tipo tyyppi tüüp liik tips tipas rodzaj druh típus tip тип вид vrsta τύπος tür tipi jenis \
        uri loại 種類 タイプ 类型 類型 유형 종류 סוג النوع نوع ประเภท
        status: | zustand état estado stato toestand tillstånd tilstand tila olek staatus statuss būsena būklė stan \
        stav állapot stare статус состояние стан състояние stanje κατάσταση durum kalagayan trạng_thái 状態 ステータス 状态 \
        狀態 상태 סטטוס מצב الحالة حالة สถานะ
        code: | kürzel kennung kennzeichen código codice koodi kood kods kodas kod kód cod код κωδικός kode mã コード \
        代码 编码 코드 קוד الرمز الكود รหัส
        gender: sex | geschlecht sexe sexo género sesso gênero geslacht kön køn kjønn sukupuoli sugu dzimums lytis \
        płeć pohlaví pohlavie nem пол стать spol φύλο cinsiyet jenis_kelamin kasarian giới_tính 性別 性别 성별 מין الجنس \
        เพศ
        age: | alter âge edad età idade leeftijd ålder alder ikä vanus vecums amžius wiek věk vek életkor kor vârstă \
        возраст вік възраст starost ηλικία yaş umur usia tuổi 年齢 年龄 나이 연령 גיל العمر อายุ
        company: organization organisation employer organization_name organisation_name | firma unternehmen betrieb entreprise société empresa compañía azienda società ditta companhia \
        bedrijf företag virksomhed bedrift yritys ettevõte uzņēmums įmonė przedsiębiorstwo společnost spoločnosť cég \
        vállalat companie компания фирма компанія tvrtka podjetje poduzeće εταιρεία şirket perusahaan syarikat \
        kompanya công_ty 会社 会社名 公司 회사 חברה الشركة شركة บริษัท
        website: url link | webseite homepage internetseite site_web sitio_web sito_web página_web webbplats hemsida \
        hjemmeside nettside verkkosivu kotisivu veebileht tīmekļa_vietne svetainė strona_www strona_internetowa \
        webová_stránka weboldal honlap сайт вебсайт spletna_stran ιστοσελίδα web_sitesi situs_web trang_web ウェブサイト \
        网站 웹사이트 אתר الموقع เว็บไซต์
        province: | provinz provincia provincie provins województwo kraj tỉnh 省 都道府県 州 도 област область
        region: province district county | kraj bundesland kanton gebiet région región regione região regio landskap \
        län fylke alue maakunta piirkond maakond reģions regionas województwo oblast régió megye județ regiune \
        регион область регіон област regija pokrajina περιοχή bölge wilayah rehiyon khu_vực 地域 地方 地区 지역 אזור المنطقة \
        ภูมิภาค
        amount: | betrag montant importe importo valor bedrag belopp beløb beløp kwota částka čiastka összeg sumă \
        summa сумма сума iznos znesek ποσό tutar jumlah số_tiền 金額 金额 금액 סכום المبلغ จำนวนเงิน
        balance: | saldo solde kontostand saldó bakiye баланс остаток υπόλοιπο 残高 余额 잔액
        source: | quelle fonte fuente bron källa kilde lähde allikas źródło zdroj forrás sursă источник джерело \
        kaynak sumber 出典 来源 출처
        altitude: | elevation höhe hoehe altitud altitudine altitude hoogte höjd højde wysokość výška 標高 海拔
        level: | niveau stufe nivå nivel livello nível taso tase poziom úroveň szint nivo уровень рівень seviye \
        tingkat レベル 级别 레벨
        servings: | portionen portions porciones porzioni porções porties portioner porsjoner annokset porcje porce \
        adag porții порции porsiyon 人数
        rating: | bewertung note voto valoración valutazione avaliação beoordeling betyg vurdering arvosana ocena \
        hodnocení értékelés оценка puan 評価 评分 평점
        line: | linie ligne línea linea linha lijn linje linja linia linka vonal линия hat 路線 线路 노선
        total: | summe gesamt gesamtbetrag betrag montant somme importe totale importo bedrag totaal summa belopp \
        beløb beløp yhteensä kokku kopā iš_viso suma razem celkem spolu összesen összeg сумма итого сума общо ukupno \
        iznos skupaj znesek σύνολο ποσό toplam tutar total_harga kabuuan tổng thành_tiền 合計 金額 总计 金额 합계 금액 סכום \
        المجموع المبلغ ยอดรวม
        tax: vat | steuer mwst ust mehrwertsteuer taxe tva impuesto iva imposta imposto btw belasting moms skatt \
        afgift merverdiavgift vero alv maks käibemaks nodoklis pvn mokestis pvm podatek daň dph adó áfa налог ндс \
        податок пдв данък ддс pdv porez ddv φπα φόρος vergi kdv pajak ppn buwis thuế 税 税金 消費税 税率 세금 الضريبة ภาษี
        discount: | rabatt nachlass remise réduction descuento sconto desconto korting rabat alennus allahindlus \
        atlaide nuolaida zniżka upust sleva zľava kedvezmény reducere скидка знижка отстъпка popust έκπτωση indirim \
        diskon diskwento giảm_giá 割引 折扣 할인 הנחה الخصم ส่วนลด
        currency: | währung devise monnaie moneda divisa valuta moeda munt valuutta valuuta valūta waluta měna mena \
        pénznem monedă валюта νόμισμα para_birimi döviz mata_uang pera tiền_tệ 通貨 货币 통화 מטבע العملة สกุลเงิน
        language: | sprache langue idioma lengua lingua língua taal språk sprog kieli keel valoda kalba język jazyk \
        nyelv limbă язык мова език jezik γλώσσα dil bahasa wika ngôn_ngữ 言語 语言 언어 שפה اللغة ภาษา
        place: location | standort fundort lieu emplacement lugar ubicación luogo posizione localização locatie plek \
        plats sted paikka sijainti koht asukoht vieta miejsce lokalizacja místo miesto umístění hely helyszín loc \
        locație место місце място mjesto lokacija τόπος τοποθεσία yer konum lokasi tempat địa_điểm 場所 地点 장소 위치 מקום \
        الموقع_الجغرافي สถานที่
        position: | stelle rang poste puesto posizione posição positie ställning stilling asema pozīcija pozicija \
        pozycja pozice pozícia pozíció poziție позиция позиція θέση pozisyon posisi vị_trí 位置 职位 직위
        profession: | beruf occupation métier profesión ocupación professione profissão beroep yrke erhverv ammatti \
        amet profesija zawód povolání povolanie foglalkozás profesie профессия професія професия zanimanje poklic \
        επάγγελμα meslek pekerjaan trabaho nghề_nghiệp 職業 职业 직업 מקצוע المهنة อาชีพ
        brand: | marke marque marca merk märke mærke merke merkki kaubamärk zīmols prekės_ženklas marka značka márka \
        marcă марка бренд znamka brend μάρκα merek tatak thương_hiệu ブランド 品牌 브랜드 מותג العلامة_التجارية ยี่ห้อ
        manufacturer: | hersteller fabricant fabricante produttore fabrikant tillverkare producent produsent \
        valmistaja tootja ražotājs gamintojas výrobce výrobca gyártó producător производитель виробник производител \
        proizvođač proizvajalec κατασκευαστής üretici produsen nhà_sản_xuất メーカー 製造元 制造商 제조사 יצרן الشركة_المصنعة \
        ผู้ผลิต
        product: | artikel ware produkt produit producto prodotto produto tuote toode produkts produktas gaminys \
        towar výrobek výrobok termék produs продукт товар proizvod izdelek προϊόν ürün produk produkto sản_phẩm 商品 \
        製品 产品 產品 제품 상품 מוצר المنتج สินค้า
        start: | beginn anfang von début inicio inizio início aanvang startdatum begindatum börjar alku algus sākums \
        pradžia początek začátek začiatok kezdet început начало початок početak začetek έναρξη başlangıç mulai \
        simula bắt_đầu 開始 开始 시작 התחלה البداية เริ่ม
        death date: died dod date_of_death deathday | todesdatum sterbedatum gestorben date_de_décès décès \
        fecha_de_fallecimiento fecha_de_muerte data_di_morte data_de_falecimento sterfdatum overleden dödsdatum \
        dødsdato kuolinaika data_śmierci datum_úmrtí дата_смерти 没年
        end: | ende bis fim einde einddatum slut slutdatum loppu lõpp beigas pabaiga koniec konec vége sfârșit конец \
        кінець край τέλος λήξη bitiş selesai wakas kết_thúc 終了 结束 종료 끝 סיום النهاية สิ้นสุด
        time: | zeit uhrzeit heure hora ora tijd tid klokkeslæt aika kellonaika aeg kellaaeg laiks laikas godzina \
        czas čas idő oră timp время час време vrijeme ώρα χρόνος saat zaman waktu jam oras thời_gian giờ 時間 時刻 时间 시간 \
        שעה الوقت เวลา
        duration: runtime running_time run_time play_time | dauer durée duración durata duração duur varaktighet varighed varighet kesto kestus ilgums \
        trukmė czas_trwania trvání trvanie időtartam durată продолжительность длительность тривалість \
        продължителност trajanje διάρκεια süre durasi tagal thời_lượng 所要時間 時長 时长 기간 משך المدة ระยะเวลา
        text: description desc body content |
        publication: published |
        birth: born |
        feed: rss xml |
        site: html |
        job title: job position organization_title |
        title: | titel titre título titolo titulo otsikko nimike pealkiri virsraksts antraštė tytuł titul nadpis cím \
        titlu заголовок название заглавие naslov τίτλος başlık judul tajuk pamagat tiêu_đề 題名 タイトル 标题 標題 제목 כותרת \
        العنوان_الرئيسي ชื่อเรื่อง
        wrong: incorrect | falsch
        calories: kcal | kalorien calorías calorie
        goals: score scored | tore buts goles gol
        share: percentage percent proportion | anteil prozent
        stadium: ground venue arena | stadion stade estadio stadio estádio
        license: licence | lizenz licencia licenza licença licentie licens lisens lisenssi litsents licencija \
        licencja licenc licență лицензия ліцензія лиценз licenca dovoljenje άδεια lisans lisensi lesen lisensya \
        giấy_phép ライセンス 许可证 면허 라이선스 רישיון رخصة ใบอนุญาต
        population: | einwohner einwohnerzahl habitants población habitantes popolazione abitanti população inwoners \
        befolkning invånare indbyggere innbyggere väkiluku asukasluku rahvaarv iedzīvotāji gyventojai ludność \
        mieszkańcy obyvatelé počet_obyvatel obyvateľstvo népesség lakosság populație население населення \
        stanovništvo prebivalstvo πληθυσμός nüfus penduduk populasyon dân_số 人口 인구 אוכלוסייה السكان ประชากร
        area: | fläche superficie área oppervlakte yta areal pinta_ala pindala platība plotas powierzchnia plocha \
        rozloha terület suprafață площадь площа площ površina έκταση alan luas lawak diện_tích 面積 面积 면적 שטח المساحة \
        พื้นที่
        """

    /// Returns whether a word belongs to another language than English.
    static func isForeign(_ word: String) -> Bool { meanings[word] != nil && !english.contains(word) }

    private static let english = Set(
        table.split(separator: "\n").flatMap { line in
            let words = line.split(separator: ":")[1].prefix { $0 != "|" }
            return words.split(separator: " ").map(String.init)
        })

    /// Returns the word of another language that a compound ends with, such as `nummer` in `Baumnummer`. The
    /// result is nil if there is none or the compound itself is a known word.
    static func ending(of word: String) -> String? {
        guard meanings[word] == nil, !word.hasSuffix("name") else { return nil }
        // Words in the scripts of East Asia are short, such as `駅名`.
        let isWide = word.unicodeScalars.allSatisfy { $0.value >= 0x2E80 }
        if isWide, word.count > 1, word.last == "名" || word.last == "명" { return "name" }
        return word.indices.dropFirst(isWide ? 1 : 3).lazy.map { String(word[$0...]) }.first { ending in
            ending.count > (isWide ? 1 : 4) && isForeign(ending)
        }
    }

    /// The languages of columns with translations, by language code.
    static let languages = [
        "en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese",
        "nl": "dutch", "sv": "swedish", "da": "danish", "nb": "norwegian", "no": "norwegian", "fi": "finnish",
        "pl": "polish", "cs": "czech", "sk": "slovak", "hu": "hungarian", "ro": "romanian", "el": "greek",
        "tr": "turkish", "ru": "russian", "uk": "ukrainian", "ja": "japanese", "zh": "chinese",
        "ko": "korean",
        "ar": "arabic", "he": "hebrew", "la": "latin",
    ]
}
