#include <sqlite3.h>

/// Sets SQLite up for programs whose connections belong to one thread each: without statistics of
/// memory, for which every allocation would take a lock, and without page caches of twenty pages
/// allocated at once for connections that read three. Must come before the first connection.
static inline void csqlite_configure(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
}
