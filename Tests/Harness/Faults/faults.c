// Fails the n-th call of a kind: preloaded into a dynamic build of zseed by the fault tests
// (Tests/Tool/SafetyCommandTests/Faults), which say what must hold then. See CONTRIBUTING.md.
//
//   ZSEED_FAULT         CLASS:N:KIND, such as write:12:ENOSPC; nothing fails without it
//                       CLASS  open read write sync rename unlink make map allocate look thread spawn lock
//                              folder
//                       N      which call, counted from 1
//                       KIND   an errno; with + it and all after it; short: half of the bytes;
//                              kill: the process before the call; killed: after it
//                              term: SIGTERM before the call, as a user would interrupt
//   ZSEED_FAULT_ROOTS   folders, separated by colons: calls for files elsewhere are not counted
//   ZSEED_FAULT_COUNTS  a file of 16 words of 64 bits: how many calls there were of each class
//   ZSEED_FAULT_LOG     a file that gets a line with what failed
//
// Counted are calls that go through the dynamic linker once the program runs: its own, those of
// Foundation and of SQLite. Standard output counts as a file.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum Class { OPEN, READ, WRITE, SYNC, RENAME, UNLINK, MAKE, MAP, ALLOCATE, LOOK, THREAD, SPAWN, LOCK, FOLDER,
    CLASSES };

static const char *class_names[] = {
    "open", "read", "write", "sync", "rename", "unlink", "make", "map", "allocate",
    "look", "thread", "spawn", "lock", "folder"};

enum Kind { ERRNO, SHORT, KILL, KILLED, TERM };

static _Atomic int armed;
static int fault_class = -1;
static uint64_t fault_number;
static enum Kind fault_kind;
static int fault_errno, fault_stays;
static _Atomic uint64_t own_counts[CLASSES];
static _Atomic uint64_t *counts = own_counts;
static const char *roots, *log_path;
static char start_folder[4096];
static unsigned char in_roots[1 << 16];

// MARK: Setting up

