"""Writes files as office programs do, into the given folder.

openpyxl and XlsxWriter write workbooks. LibreOffice, if installed, saves them again: as a workbook with results, as an
OpenDocument spreadsheet, and as CSV with the encodings and formats of a country.
"""

import datetime as dt
import os
import shutil
import subprocess
import sys

import openpyxl
import xlsxwriter
from openpyxl.utils.datetime import CALENDAR_MAC_1904
from openpyxl.worksheet.table import Table

folder = sys.argv[1]


def book(name, rows=None, change=None):
    """Writes a workbook with openpyxl, from rows and a change."""
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "Items"
    for row in rows or []:
        sheet.append(row)
    if change:
        change(workbook, sheet)
    workbook.save(f"{folder}/{name}.xlsx")


def written(name, fill):
    """Writes a workbook with XlsxWriter."""
    workbook = xlsxwriter.Workbook(f"{folder}/{name}.xlsx")
    fill(workbook, workbook.add_worksheet("Items"))
    workbook.close()


def formats(code, column="B"):
    def change(workbook, sheet):
        for cell in sheet[column][1:]:
            cell.number_format = code

    return change


def add(workbook, title, rows):
    sheet = workbook.create_sheet(title)
    for row in rows:
        sheet.append(row)
    return sheet


NUMBERS = [["name", "amount"], ["A", 1], ["B", 2]]
DATES = [["name", "since"], ["A", dt.date(2021, 4, 13)], ["B", dt.datetime(2022, 1, 2)]]

book("plain", NUMBERS)
book("first-column-empty", [[None] + row for row in NUMBERS])
book("sum-without-result", NUMBERS + [[None, "=SUM(B2:B3)"]])
book("currency", [["name", "price"], ["A", 1234.5], ["B", -12]], formats("#,##0.00 [$€-407]"))
book("percent", [["name", "price"], ["A", 0.55], ["B", 0.075]], formats("0.0%"))
book("dates", DATES)
book("dates-and-texts", DATES + [["C", "14.04.2021"]])
book("old-dates", [["name", "since"], ["A", "1850-04-13"], ["B", dt.date(1950, 1, 1)]])
book("times", [["name", "note"], ["A", dt.time(8, 30)], ["B", dt.time(14, 5)]])
book("zip", [["name", "code"], ["A", 1067], ["B", 99084]], formats("00000"))
book("truth", [["name", "active"], ["A", True], ["B", False]])
book("unit-header", [["Name", "Price [€]", "Amount (pcs)"], ["A", 1.5, 2], ["B", 2, 3]])
book("number-texts", [["name", "amount"], ["A", "1"], ["B", "2"]])
book("long-codes", [["name", "code"], ["A", 4006381333931], ["B", 12.0]])
book("lines", [["name", "note"], ["A", "x\ny"], ["B", "z"]])
book("above", [["Report"], ["Date:", "2024-01-01"], [], ["name", "amount", "note"], ["A", 1, "q"], ["B", 2, "r"]])
book("below", [["name", "amount", "note"], ["A", 1, "q"], ["B", 2, "r"], [], ["Prices as of today"]])
book("beside", [["name", "amount", None, "name", "amount"], ["A", 1, None, "D", 4], ["B", 2, None, "E", 5]])
book("no-results", [["name", "amount"], ["A", "=1+1"], ["B", "=2+2"]])
book("page-headers", NUMBERS + [["Page 1", None], ["name", "amount"], ["C", 3]])
book("accounts", [["name", "price"], ["A", "(12.50)"], ["B", "3.00"]])
book("months", [["name", "since"], ["A", "April 2021"], ["B", "May 2021"]])


def from_1904(workbook, sheet):
    workbook.epoch = CALENDAR_MAC_1904
    for row in DATES:
        sheet.append(row)


def hide(workbook, sheet):
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].hidden = True


def hide_sheet(workbook, sheet):
    add(workbook, "Secret", [["name", "amount"], ["H", 9]]).sheet_state = "hidden"


def head_table(workbook, sheet):
    sheet.add_table(Table(displayName="Stock", ref="A3:B5"))


def merge(workbook, sheet):
    sheet.merge_cells("A2:A3")


