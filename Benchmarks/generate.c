/* Writes the data of the benchmarks: the same rows on every machine.
 *
 * generate ROWS few|many csv     name,unit,quantity,home,shop,listed,date to standard output
 * generate ROWS few|many sql     the same rows as the SQL text of a predecessor's database
 * generate ROWS wide csv         twelve columns: random texts, random dates, numbers, 5000 people, 300 places
 * generate ROWS tree csv         id,parent,name: the parent of each row is one of the thousand rows before it
 *
 * few:  12 units, 40 homes, 250 shops, whatever the number of rows
 * many: 1000 units, a home for every ten rows, a shop for every four
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const UNITS[] = {"piece", "kg", "g", "l", "ml", "pack", "box", "bag", "bottle",
                                    "can", "bunch", "dozen"};
static const char *const FIRST[] = {"Red", "Green", "Golden", "Fresh", "Dried", "Frozen", "Smoked",
                                    "Pickled", "Roasted", "Sweet", "Sour", "Salted", "Crème",
                                    "Süße", "Wild", "Baby"};
static const char *const SECOND[] = {"Apples", "Pears", "Bananas", "Onions", "Potatoes", "Carrots",
                                     "Beans", "Lentils", "Rice", "Flour", "Bread", "Butter",
                                     "Cheese", "Milk", "Yoghurt", "Honey"};

/* SplitMix64 (Sebastiano Vigna, public domain). */
static uint64_t state = 20240309;

static uint64_t next(void) {
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* The date of a number of days since 1970 (Howard Hinnant's method, years after 1970). */
static void date(long days, int *year, int *month, int *day) {
    long shifted = days + 719468, era = shifted / 146097, doe = shifted - era * 146097;
    long yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
    long doy = doe - (365 * yoe + yoe / 4 - yoe / 100), place = (5 * doy + 2) / 153;
    *day = (int)(doy - (153 * place + 2) / 5 + 1);
    *month = (int)(place < 10 ? place + 3 : place - 9);
    *year = (int)(yoe + era * 400 + (*month <= 2));
}

static void text(char *target, int length) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz      ";
    for (int index = 0; index < length; index++) target[index] = letters[next() >> 59];
    target[0] = target[length - 1] = 'x';
    target[length] = 0;
}

static void wide(long rows) {
    puts("title,note,seen,changed,count,size,ratio,score,flag,state,person,place");
    for (long row = 0; row < rows; row++) {
        char title[25], note[49];
        text(title, 24);
        text(note, 48);
        printf("%s,%s", title, note);
        for (int column = 0; column < 2; column++) {
            long seconds = (long)(next() % 631152000u), clock = seconds % 86400;
            int year, month, day;
            date(10957 + seconds / 86400, &year, &month, &day);
            printf(",%04d-%02d-%02dT%02ld:%02ld:%02ldZ", year, month, day, clock / 3600, clock / 60 % 60,
                   clock % 60);
        }
        uint64_t a = next(), b = next();
        printf(",%ld,%ld,%.3f,%.2f,%s,%ld,Person %ld,Place %ld\n", (long)(a % 1000), (long)(a >> 20 & 0xFFFFF),
               (double)(a >> 44) / 1000, (double)(b % 10000) / 100, b & 1 ? "true" : "false", (long)(b >> 4 & 7),
               (long)(b >> 12) % 5000, (long)(b >> 40) % 300);
    }
}

static void tree(long rows) {
    puts("id,parent,name");
    for (long row = 1; row <= rows; row++) {
        long reach = row - 1 < 1000 ? row - 1 : 1000;
        if (reach == 0) printf("%ld,,Node %ld\n", row, row);
        else printf("%ld,%ld,Node %ld\n", row, row - 1 - (long)(next() % (uint64_t)reach), row);
    }
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: generate ROWS few|many|wide|tree csv|sql\n"), 2;
    long rows = strtol(arguments[1], NULL, 10);
    if (strcmp(arguments[2], "wide") == 0 || strcmp(arguments[2], "tree") == 0) {
        arguments[2][0] == 'w' ? wide(rows) : tree(rows);
        return fflush(stdout) == 0 ? 0 : 1;
    }
    int many = strcmp(arguments[2], "many") == 0, sql = strcmp(arguments[3], "sql") == 0;
    long units = many ? 1000 : 12;
    long homes = many ? (rows + 9) / 10 : 40, shops = many ? (rows + 3) / 4 : 250;
    static char buffer[1 << 20];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    if (sql)
        puts("PRAGMA journal_mode = OFF;\nPRAGMA synchronous = OFF;\nBEGIN;\n"
             "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, unit TEXT, quantity REAL, "
             "home TEXT, shop TEXT, listed INTEGER, date INTEGER);");
    else
        puts("name,unit,quantity,home,shop,listed,date");
    for (long row = 0; row < rows; row++) {
        uint64_t a = next(), b = next();
        long unit = (long)(a % (uint64_t)units), home = (long)((a >> 16) % (uint64_t)homes);
        long shop = (long)((b >> 8) % (uint64_t)shops), seconds = (long)((b >> 20) % 631152000u);
        char name[64], measure[32], quantity[32];
        snprintf(name, sizeof name, "%s %s %07lx", FIRST[(a >> 40) & 15], SECOND[(a >> 44) & 15],
                 (unsigned long)((a >> 36) * 2654435761u + (uint64_t)row) & 0xFFFFFFF);
        if (many) snprintf(measure, sizeof measure, "unit %ld", unit);
        else snprintf(measure, sizeof measure, "%s", UNITS[unit]);
        long quarters = (long)((b >> 2) % 400) + 1;
        if (quarters % 4 == 0) snprintf(quantity, sizeof quantity, "%ld", quarters / 4);
        else snprintf(quantity, sizeof quantity, "%.2f", (double)quarters / 4);
        int listed = (int)(b & 1);
        if (sql) {
            printf("INSERT INTO items VALUES(%ld,'%s','%s',%s,'Shelf %ld','Aisle %ld',%d,%ld);\n",
                   row + 1, name, measure, quantity, home, shop, listed, 946684800 + seconds);
        } else {
            int year, month, day;
            date(10957 + seconds / 86400, &year, &month, &day);
            long clock = seconds % 86400;
            printf("%s,%s,%s,Shelf %ld,Aisle %ld,%s,%04d-%02d-%02dT%02ld:%02ld:%02ld\n", name,
                   measure, quantity, home, shop, listed ? "true" : "false", year, month, day,
                   clock / 3600, clock / 60 % 60, clock % 60);
        }
    }
    if (sql) puts("COMMIT;");
    return fflush(stdout) == 0 ? 0 : 1;
}
