import TestSupport
import Testing

extension DraftedFilesTests {
    private static let goods =
        "Item name! amount:Integer_64 price:Decimal since:Date note code active:Boolean"
    private static let photo = "Photo title! tags>>Tag.photos\nTag name! photos>>Photo.tags"
    private static let amounts =
        "SELECT ZNAME, ZAMOUNT FROM ZITEM ORDER BY Z_PK"
    private static let prices =
        "SELECT ZNAME, ZPRICE FROM ZITEM ORDER BY Z_PK"
    private static let days =
        "SELECT ZNAME, date(ZSINCE + 978307200, 'unixepoch') FROM ZITEM ORDER BY Z_PK"
    private static let times =
        "SELECT ZNAME, datetime(ZSINCE + 978307200, 'unixepoch') FROM ZITEM ORDER BY Z_PK"
    private static let codes =
        "SELECT ZNAME, ZCODE FROM ZITEM ORDER BY Z_PK"
    private static let truths =
        "SELECT ZNAME, ZACTIVE FROM ZITEM ORDER BY Z_PK"
    private static let tags =
        "SELECT p.ZTITLE, t.ZNAME FROM ZPHOTO p LEFT JOIN Z_1TAGS j ON j.Z_1PHOTOS = p.Z_PK LEFT JOIN ZTAG t ON t.Z_PK = j.Z_2TAGS ORDER BY 1, 2"

    /// A file is built with the values that it means, or the draft or the message reports what is uncertain.
    @Test("Texts as people write them", arguments: writtenFiles)
    func written(file: DraftedFile) throws { try Self.expect(file) }

