"""Writes the rows of a CSV file in another form: forms.py CSV FORM TARGET

ascii     the same CSV file without other characters
utf8      the same with one such character in each name
json      an array of objects, every value a text
xml       an element `item` for each row
shared    a workbook with shared strings
inline    the same workbook with the strings in their cells
edition   the CSV file with another quantity in each hundredth row
"""
import csv
import json
import sys
import zipfile
from xml.sax.saxutils import escape

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        yield from csv.reader(file)


def ascii_text(text):
    return text.encode("ascii", "replace").decode()


def write_csv(target, changed):
    with open(target, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(changed)


def accented(row):
    return [ascii_text(row[0]).replace("e", "é", 1) + ("" if "e" in row[0] else "é"), *map(ascii_text, row[1:])]


def write_json(source, target):
    head = next(source)
    with open(target, "w", encoding="utf-8") as file:
        for number, row in enumerate(source):
            file.write((",\n" if number else "[\n") + json.dumps(dict(zip(head, row)), ensure_ascii=False))
        file.write("\n]\n")


def write_xml(source, target):
    head = next(source)
    with open(target, "w", encoding="utf-8") as file:
        file.write(XML + "<items>\n")
        for row in source:
            file.write("<item>" + "".join(f"<{key}>{escape(text)}</{key}>" for key, text in zip(head, row)) + "</item>\n")
        file.write("</items>\n")


def is_number(text):
    return text.replace(".", "", 1).isdigit()


def write_workbook(source, target, is_inline):
    shared = {}

    def cell(text, place):
        if is_number(text):
            return f'<c r="{place}"><v>{text}</v></c>'
        if is_inline:
            return f'<c r="{place}" t="inlineStr"><is><t>{escape(text)}</t></is></c>'
        return f'<c r="{place}" t="s"><v>{shared.setdefault(text, len(shared))}</v></c>'

    def part(archive, name, text):
        archive.writestr(name, XML + text)

    def relationship(number, kind, path):
        return f'<Relationship Id="rId{number}" Type="{OFFICE}/{kind}" Target="{path}"/>'

    def override(path, kind):
        return f'<Override PartName="{path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.{kind}+xml"/>'

    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        part(archive, "[Content_Types].xml",
             f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" '
             'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
             '<Default Extension="xml" ContentType="application/xml"/>'
             + override("/xl/workbook.xml", "sheet.main") + override("/xl/worksheets/sheet1.xml", "worksheet")
             + ("" if is_inline else override("/xl/sharedStrings.xml", "sharedStrings")) + "</Types>")
        part(archive, "_rels/.rels",
             f'<Relationships xmlns="{PACKAGE}/relationships">'
             + relationship(1, "officeDocument", "xl/workbook.xml") + "</Relationships>")
        part(archive, "xl/workbook.xml",
             f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
             '<sheets><sheet name="items" sheetId="1" r:id="rId1"/></sheets></workbook>')
        part(archive, "xl/_rels/workbook.xml.rels",
             f'<Relationships xmlns="{PACKAGE}/relationships">'
             + relationship(1, "worksheet", "worksheets/sheet1.xml")
             + ("" if is_inline else relationship(2, "sharedStrings", "sharedStrings.xml")) + "</Relationships>")
        with archive.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            sheet.write(f'{XML}<worksheet xmlns="{MAIN}"><sheetData>'.encode())
            for number, row in enumerate(source, 1):
                cells = "".join(cell(text, f"{'ABCDEFG'[column]}{number}") for column, text in enumerate(row))
                sheet.write(f'<row r="{number}">{cells}</row>'.encode())
            sheet.write(b"</sheetData></worksheet>")
        if not is_inline:
            with archive.open("xl/sharedStrings.xml", "w", force_zip64=True) as strings:
                strings.write(f'{XML}<sst xmlns="{MAIN}" uniqueCount="{len(shared)}">'.encode())
                for text in shared:
                    strings.write(f"<si><t>{escape(text)}</t></si>".encode())
                strings.write(b"</sst>")


def edition(source):
    for number, row in enumerate(source):
        yield [*row[:2], "0.25", *row[3:]] if number and number % 100 == 0 else row


def main():
    source, form, target = sys.argv[1:]
    source = rows(source)
    if form == "json":
        write_json(source, target)
    elif form == "xml":
        write_xml(source, target)
    elif form in ("shared", "inline"):
        write_workbook(source, target, form == "inline")
    elif form == "edition":
        write_csv(target, edition(source))
    else:
        write_csv(target, ([*map(ascii_text, row)] if form == "ascii" or number == 0 else accented(row)
                           for number, row in enumerate(source)))


main()