static const struct { const char *name; int number; } errnos[] = {
    {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EACCES", EACCES}, {"EMFILE", EMFILE},
    {"ENOMEM", ENOMEM}, {"EINTR", EINTR}, {"EPERM", EPERM}, {"EROFS", EROFS},
    {"EDQUOT", EDQUOT}, {"EFBIG", EFBIG}, {"ESTALE", ESTALE}, {"EAGAIN", EAGAIN}};

__attribute__((constructor)) static void set_up(void) {
    roots = getenv("ZSEED_FAULT_ROOTS");
    log_path = getenv("ZSEED_FAULT_LOG");
    const char *counts_path = getenv("ZSEED_FAULT_COUNTS");
    // What it starts is another program, and has faults of its own.
    if (strcmp(program_invocation_short_name, "zseed")) return;
    if (!roots || !getcwd(start_folder, sizeof start_folder)) return;
    if (counts_path) {
        int file = syscall(SYS_openat, AT_FDCWD, counts_path, O_RDWR | O_CLOEXEC, 0);
        if (file >= 0) {
            void *block = (void *)syscall(
                SYS_mmap, NULL, 16 * sizeof(uint64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file,
                0L);
            if (block != MAP_FAILED) counts = block;
            syscall(SYS_close, file);
        }
    }
    const char *fault = getenv("ZSEED_FAULT");
    char name[16], kind[16];
    if (fault && sscanf(fault, "%15[^:]:%lu:%15s", name, &fault_number, kind) == 3) {
        for (int i = 0; i < CLASSES; i++)
            if (!strcmp(name, class_names[i])) fault_class = i;
        size_t length = strlen(kind);
        if (length && kind[length - 1] == '+') {
            fault_stays = 1;
            kind[length - 1] = 0;
        }
        if (!strcmp(kind, "short")) fault_kind = SHORT;
        else if (!strcmp(kind, "kill")) fault_kind = KILL;
        else if (!strcmp(kind, "killed")) fault_kind = KILLED;
        else if (!strcmp(kind, "term")) fault_kind = TERM;
        else
            for (size_t i = 0; i < sizeof errnos / sizeof *errnos; i++)
                if (!strcmp(kind, errnos[i].name)) fault_errno = errnos[i].number;
        // A fault that is not understood must not look like a program that withstands it.
        if (fault_class < 0 || (fault_kind == ERRNO && !fault_errno)) abort();
    }
    in_roots[STDOUT_FILENO] = 1;
    // What never ends is ended, by a signal that the tests see.
    alarm(120);
    armed = 1;
}

// MARK: Deciding

static void note(enum Class class, const char *function, const char *path) {
    if (!log_path) return;
    int file = syscall(
        SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    char line[4400];
    int length = snprintf(
        line, sizeof line, "%s %s %s\n", class_names[class], function, path ? path : "");
    syscall(SYS_write, file, line, length < (int)sizeof line ? length : (int)sizeof line - 1);
    syscall(SYS_close, file);
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/// Counts a call; whether it is the one.
static int is_due(enum Class class, const char *function, const char *path) {
    if (!armed) return 0;
    uint64_t number = atomic_fetch_add(&counts[class], 1) + 1;
    if (class != fault_class) return 0;
    if (fault_stays ? number < fault_number : number != fault_number) return 0;
    if (number == fault_number) note(class, function, path);
    if (fault_kind == KILL) die();
    if (fault_kind == TERM) {
        // To any thread that takes it; the call is made where the handler lets it.
        kill(getpid(), SIGTERM);
        usleep(20000);
        return 0;
    }
    return 1;
}

/// The path of an open file, for the log and for what is opened relative to it.
static const char *path_of(int file, char *buffer, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, buffer, size - 1);
    buffer[length > 0 ? length : 0] = 0;
    return buffer;
}

static int is_in_roots(int folder, const char *path) {
    if (!armed || !path) return 0;
    char full[8192], base[4096];
    if (path[0] == '/') {
        snprintf(full, sizeof full, "%s/", path);
    } else {
        const char *start =
            folder == AT_FDCWD ? start_folder : path_of(folder, base, sizeof base);
        snprintf(full, sizeof full, "%s/%s/", start, path);
    }
    const char *root = roots;
    while (*root) {
        size_t length = strcspn(root, ":");
        if (length && !strncmp(full, root, length) && full[length] == '/') return 1;
        root += length + (root[length] == ':');
    }
    return 0;
}

static int is_followed(int file) {
    return armed && file >= 0 && file < (int)sizeof in_roots && in_roots[file];
}

static int opened(int file, int is_inside) {
    if (file >= 0 && file < (int)sizeof in_roots) in_roots[file] = is_inside;
    return file;
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/// A call whose failure is a result of its own and an errno.
#define GUARDED(is_counted, class, path, failure, call) \
    do { \
        if ((is_counted) && is_due(class, __func__, path)) { \
            if (fault_kind == ERRNO) { \
                errno = fault_errno; \
                return failure; \
            } \
            __typeof__(call) result = call; \
            if (fault_kind == KILLED) die(); \
            return result; \
        } \
        return call; \
    } while (0)

// MARK: Opening

static mode_t mode_of(int flags, va_list list) {
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0;
}

#define OPENER(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = mode_of(flags, list); \
        va_end(list); \
        int inside = is_in_roots(AT_FDCWD, path); \
        GUARDED(inside, OPEN, path, -1, opened(real(path, flags, mode), inside)); \
    }
OPENER(open)
OPENER(open64)

#define OPENER_AT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        REAL(name); \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = mode_of(flags, list); \
        va_end(list); \
        int inside = is_in_roots(folder, path); \
        GUARDED(inside, OPEN, path, -1, opened(real(folder, path, flags, mode), inside)); \
    }
OPENER_AT(openat)
OPENER_AT(openat64)

#define TEMPORARY(name) \
    int name(char *path) { \
        REAL(name); \
        int inside = is_in_roots(AT_FDCWD, path); \
        GUARDED(inside, OPEN, path, -1, opened(real(path), inside)); \
    }
TEMPORARY(mkstemp)
TEMPORARY(mkstemp64)

int mkostemp(char *path, int flags) {
    REAL(mkostemp);
    int inside = is_in_roots(AT_FDCWD, path);
    GUARDED(inside, OPEN, path, -1, opened(real(path, flags), inside));
}

int mkstemps(char *path, int suffix) {
    REAL(mkstemps);
    int inside = is_in_roots(AT_FDCWD, path);
    GUARDED(inside, OPEN, path, -1, opened(real(path, suffix), inside));
}

DIR *opendir(const char *path) {
    REAL(opendir);
    GUARDED(is_in_roots(AT_FDCWD, path), OPEN, path, NULL, real(path));
}

int close(int file) {
    REAL(close);
    if (armed && file >= 0 && file < (int)sizeof in_roots) in_roots[file] = 0;
    return real(file);
}

// MARK: Reading and writing

/// Half of the bytes where a call is to come back short, at least one.
static size_t cut(size_t count) { return fault_kind == SHORT && count > 1 ? count / 2 : count; }

#define TRANSFER(class, path, failure, full, halved) \
    do { \
        char buffer[4096]; \
        if (is_followed(file) && is_due(class, __func__, path_of(file, buffer, 4096))) { \
            if (fault_kind == ERRNO) { \
                errno = fault_errno; \
                return failure; \
            } \
            ssize_t result = halved; \
            if (fault_kind == KILLED) die(); \
            return result; \
        } \
        return full; \
    } while (0)

ssize_t read(int file, void *bytes, size_t count) {
    REAL(read);
    TRANSFER(READ, path, -1, real(file, bytes, count), real(file, bytes, cut(count)));
}

#define PREAD(name, offset_type) \
    ssize_t name(int file, void *bytes, size_t count, offset_type offset) { \
        REAL(name); \
        TRANSFER( \
            READ, path, -1, real(file, bytes, count, offset), \
            real(file, bytes, cut(count), offset)); \
    }
PREAD(pread, off_t)
PREAD(pread64, off64_t)

ssize_t write(int file, const void *bytes, size_t count) {
    REAL(write);
    // Half of it is written where the kill comes after it.
    TRANSFER(WRITE, path, -1, real(file, bytes, count), real(file, bytes, cut(count)));
}

#define PWRITE(name, offset_type) \
    ssize_t name(int file, const void *bytes, size_t count, offset_type offset) { \
        REAL(name); \
        TRANSFER( \
            WRITE, path, -1, real(file, bytes, count, offset), \
            real(file, bytes, cut(count), offset)); \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t readv(int file, const struct iovec *parts, int count) {
    REAL(readv);
    TRANSFER(READ, path, -1, real(file, parts, count), real(file, parts, cut(count)));
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    REAL(writev);
    TRANSFER(WRITE, path, -1, real(file, parts, count), real(file, parts, cut(count)));
}

ssize_t copy_file_range(
    int source, off64_t *from, int file, off64_t *to, size_t count, unsigned flags
) {
    REAL(copy_file_range);
    TRANSFER(
        WRITE, path, -1, real(source, from, file, to, count, flags),
        real(source, from, file, to, cut(count), flags));
}

ssize_t sendfile(int file, int source, off_t *offset, size_t count) {
    REAL(sendfile);
    TRANSFER(
        WRITE, path, -1, real(file, source, offset, count),
        real(file, source, offset, cut(count)));
}

ssize_t sendfile64(int file, int source, off64_t *offset, size_t count) {
    REAL(sendfile64);
    TRANSFER(
        WRITE, path, -1, real(file, source, offset, count),
        real(file, source, offset, cut(count)));
}

#define SIZER(name, offset_type) \
    int name(int file, offset_type length) { \
        REAL(name); \
        GUARDED(is_followed(file), WRITE, "", -1, real(file, length)); \
    }
SIZER(ftruncate, off_t)
SIZER(ftruncate64, off64_t)

#define ALLOCATOR(name, offset_type) \
    int name(int file, offset_type offset, offset_type length) { \
        REAL(name); \
        GUARDED(is_followed(file), WRITE, "", fault_errno, real(file, offset, length)); \
    }
ALLOCATOR(posix_fallocate, off_t)
ALLOCATOR(posix_fallocate64, off64_t)

struct dirent *readdir(DIR *folder) {
    REAL(readdir);
    char buffer[4096];
    int is_counted = armed && is_in_roots(AT_FDCWD, path_of(dirfd(folder), buffer, 4096));
    GUARDED(is_counted, READ, buffer, NULL, real(folder));
}

// MARK: Syncing, naming and making

#define SYNCER(name) \
    int name(int file) { \
        REAL(name); \
        char buffer[4096]; \
        GUARDED( \
            is_followed(file), SYNC, path_of(file, buffer, sizeof buffer), -1, real(file)); \
    }
SYNCER(fsync)
SYNCER(fdatasync)

int rename(const char *from, const char *to) {
    REAL(rename);
    GUARDED(is_in_roots(AT_FDCWD, to), RENAME, to, -1, real(from, to));
}

int renameat(int source, const char *from, int folder, const char *to) {
    REAL(renameat);
    GUARDED(is_in_roots(folder, to), RENAME, to, -1, real(source, from, folder, to));
}

int renameat2(int source, const char *from, int folder, const char *to, unsigned flags) {
    REAL(renameat2);
    GUARDED(is_in_roots(folder, to), RENAME, to, -1, real(source, from, folder, to, flags));
}

#define REMOVER(name) \
    int name(const char *path) { \
        REAL(name); \
        GUARDED(is_in_roots(AT_FDCWD, path), UNLINK, path, -1, real(path)); \
    }
REMOVER(unlink)
REMOVER(rmdir)
REMOVER(remove)

int unlinkat(int folder, const char *path, int flags) {
    REAL(unlinkat);
    GUARDED(is_in_roots(folder, path), UNLINK, path, -1, real(folder, path, flags));
}

int mkdir(const char *path, mode_t mode) {
    REAL(mkdir);
    GUARDED(is_in_roots(AT_FDCWD, path), MAKE, path, -1, real(path, mode));
}

char *mkdtemp(char *path) {
    REAL(mkdtemp);
    GUARDED(is_in_roots(AT_FDCWD, path), MAKE, path, NULL, real(path));
}

int chmod(const char *path, mode_t mode) {
    REAL(chmod);
    GUARDED(is_in_roots(AT_FDCWD, path), MAKE, path, -1, real(path, mode));
}

int fchmod(int file, mode_t mode) {
    REAL(fchmod);
    GUARDED(is_followed(file), MAKE, "", -1, real(file, mode));
}

int link(const char *from, const char *to) {
    REAL(link);
    GUARDED(is_in_roots(AT_FDCWD, to), MAKE, to, -1, real(from, to));
}

int linkat(int source, const char *from, int folder, const char *to, int flags) {
    REAL(linkat);
    GUARDED(is_in_roots(folder, to), MAKE, to, -1, real(source, from, folder, to, flags));
}

int symlink(const char *from, const char *to) {
    REAL(symlink);
    GUARDED(is_in_roots(AT_FDCWD, to), MAKE, to, -1, real(from, to));
}

// MARK: Looking

#define LOOKER(name) \
    int name(const char *path, struct stat *status) { \
        REAL(name); \
        GUARDED(is_in_roots(AT_FDCWD, path), LOOK, path, -1, real(path, status)); \
    }
LOOKER(stat)
LOOKER(lstat)

#define LARGE_LOOKER(name) \
    int name(const char *path, struct stat64 *status) { \
        REAL(name); \
        GUARDED(is_in_roots(AT_FDCWD, path), LOOK, path, -1, real(path, status)); \
    }
LARGE_LOOKER(stat64)
LARGE_LOOKER(lstat64)

int fstat64(int file, struct stat64 *status) {
    REAL(fstat64);
    char buffer[4096];
    GUARDED(
        is_followed(file) && file != STDOUT_FILENO, LOOK, path_of(file, buffer, 4096), -1,
        real(file, status));
}

int fstat(int file, struct stat *status) {
    REAL(fstat);
    char buffer[4096];
    GUARDED(
        is_followed(file) && file != STDOUT_FILENO, LOOK, path_of(file, buffer, 4096), -1,
        real(file, status));
}

int access(const char *path, int mode) {
    REAL(access);
    GUARDED(is_in_roots(AT_FDCWD, path), LOOK, path, -1, real(path, mode));
}

ssize_t readlink(const char *path, char *buffer, size_t size) {
    REAL(readlink);
    GUARDED(is_in_roots(AT_FDCWD, path), LOOK, path, -1, real(path, buffer, size));
}

char *realpath(const char *path, char *buffer) {
    REAL(realpath);
    GUARDED(is_in_roots(AT_FDCWD, path), LOOK, path, NULL, real(path, buffer));
}

char *getcwd(char *buffer, size_t size) {
    REAL(getcwd);
    GUARDED(armed, FOLDER, ".", NULL, real(buffer, size));
}

// MARK: Locking

/// Whether a file is private to the process: only a fault can lock it for another one.
static int is_private(int file, char *buffer) { return armed && strstr(path_of(file, buffer, 4096), "zseed-"); }

#define LOCKER(name) \
    int name(int file, int command, ...) { \
        REAL(name); \
        va_list list; \
        va_start(list, command); \
        void *argument = va_arg(list, void *); \
        va_end(list); \
        char buffer[4096]; \
        int is_lock = command == F_SETLK || command == F_SETLKW; \
        GUARDED(is_lock && is_private(file, buffer), LOCK, buffer, -1, real(file, command, argument)); \
    }
LOCKER(fcntl)
LOCKER(fcntl64)

int flock(int file, int operation) {
    REAL(flock);
    char buffer[4096];
    GUARDED(is_private(file, buffer), LOCK, buffer, -1, real(file, operation));
}

// MARK: Threads and processes

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument
) {
    REAL(pthread_create);
    GUARDED(armed, THREAD, "", fault_errno, real(thread, attributes, start, argument));
}

#define SPAWNER(name) \
    int name( \
        pid_t *process, const char *path, const posix_spawn_file_actions_t *actions, \
        const posix_spawnattr_t *attributes, char *const words[], char *const environment[] \
    ) { \
        REAL(name); \
        GUARDED( \
            armed, SPAWN, path, fault_errno, \
            real(process, path, actions, attributes, words, environment)); \
    }
SPAWNER(posix_spawn)
SPAWNER(posix_spawnp)

// MARK: Memory

void *mmap(void *address, size_t length, int protection, int flags, int file, off_t offset) {
    int is_anonymous = flags & MAP_ANONYMOUS;
    enum Class class = is_anonymous ? ALLOCATE : MAP;
    int is_counted = armed && (is_anonymous || is_followed(file));
    GUARDED(
        is_counted, class, "", MAP_FAILED,
        (void *)syscall(SYS_mmap, address, length, protection, flags, file, offset));
}

void *mmap64(void *address, size_t length, int protection, int flags, int file, off64_t offset) {
    return mmap(address, length, protection, flags, file, offset);
}

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);

void *malloc(size_t size) { GUARDED(armed, ALLOCATE, "", NULL, __libc_malloc(size)); }

void *calloc(size_t count, size_t size) {
    GUARDED(armed, ALLOCATE, "", NULL, __libc_calloc(count, size));
}

void *realloc(void *block, size_t size) {
    GUARDED(armed, ALLOCATE, "", NULL, __libc_realloc(block, size));
}

void *aligned_alloc(size_t alignment, size_t size) {
    GUARDED(armed, ALLOCATE, "", NULL, __libc_memalign(alignment, size));
}

void *memalign(size_t alignment, size_t size) {
    GUARDED(armed, ALLOCATE, "", NULL, __libc_memalign(alignment, size));
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (armed && is_due(ALLOCATE, "posix_memalign", "")) {
        if (fault_kind == ERRNO) return ENOMEM;
        die();
    }
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}
