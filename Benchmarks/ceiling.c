/* The code that an expert would write by hand: libcsv and SQLite, one prepared insert, one thread.
 *
 * It does less than a seed needs: no objects are found or created, foreign keys and dates are
 * constants, texts go to the column's affinity unchecked.
 *
 * ceiling ITEMS.csv SCHEMA.sql OUT.sqlite   the schema's indexes are built after the rows
 */
#include <csv.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sqlite3_stmt *insert;
static int column;
static long long row = -1; /* the header */

static void field(void *text, size_t length, void *unused) {
    (void)unused;
    static const int parameters[] = {2, 0, 3, 0, 0, 4, 0}; /* name, quantity, listed */
    if (row >= 0 && column < 7 && parameters[column])
        sqlite3_bind_text(insert, parameters[column], text, (int)length, SQLITE_TRANSIENT);
    column++;
}

static void line(int end, void *unused) {
    (void)end, (void)unused;
    if (row++ >= 0) {
        sqlite3_bind_int64(insert, 1, row);
        if (sqlite3_step(insert) != SQLITE_DONE) exit(1);
        sqlite3_reset(insert);
    }
    column = 0;
}

static void run(sqlite3 *database, const char *sql) {
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK) return;
    fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    exit(1);
}

int main(int count, char **arguments) {
    static char buffer[1 << 18], schema[1 << 16];
    if (count != 4) return 2;
    FILE *csv = fopen(arguments[1], "rb"), *sql = fopen(arguments[2], "rb");
    if (!csv || !sql || !fread(schema, 1, sizeof schema - 1, sql)) return 1;
    char *indexes = strstr(schema, "-- indexes");
    if (!indexes) return 1;
    *indexes = 0; /* the text before this place creates the tables */
    sqlite3 *database;
    remove(arguments[3]);
    if (sqlite3_open(arguments[3], &database) != SQLITE_OK) return 1;
    run(database, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                  "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16384");
    run(database, schema);
    run(database, "BEGIN");
    sqlite3_prepare_v3(database,
                       "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZQUANTITY, ZLISTED, ZUNIT, "
                       "ZHOME, ZSHOP, ZDATE) VALUES (?1, 2, 1, ?2, ?3, ?4, 1, 1, 1, 700000000.0)",
                       -1, SQLITE_PREPARE_PERSISTENT, &insert, NULL);
    struct csv_parser parser;
    csv_init(&parser, CSV_STRICT | CSV_APPEND_NULL);
    size_t length;
    while ((length = fread(buffer, 1, sizeof buffer, csv)) > 0)
        if (csv_parse(&parser, buffer, length, field, line, NULL) != length) return 1;
    csv_fini(&parser, field, line, NULL);
    run(database, indexes + strlen("-- indexes"));
    run(database, "COMMIT");
    sqlite3_finalize(insert);
    return sqlite3_close(database) == SQLITE_OK ? 0 : 1;
}