def merge_heads(workbook, sheet):
    for cells in ["A1:A2", "B1:C1", "D1:E1"]:
        sheet.merge_cells(cells)


book("from-1904", None, from_1904)
book("hidden", NUMBERS, hide)
book("hidden-sheet", NUMBERS, hide_sheet)
book("list-object", [["Stock of the shop"], []] + NUMBERS, head_table)
book("merged", [["code", "name"], ["fruit", "A"], [None, "B"], ["nut", "C"]], merge)
book(
    "merged-heads",
    [["name", "Shop", None, "Web", None], [None, "Price", "Unit", "Price", "Unit"], ["A", 1, "kg", 2, "kg"]],
    merge_heads,
)
book(
    "pivot",
    NUMBERS,
    lambda workbook, _: add(
        workbook, "Pivot", [["Row Labels", "Sum of amount"], ["A", 1], ["B", 2], ["Grand Total", 3]]
    ),
)
book("chart-sheet", NUMBERS, lambda workbook, _: workbook.create_chartsheet("Chart"))


def lookups(workbook, sheet):
    add(workbook, "Categories", [["Name", "Color"], ["Fruit", "red"], ["Nut", "brown"], ["Fish", "blue"]])
    add(workbook, "Suppliers", [["Code", "Name"], ["S1", "Smith"], ["S2", "Jones"]])
    add(workbook, "Notes", [["Please read this first"], ["Call Bob about prices"]])


book("lookups", [["Name", "Category", "Supplier"], ["A", "Fruit", "S1"], ["B", "Nut", "S2"]], lookups)


def rows_of(rows):
    def fill(workbook, sheet):
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)

    return fill


def total(workbook, sheet):
    rows_of(NUMBERS + [["Summe"]])(workbook, sheet)
    sheet.write_formula(3, 1, "=SUM(B2:B3)", None, 3)


def rich(workbook, sheet):
    rows_of([["name", "note"]])(workbook, sheet)
    sheet.write_rich_string(1, 0, "A", workbook.add_format({"bold": True}), "B")
    sheet.write(1, 1, "n")
    sheet.write_url(2, 0, "https://example.com", string="C")
    sheet.write(2, 1, "m")


def failed(workbook, sheet):
    rows_of([["name", "amount"], ["A", 1], ["B"]])(workbook, sheet)
    sheet.write_formula(2, 1, "=1/0", None, "#DIV/0!")


def zeros(workbook, sheet):
    rows_of([["name", "amount"], ["A"]])(workbook, sheet)
    sheet.write_formula(1, 1, "=1+1")


written("total", total)
written("rich", rich)
written("failed", failed)
written("zeros", zeros)
written("plain-written", rows_of(NUMBERS))
book("czech", [["name", "note"], ["Čapek", "Ještě"], ["Dvořák", "Žižka"]])
book("polish", [["name", "note"], ["Łódź", "Święto"], ["Gdańsk", "Ślązak"]])
book("russian", [["name", "note"], ["Молоко", "Хлеб"], ["Сыр", "Чёрный чай"]])

if shutil.which("soffice"):
    csv = "csv:Text - txt - csv (StarCalc):59,34,{},1,,{},false,true"
    saved = [
        # German formats, as cells show them. The encodings have LibreOffice's numbers.
        ("csv", csv.format(76, 1031), ["currency", "dates", "truth", "percent", "zip"]),
        ("csv", csv.format(33, 1033), ["czech", "polish"]),
        ("csv", csv.format(34, 1033), ["russian"]),
        ("ods", "ods", ["dates", "currency", "percent", "zip", "merged", "hidden", "lookups", "below", "truth"]),
        ("xls", "xls", ["plain"]),
        ("xlsx", "xlsx", ["no-results", "merged-heads", "list-object"]),
    ]
    for number, (ending, form, names) in enumerate(saved):
        out = f"{folder}/out{number}"
        files = [f"{folder}/{name}.xlsx" for name in names]
        subprocess.run(
            ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", form,
             "--outdir", out] + files,
            check=True, capture_output=True, timeout=300,
        )
        for name in names:
            os.rename(f"{out}/{name}.{ending}", f"{folder}/saved-{name}.{ending}")
