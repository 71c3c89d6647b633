import Foundation

extension BrokenRows {
    private static func cell(
        _ id: String, _ column: String, _ cell: String, _ message: String
    ) -> Kind {
        Kind(id: id, cells: [column: cell], column: column, message: message)
    }

    /// All ways in which a row of a CSV file can be invalid, by itself or together with earlier rows.
    static let kinds: [Kind] = [
        cell("bad integer", "qty", "x", "ENTITY.quantity: 'x' (column `qty`) is not an integer"),
        cell(
            "out of range", "qty", "40000",
            "ENTITY.quantity: '40000' (column `qty`) is out of range: -32768 to 32767"),
        cell(
            "a fraction", "qty", "1.5",
            "ENTITY.quantity: '1.5' (column `qty`) has a fraction, but the attribute holds integers"
        ),
        cell(
            "more than the maximum", "qty", "1001",
            "ENTITY.quantity: '1001' (column `qty`) is more than the model's maximum 1000"),
        cell(
            "bad decimal", "price", "3€",
            "ENTITY.price: '3€' (column `price`) is not a decimal: use `number: { unit: \"€\" }`"),
        cell(
            "inexact decimal", "price", "0.12345678901234567891",
            "ENTITY.price: '0.12345678901234567891' (column `price`) has more digits than a store "
                + "keeps: it would hold 0.12345678901234568"),
        cell(
            "NaN", "weight", "NaN",
            "ENTITY.weight: 'NaN' (column `weight`) is not a finite number"),
        cell(
            "bad boolean", "sold", "maybe",
            "ENTITY.sold: 'maybe' (column `sold`) is not a boolean"),
        cell(
            "bad date", "added", "9.3.2024",
            "ENTITY.added: '9.3.2024' (column `added`) does not fit the date format `iso8601`: "
                + "use `date: d.M.yyyy`"),
        cell(
            "no such day", "added", "2023-02-29",
            "ENTITY.added: '2023-02-29' (column `added`) is not a date in the calendar"),
        cell("bad UUID", "code", "123", "ENTITY.code: '123' (column `code`) is not a UUID"),
        cell(
            "too short", "name", "p",
            "ENTITY.name: 'p' (column `name`) is shorter than the model's minimum length 2"),
        cell(
            "too long", "name", "abcdefghijklmnopqrstu",
            "ENTITY.name: 'abcdefghijklmnopqrstu' (column `name`) is longer than the model's "
                + "maximum length 20"),
        cell(
            "regular expression", "sku", "abc-1",
            "ENTITY.sku: 'abc-1' (column `sku`) does not match the model's regular expression "
                + "`[A-Z]{3}-[0-9]+`"),
        cell(
            "required value missing", "name", "",
            "ENTITY.name: needs a value (column `name`), but there is none"),
        cell("bad URI", "link", "a b", "ENTITY.link: 'a b' (column `link`) is not a URI"),
        cell("bad base64", "seal", "AAE", "ENTITY.seal: 'AAE' (column `seal`) is not Base64"),
        cell(
            "file outside of the folder", "photo", "../secret",
            "ENTITY.photo: '../secret' (column `photo`) is outside the declared folder"),
        cell(
            "no such file", "photo", "none.jpg",
            "ENTITY.photo: 'none.jpg' (column `photo`) is not a file in the declared folder"),
        cell(
            "missing target", "unit", "stone",
            "ENTITY.unit: no Unit has the key 'stone' (column `unit`)"),
        cell(
            "unknown discriminator", "kind", "toy",
            "Product: 'toy' (column `kind`) names no entity; the known values are 'food', 'tool'"),
        Kind(
            id: "a property of another entity", cells: ["kind": "tool", "calories": "5"],
            column: "calories",
            message:
                "ENTITY.calories: '5' (column `calories`) cannot be stored: Tool has no such property"),
        // The first row of the file has this name.
        cell(
            "duplicate unique key", "name", "p0",
            "ENTITY: 'p0' (column `name`) is the name of two Product rows, but must be unique"),
        Kind(
            id: "one-to-one taken", cells: ["label": "red"], column: "label",
            message: "ENTITY.label: 'red' (column `label`) is already used by another object: the inverse "
                + "`product` is to-one"),
        Kind(
            id: "ragged row, short", edit: { $0.prefix { $0 != 0x2C } },
            message: "the row has 1 field, the header 17", isReadable: false),
        Kind(
            id: "ragged row, long", edit: { $0 + Data(",one,two".utf8) },
            message: "the row has 19 fields, the header 17", isReadable: false),
        Kind(
            id: "malformed quote", cells: ["size": "a\"b"], column: "size", offset: 1,
            message:
                "malformed quoting: a quote inside a field must be doubled, and the field quoted",
            isReadable: false),
        Kind(
            id: "bad UTF-8", cells: ["size": "LATIN"],
            edit: { $0.replacing(Data("LATIN".utf8), with: Data([0x67, 0x72, 0xF6, 0xDF, 0x65])) },
            column: "size", message: "bytes that are not UTF-8 (column `size`)", isReadable: false),
        Kind(
            id: "NUL", cells: ["size": "a\u{0}b"], column: "size",
            message: "a NUL character (column `size`)", isReadable: false),
    ]
}