    private static let writtenFiles: [DraftedFile] = [
        .init(
            "Negative numbers in brackets", goods,
            ["items.csv": "name,price\nA,(12.50)\nB,3.00\n"], .rows(prices, ["A|-12.5", "B|3"]),
            told: ["accounting: true"]),
        .init(
            "A minus behind a number", goods,
            ["items.csv": "name;price\nA;12,50-\nB;3,00\n"], .rows(prices, ["A|-12.5", "B|3"])),
        .init(
            "A true minus sign", goods, ["items.csv": "name,price\nA,−12.50\nB,3.00\n"],
            .rows(prices, ["A|-12.5", "B|3"])),
        .init(
            "Dollars in brackets", goods,
            ["items.csv": "name,price\nA,\"($1,200.50)\"\nB,$3.00\n"], .rows(prices, ["A|-1200.5", "B|3"])),
        .init(
            "Accounting dash zero", goods,
            ["items.csv": "name,price\nA,\"(1,200.50)\"\nB,-\nC,\"1,000.00\"\n"],
            .rows(prices, ["A|-1200.5", "B|", "C|1000"])),
        .init(
            "Month", goods, ["items.csv": "name,since\nA,April 2021\nB,May 2021\n"],
            .rows(days, ["A|2021-04-01", "B|2021-05-01"]), told: ["months only", "1 {since}"]),
        .init(
            "Month de", goods, ["items.csv": "name;since\nA;März 2021\nB;Oktober 2022\n"],
            .rows(days, ["A|2021-03-01", "B|2022-10-01"])),
        .init(
            "Month num", goods, ["items.csv": "name;since\nA;04/2021\nB;12/2022\n"],
            .rows(days, ["A|2021-04-01", "B|2022-12-01"])),
        .init(
            "Month iso", goods, ["items.csv": "name;since\nA;2021-04\nB;2022-12\n"],
            .rows(days, ["A|2021-04-01", "B|2022-12-01"])),
        .init(
            "Month short", goods, ["items.csv": "name;since\nA;Apr-21\nB;Dec-22\n"],
            .rows(days, ["A|2021-04-01", "B|2022-12-01"])),
        .init(
            "Quarter", goods, ["items.csv": "name;since\nA;Q1 2021\nB;Q2 2021\n"], .refused,
            told: ["no date format fits"]),
        .init(
            "Hashtags", photo, ["photos.csv": "title,tags\na,#sea #sun\nb,#sun\n"],
            .rows(tags, ["a|sea", "a|sun", "b|sun"])),
        .init(
            "Tag1 tag2", photo, ["photos.csv": "title,tag1,tag2\na,sea,sun\nb,sun,\nc,,\n"],
            .rows(tags, ["a|sea", "a|sun", "b|sun", "c|"]), told: ["template: \"{tag1}|{tag2}\""]),
        .init(
            "Tag 1..3", photo, ["photos.csv": "title,Tag 1,Tag 2,Tag 3\na,sea,,sun\nb,sun,,\n"],
            .rows(tags, ["a|sea", "a|sun", "b|sun"])),
        .init(
            "Key case", "Place code! name shots>>Shot.place\nShot title! place>Place.shots",
            [
                "places.csv": "code,name\nPAR,Paris\nLON,London\nROM,Rome\n",
                "shots.csv": "title,place\na,par\nb,LON\nc,rom\n",
            ],
            .rows(
                "SELECT s.ZTITLE,p.ZNAME FROM ZSHOT s LEFT JOIN ZPLACE p ON p.Z_PK=s.ZPLACE ORDER BY 1",
                ["a|Paris", "b|London", "c|Rome"]), told: ["ignoring: case"]),
        .init(
            "Key case id", "Place code! name shots>>Shot.place\nShot title! place>Place.shots",
            [
                "places.csv": "id,code,name\nx1,PAR,Paris\nx2,LON,London\n",
                "shots.csv": "title,place_id\na,X1\nb,x2\n",
            ], .refused, told: ["those are in another case"]),
        .init(
            "Side by side csv", goods,
            ["items.csv": "name,amount,,city,zip\nA,1,,Paris,75\nB,2,,Rome,00\nC,3,,,\n"],
            .rows(amounts, ["A|1", "B|2", "C|3"])),
        .init(
            "Side by side same names", goods,
            ["items.csv": "name,amount,,name,amount\nA,1,,D,4\nB,2,,E,5\n"], .rows(amounts, ["A|1", "B|2"]),
            told: ["`name 2`"]),
        .init(
            "No header", goods, ["items.csv": "Apple,1\nBeer,2\n"],
            .refused, told: ["noHeader"]),
        .init(
            "Rounded", goods, ["items.csv": "name,code\nA,4.00638E+12\nB,77\n"],
            .rows(codes, ["A|4.00638E+12", "B|77"]), told: ["left out digits"]),
        .init(
            "Rounded int", goods, ["items.csv": "name,amount\nA,4.00638E+12\nB,77\n"],
            .rows(amounts, ["A|4006380000000", "B|77"]), told: ["left out digits"]),
        .init(
            "Swiss", goods, ["items.csv": "name;price\nA;1'234.50\nB;12.00\n"],
            .rows(prices, ["A|1234.5", "B|12"])),
        .init(
            "India", goods,
            ["items.csv": "name,price\nA,\"12,34,567.50\"\nB,\"1,00,000\"\n"],
            .rows(prices, ["A|1234567.5", "B|100000"])),
        .init(
            "Bool ja", goods, ["items.csv": "name;active\nA;ja\nB;nein\n"],
            .rows(truths, ["A|1", "B|0"])),
        .init(
            "Bool x", goods, ["items.csv": "name;active\nA;x\nB;\n"],
            .rows(truths, ["A|1", "B|0"])),
        .init(
            "Bool check", goods, ["items.csv": "name;active\nA;✓\nB;✗\n"],
            .rows(truths, ["A|1", "B|0"])),
        .init(
            "Zip", goods, ["items.csv": "name,code\nA,01067\nB,99084\n"],
            .rows(codes, ["A|01067", "B|99084"])),
        .init("Tsv", goods, ["items.tsv": "name\tamount\nA\t1\n"], .rows(amounts, ["A|1"])),
        .init(
            "Trailing delimiter", goods, ["items.csv": "name,amount,\nA,1,\nB,2,\n"],
            .rows(amounts, ["A|1", "B|2"])),
        .init(
            "Trailing delimiter data only", goods,
            ["items.csv": "name,amount\nA,1,\nB,2,\n"], .rows(amounts, ["A|1", "B|2"]),
            told: ["longRows: dropEmpty"]),
        .init(
            "Percent", "Item name! rate:Double", ["items.csv": "name,rate\nA,55%\nB,\"7,5%\"\n"],
            .rows("SELECT ZNAME,ZRATE FROM ZITEM ORDER BY 1", ["A|55.0", "B|7.5"]), told: ["scale: 0.01"]),
        .init(
            "Phones", "Person name! phone",
            ["people.csv": "name,phone\nA,0171 123456\nB,+49 30 1234\nC,0049301\n"],
            .rows(
                "SELECT ZNAME,ZPHONE FROM ZPERSON ORDER BY 1",
                ["A|0171 123456", "B|+49 30 1234", "C|0049301"])),
        .init(
            "Page headers", goods,
            ["items.csv": "name,amount\nA,1\nPage 1 of 2,\nname,amount\nB,2\nPage 2 of 2,\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["'Page 1 of 2'"]),
        .init(
            "Multi line", goods, ["items.csv": "name,note\nA,\"x\ny\"\nB,z\n"],
            .rows(notes, ["A|x\ny", "B|z"])),
        .init(
            "Sep=", goods, ["items.csv": "sep=;\nname;amount\nA;1\n"],
            .rows(amounts, ["A|1"])),
        .init(
            "Us ampm", goods,
            ["items.csv": "name,since\nA,4/13/2021 3:05 PM\nB,4/14/2021 11:00 AM\n"],
            .rows(times, ["A|2021-04-13 15:05:00", "B|2021-04-14 11:00:00"])),
        .init(
            "Before 1900", goods, ["items.csv": "name,since\nA,1850-04-13\nB,1899-12-31\n"],
            .rows(days, ["A|1850-04-13", "B|1899-12-31"])),
        .init(
            "French dates", goods,
            ["items.csv": "name;since\nA;13 avril 2021\nB;1 août 2021\n"],
            .rows(days, ["A|2021-04-13", "B|2021-08-01"])),
        .init(
            "1er", goods, ["items.csv": "name;since\nA;13 avril 2021\nB;1er août 2021\n"],
            .rows(days, ["A|2021-04-13", "B|2021-08-01"])),
        .init(
            "Kr", goods, ["items.csv": "name;price\nA;1 234,50 kr\nB;12,00 kr\n"],
            .rows(prices, ["A|1234.5", "B|12"])),
        .init(
            "Euro before", goods, ["items.csv": "name;price\nA;€ 1.234,50\nB;€ 12,00\n"],
            .rows(prices, ["A|1234.5", "B|12"])),
        .init(
            "Header spaces", goods, ["items.csv": " Name , Amount \nA,1\n"],
            .rows(amounts, ["A|1"])),
        .init(
            "Upper headers", goods, ["items.csv": "NAME,AMOUNT\nA,1\n"],
            .rows(amounts, ["A|1"])),
        .init(
            "Excel =\"...\"", goods,
            ["items.csv": "name,code\nA,\"=\"\"0123\"\"\"\nB,\"=\"\"0456\"\"\"\n"],
            .rows(codes, ["A|0123", "B|0456"]), told: ["replace:"]),
        .init(
            "CR only", goods, ["items.csv": "name,amount\rA,1\rB,2\r"],
            .rows(amounts, ["A|1", "B|2"])),
        .init(
            "Header newline", "Item name! unitPrice:Decimal",
            ["items.csv": "\"name\",\"Unit\nPrice\"\nA,1\nB,2\n"],
            .rows("SELECT ZNAME,ZUNITPRICE FROM ZITEM ORDER BY 1", ["A|1", "B|2"])),
        .init(
            "German price", goods, ["items.csv": "name;price\nA;12,-\nB;1.234,50\n"],
            .rows(prices, ["A|12", "B|1234.5"])),
        .init(
            "EUR before", goods, ["items.csv": "name;price\nA;EUR 12,50\nB;EUR 3,00\n"],
            .rows(prices, ["A|12.5", "B|3"])),
        .init(
            "EUR after neg", goods, ["items.csv": "name;price\nA;-12,50 EUR\nB;3,00 EUR\n"],
            .rows(prices, ["A|-12.5", "B|3"])),
        .init(
            "Ca.", goods, ["items.csv": "name;amount\nA;ca. 12\nB;3\n"], .refused,
            told: ["such as 'ca. 12'"]),
        .init(
            "Yyyymmdd", goods, ["items.csv": "name;since\nA;20210413\nB;20220102\n"],
            .rows(days, ["A|2021-04-13", "B|2022-01-02"])),
        .init(
            "Rfc822", goods,
            ["items.csv": "name;since\nA;Tue, 13 Apr 2021\nB;Sun, 2 Jan 2022\n"],
            .rows(days, ["A|2021-04-13", "B|2022-01-02"])),
        .init(
            "Spanish", goods,
            ["items.csv": "name;since\nA;13 de abril de 2021\nB;2 de enero de 2022\n"],
            .rows(days, ["A|2021-04-13", "B|2022-01-02"])),
        .init(
            "Russian", goods,
            ["items.csv": "name;since\nA;13 апреля 2021\nB;2 января 2022\n"],
            .rows(days, ["A|2021-04-13", "B|2022-01-02"])),
        .init(
            "Polish", goods,
            ["items.csv": "name;since\nA;13 kwietnia 2021\nB;2 stycznia 2022\n"],
            .rows(days, ["A|2021-04-13", "B|2022-01-02"])),
        .init(
            "Sept", goods, ["items.csv": "name;since\nA;13 Sept 2021\nB;2 Jan 2022\n"],
            .rows(days, ["A|2021-09-13", "B|2022-01-02"])),
        .init(
            "Us short", goods, ["items.csv": "name;since\nA;4/13/21\nB;1/2/22\n"],
            .rows(days, ["A|2021-04-13", "B|2022-01-02"])),
        .init(
            "Ordinal", goods,
            ["items.csv": "name;since\nA;April 13th, 2021\nB;January 2nd, 2022\n"],
            .rows(days, ["A|2021-04-13", "B|2022-01-02"])),
        .init(
            "Years", goods, ["items.csv": "name;since\nA;1998\nB;2001\n"],
            .rows(days, ["A|1998-01-01", "B|2001-01-01"])),
        .init(
            "Year range", goods, ["items.csv": "name;since\nA;1998-2001\nB;2001\n"],
            .refused),
        .init(
            "0000-00-00", goods, ["items.csv": "name;since\nA;2021-04-13\nB;0000-00-00\n"],
            .rows(days, ["A|2021-04-13", "B|"]), told: ["null: [\"0000-00-00\"]"]),
        .init(
            "Y N", goods, ["items.csv": "name;active\nA;Y\nB;N\n"],
            .rows(truths, ["A|1", "B|0"])),
        .init(
            "Yes blank", goods, ["items.csv": "name;active\nA;yes\nB;\n"],
            .rows(truths, ["A|1", "B|"])),
        .init(
            "Wahr", goods, ["items.csv": "name;active\nA;WAHR\nB;FALSCH\n"],
            .rows(truths, ["A|1", "B|0"])),
        .init(
            "Oui", goods, ["items.csv": "name;active\nA;Oui\nB;Non\n"],
            .rows(truths, ["A|1", "B|0"])),
        .init(
            "Units row", goods,
            ["items.csv": "name,amount,price\n,pcs,EUR\nA,1,2\nB,3,4\n"], .rows(amounts, ["A|1", "B|3"]),
            told: ["'pcs'"]),
        .init(
            "Generated by", goods,
            ["items.csv": "name,amount,note\nA,1,x\nB,2,y\nGenerated by SAP on 2024-01-01,,\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["'Generated by SAP"]),
        .init(
            "Record count", goods,
            ["items.csv": "name,amount,note\nA,1,x\nB,2,y\n2 records,,\n"],
            .rows(amounts, ["A|1", "B|2"]), told: ["'2 records'"]),
        .init(
            "Blank rows spaces", goods, ["items.csv": "name,amount\nA,1\n , \nB,2\n,\n"],
            .rows(amounts, ["A|1", "B|2"])),
        .init(
            "Years as columns", goods, ["items.csv": "name,2019,2020\nA,1,2\nB,3,4\n"],
            .rows(amounts, ["A|", "B|"]), told: ["no property fits `2019`, `2020`"]),
        .init(
            "Nbsp thousands", goods,
            ["items.csv": "name;price\nA;1\u{A0}234,50\nB;12,00\n"], .rows(prices, ["A|1234.5", "B|12"])),
        .init(
            "Narrow nbsp", goods, ["items.csv": "name;price\nA;1\u{202F}234,50\nB;12,00\n"],
            .rows(prices, ["A|1234.5", "B|12"])),
        .init(
            "Quoted all", goods, ["items.csv": "\"name\";\"amount\"\n\"A\";\"1\"\n"],
            .rows(amounts, ["A|1"])),
        .init("Pipe", goods, ["items.csv": "name|amount\nA|1\n"], .rows(amounts, ["A|1"])),
        .init(
            "Lat long", goods, ["items.csv": "name,code\nA,\"52.5, 13.4\"\n"],
            .rows(codes, ["A|52.5, 13.4"])),
        .init(
            "Same name twice", goods, ["items.csv": "name,amount\nA,1\nA,2\n"],
            .rows(amounts, ["A|1", "A|2"])),
        .init(
            "Header twice exact", goods, ["items.csv": "name,amount,amount\nA,1,2\n"],
            .rows("SELECT ZNAME, ZAMOUNT FROM ZITEM", ["A|"]), told: ["the header names `amount` twice"]),
        .init(
            "Number text spaces", goods, ["items.csv": "name;amount\nA; 12 \nB;3\n"],
            .rows(amounts, ["A|12", "B|3"])),
        .init(
            "Percent sign header", "Item name! rate:Double", ["items.csv": "name;Rate %\nA;55\nB;7\n"],
            .rows("SELECT ZNAME,ZRATE FROM ZITEM ORDER BY 1", ["A|55.0", "B|7.0"])),
        .init(
            "Plus sign", goods, ["items.csv": "name;amount\nA;+12\nB;-3\n"],
            .rows(amounts, ["A|12", "B|-3"])),
        .init(
            "Fractions", goods, ["items.csv": "name;price\nA;1½\nB;2\n"], .rows(prices, ["A|1.5", "B|2"]),
            told: ["number: { written: fraction }"]),
        .init(
            "K suffix", goods, ["items.csv": "name;amount\nA;12k\nB;3k\n"],
            .rows(amounts, ["A|12000", "B|3000"]), told: ["scale: 1000", "1 k becomes 1000"]),
        .init(
            "Mixed bool", goods, ["items.csv": "name;active\nA;ja\nB;nein\nC;vielleicht\n"],
            .refused, told: ["is true?"]),
        .init(
            "Thousand ambiguity", goods, ["items.csv": "name;price\nA;1.234\nB;5.678\n"],
            .rows(prices, ["A|1.234", "B|5.678"]), told: ["separate thousands?"]),
        .init(
            "Two date orders", goods,
            ["items.csv": "name;since\nA;03/04/2021\nB;05/06/2021\n"],
            .rows(days, ["A|2021-04-03", "B|2021-06-05"]), told: ["would fit as well"]),
        .init(
            "Slash list", photo, ["photos.csv": "title,tags\na,sea / sun\nb,sun\n"],
            .rows(tags, ["a|sea", "a|sun", "b|sun"])),
        .init(
            "Trailing space keys", "Place code! name shots>>Shot.place\nShot title! place>Place.shots",
            [
                "places.csv": "code,name\nPAR ,Paris\nLON,London\n",
                "shots.csv": "title,place\na,PAR\nb, LON\n",
            ],
            .rows(
                "SELECT s.ZTITLE,p.ZNAME FROM ZSHOT s LEFT JOIN ZPLACE p ON p.Z_PK=s.ZPLACE ORDER BY 1",
                ["a|Paris", "b|London"])),
        .init(
            "Self tree", "Category name! parent>Category.children children>>Category.parent",
            ["categories.csv": "id,name,parent_id\n1,Food,\n2,Fruit,1\n3,Apple,2\n"],
            .rows(
                "SELECT c.ZNAME,p.ZNAME FROM ZCATEGORY c LEFT JOIN ZCATEGORY p ON p.Z_PK=c.ZPARENT ORDER BY c.Z_PK",
                ["Food|", "Fruit|Food", "Apple|Fruit"])),
    ]
}
