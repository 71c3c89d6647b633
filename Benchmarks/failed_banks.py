"""The method of the "Failed Banks" tutorial, for this data: an app's empty store, Python's sqlite3, and a look-up of
the related objects for each row. Missing objects are inserted.

failed_banks.py ITEMS.csv STORE.sqlite
"""
import csv
import datetime
import sqlite3
import sys
import zoneinfo

ZONE = zoneinfo.ZoneInfo("Europe/Berlin")
REFERENCE = datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc)
HOME, ITEM, SHOP, UNIT = 1, 2, 3, 4


def main():
    connection = sqlite3.connect(sys.argv[2])
    cursor = connection.cursor()
    highest = {HOME: 0, ITEM: 0, SHOP: 0, UNIT: 0}

    def find_or_create(table, entity, name):
        if not name:
            return None
        cursor.execute(f"SELECT Z_PK FROM {table} WHERE ZNAME = ?", (name,))
        row = cursor.fetchone()
        if row:
            return row[0]
        highest[entity] += 1
        cursor.execute(
            f"INSERT INTO {table} (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?, ?, 1, ?)",
            (highest[entity], entity, name))
        return highest[entity]

    # Without these indexes, each look-up reads a whole table. The tutorial has too few objects to notice that.
    for table in ("ZHOME", "ZSHOP", "ZUNIT"):
        cursor.execute(f"CREATE INDEX {table}_NAME ON {table} (ZNAME)")
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            date = datetime.datetime.fromisoformat(row["date"]).replace(tzinfo=ZONE)
            highest[ITEM] += 1
            cursor.execute(
                "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIT, ZQUANTITY, ZHOME, ZSHOP, "
                "ZLISTED, ZDATE) VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?)",
                (
                    highest[ITEM], ITEM, row["name"], find_or_create("ZUNIT", UNIT, row["unit"]),
                    float(row["quantity"]), find_or_create("ZHOME", HOME, row["home"]),
                    find_or_create("ZSHOP", SHOP, row["shop"]), int(row["listed"] == "true"),
                    (date - REFERENCE).total_seconds(),
                ))
    for entity, key in highest.items():
        cursor.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", (key, entity))
    for table in ("ZHOME", "ZSHOP", "ZUNIT"):
        cursor.execute(f"DROP INDEX {table}_NAME")
    connection.commit()
    connection.close()


main()
