#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/// Sets SQLite up for programs whose connections belong to one thread each: without statistics of
/// memory, for which every allocation would take a lock, and without page caches of twenty pages
/// allocated at once for connections that read three. Must come before the first connection.
static inline void csqlite_configure(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
}

/// A file system of SQLite's whose files have a limit: all that one connection keeps in files, those
/// that it has only while a statement runs included.
typedef struct csqlite_bounded {
    sqlite3_vfs vfs;
    sqlite3_vfs *system;
    /// The most bytes in all files.
    sqlite3_int64 most;
    sqlite3_int64 used;
    /// Whether more was to be written.
    int exceeded;
    char name[40];
} csqlite_bounded;

/// The part of a file that follows the system's own.
typedef struct csqlite_bounded_file {
    csqlite_bounded *owner;
    sqlite3_int64 size;
    const sqlite3_io_methods *system;
    sqlite3_io_methods methods;
} csqlite_bounded_file;

static inline csqlite_bounded_file *csqlite_tail(sqlite3_file *file) {
    sqlite3_vfs *system = sqlite3_vfs_find(0);
    return (csqlite_bounded_file *)((char *)file + ((system->szOsFile + 15) & ~15));
}

static inline int csqlite_resize(csqlite_bounded_file *tail, sqlite3_int64 size) {
    csqlite_bounded *owner = tail->owner;
    if (size > tail->size && owner->used + (size - tail->size) > owner->most) {
        owner->exceeded = 1;
        return SQLITE_FULL;
    }
    owner->used += size - tail->size;
    tail->size = size;
    return SQLITE_OK;
}

static inline int csqlite_bounded_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    csqlite_bounded_file *tail = csqlite_tail(file);
    if (offset + count > tail->size) {
        int status = csqlite_resize(tail, offset + count);
        if (status != SQLITE_OK) return status;
    }
    return tail->system->xWrite(file, bytes, count, offset);
}

static inline int csqlite_bounded_truncate(sqlite3_file *file, sqlite3_int64 size) {
    csqlite_bounded_file *tail = csqlite_tail(file);
    if (size < tail->size) csqlite_resize(tail, size);
    return tail->system->xTruncate(file, size);
}

static inline int csqlite_bounded_close(sqlite3_file *file) {
    csqlite_bounded_file *tail = csqlite_tail(file);
    csqlite_resize(tail, 0);
    return tail->system->xClose(file);
}

static inline int csqlite_bounded_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    csqlite_bounded *owner = (csqlite_bounded *)vfs;
    int status = owner->system->xOpen(owner->system, name, file, flags, out);
    if (file->pMethods) {
        csqlite_bounded_file *tail = csqlite_tail(file);
        tail->owner = owner;
        tail->size = 0;
        tail->system = file->pMethods;
        tail->methods = *file->pMethods;
        tail->methods.xWrite = csqlite_bounded_write;
        tail->methods.xTruncate = csqlite_bounded_truncate;
        tail->methods.xClose = csqlite_bounded_close;
        file->pMethods = &tail->methods;
    }
    return status;
}

/// Registers a file system with a limit under a name of its own. Remove it after the connections that use it.
static inline csqlite_bounded *csqlite_bounded_make(sqlite3_int64 most) {
    sqlite3_vfs *system = sqlite3_vfs_find(0);
    csqlite_bounded *made = system ? (csqlite_bounded *)calloc(1, sizeof(csqlite_bounded)) : 0;
    if (!made) return 0;
    made->vfs = *system;
    made->system = system;
    made->most = most;
    sqlite3_snprintf(sizeof(made->name), made->name, "zseed-%p", (void *)made);
    made->vfs.zName = made->name;
    made->vfs.pNext = 0;
    made->vfs.szOsFile = ((system->szOsFile + 15) & ~15) + (int)sizeof(csqlite_bounded_file);
    made->vfs.xOpen = csqlite_bounded_open;
    if (sqlite3_vfs_register(&made->vfs, 0) != SQLITE_OK) {
        free(made);
        return 0;
    }
    return made;
}

static inline void csqlite_bounded_remove(csqlite_bounded *made) {
    sqlite3_vfs_unregister(&made->vfs);
    free(made);
}
