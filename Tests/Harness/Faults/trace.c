// Fails the n-th call of a kind, as faults.c does, in a program that loads nothing: the static one that is
// released. It runs the program and stops it at each call of the system's (ptrace). See CONTRIBUTING.md.
//
//   trace PROGRAM ARGUMENT…   with the variables of faults.c; allocate is what the system gives of memory

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __x86_64__
#error "the registers of other processors have other names"
#endif

// In the order of faults.c.
enum Class { OPEN, READ, WRITE, SYNC, RENAME, UNLINK, MAKE, MAP, ALLOCATE, LOOK, THREAD, SPAWN, LOCK, FOLDER,
    CLASSES };
static const char *class_names[] = {
    "open", "read", "write", "sync", "rename", "unlink", "make", "map", "allocate", "look", "thread", "spawn",
    "lock", "folder"};

enum Kind { ERRNO, SHORT, KILL, KILLED, TERM };

static const struct { const char *name; int number; } errnos[] = {
    {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EACCES", EACCES}, {"EMFILE", EMFILE},
    {"ENOMEM", ENOMEM}, {"EINTR", EINTR}, {"EPERM", EPERM}, {"EROFS", EROFS},
    {"EDQUOT", EDQUOT}, {"EFBIG", EFBIG}, {"ESTALE", ESTALE}, {"EAGAIN", EAGAIN}};

// Which calls count: by the file that an argument has open, or by the path that it names, from a folder that the
// argument before it has open (AT) or from the working one; by the flags that an argument has or points to.
enum Subject {
    FILE_AT_0, FILE_AT_4, PATH_AT_0, PATH_AT_1, AT_0, AT_2, ANY, NO_FILE, GROWS, FLAGS, FLAGS_THERE, LOCKED, LOCKS
};
static const struct { long number; enum Class class; enum Subject subject; int size; } calls[] = {
    {SYS_open, OPEN, PATH_AT_0, -1}, {SYS_openat, OPEN, AT_0, -1},
    {SYS_read, READ, FILE_AT_0, 2}, {SYS_pread64, READ, FILE_AT_0, 2},
    {SYS_readv, READ, FILE_AT_0, -1}, {SYS_getdents64, READ, FILE_AT_0, -1},
    {SYS_write, WRITE, FILE_AT_0, 2}, {SYS_pwrite64, WRITE, FILE_AT_0, 2},
    {SYS_writev, WRITE, FILE_AT_0, -1}, {SYS_ftruncate, WRITE, FILE_AT_0, -1},
    {SYS_fallocate, WRITE, FILE_AT_0, -1}, {SYS_sendfile, WRITE, FILE_AT_0, 3},
    {SYS_fsync, SYNC, FILE_AT_0, -1}, {SYS_fdatasync, SYNC, FILE_AT_0, -1},
    {SYS_rename, RENAME, PATH_AT_1, -1}, {SYS_renameat, RENAME, AT_2, -1},
    {SYS_renameat2, RENAME, AT_2, -1},
    {SYS_unlink, UNLINK, PATH_AT_0, -1}, {SYS_rmdir, UNLINK, PATH_AT_0, -1},
    {SYS_unlinkat, UNLINK, AT_0, -1},
    {SYS_mkdir, MAKE, PATH_AT_0, -1}, {SYS_mkdirat, MAKE, AT_0, -1},
    {SYS_chmod, MAKE, PATH_AT_0, -1}, {SYS_fchmod, MAKE, FILE_AT_0, -1},
    {SYS_fchmodat, MAKE, AT_0, -1}, {SYS_link, MAKE, PATH_AT_1, -1},
    {SYS_linkat, MAKE, AT_2, -1}, {SYS_symlink, MAKE, PATH_AT_1, -1},
    {SYS_mmap, MAP, FILE_AT_4, -1},
    {SYS_stat, LOOK, PATH_AT_0, -1}, {SYS_lstat, LOOK, PATH_AT_0, -1},
    {SYS_fstat, LOOK, FILE_AT_0, -1}, {SYS_newfstatat, LOOK, AT_0, -1},
    {SYS_statx, LOOK, AT_0, -1}, {SYS_access, LOOK, PATH_AT_0, -1},
    {SYS_faccessat, LOOK, AT_0, -1}, {SYS_readlink, LOOK, PATH_AT_0, -1},
    {SYS_readlinkat, LOOK, AT_0, -1},
    {SYS_mmap, ALLOCATE, NO_FILE, -1}, {SYS_mremap, ALLOCATE, ANY, -1}, {SYS_brk, ALLOCATE, GROWS, -1},
    {SYS_clone, THREAD, FLAGS, -1}, {SYS_clone, SPAWN, FLAGS, -1},
    {SYS_clone3, THREAD, FLAGS_THERE, -1}, {SYS_clone3, SPAWN, FLAGS_THERE, -1},
    {SYS_fork, SPAWN, ANY, -1}, {SYS_vfork, SPAWN, ANY, -1},
    {SYS_flock, LOCK, LOCKED, -1}, {SYS_fcntl, LOCK, LOCKS, -1}, {SYS_getcwd, FOLDER, ANY, -1}};

static int fault_class = -1, fault_errno, fault_stays;
static enum Kind fault_kind;
static uint64_t fault_number, own_counts[16], *counts = own_counts;
static const char *roots, *log_path;

static void set_up(void) {
    roots = getenv("ZSEED_FAULT_ROOTS");
    log_path = getenv("ZSEED_FAULT_LOG");
    const char *path = getenv("ZSEED_FAULT_COUNTS"), *fault = getenv("ZSEED_FAULT");
    if (!roots) abort();
    if (path) {
        int file = open(path, O_RDWR | O_CLOEXEC);
        void *block = mmap(NULL, sizeof own_counts, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (block != MAP_FAILED) counts = block;
    }
    char name[16], kind[16];
    if (!fault || sscanf(fault, "%15[^:]:%lu:%15s", name, &fault_number, kind) != 3) return;
    for (int i = 0; i < CLASSES; i++)
        if (!strcmp(name, class_names[i])) fault_class = i;
    size_t length = strlen(kind);
    if (length && kind[length - 1] == '+') fault_stays = 1, kind[length - 1] = 0;
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

// MARK: Looking at a call

static void link_of(pid_t process, const char *name, char *buffer, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/%d/%s", process, name);
    ssize_t length = readlink(link, buffer, size - 1);
    buffer[length > 0 ? length : 0] = 0;
}

static void file_of(pid_t process, int file, char *buffer, size_t size) {
    char name[32];
    snprintf(name, sizeof name, file == AT_FDCWD ? "cwd" : "fd/%d", file);
    link_of(process, name, buffer, size);
}

/// A text in the memory of the program, which may end with a page.
static void text_at(pid_t process, unsigned long address, char *buffer, size_t size) {
    size_t count = 0;
    while (count + 1 < size) {
        size_t part = 256 - (address + count) % 256;
        if (part > size - 1 - count) part = size - 1 - count;
        struct iovec own = {buffer + count, part}, other = {(void *)(address + count), part};
        ssize_t length = process_vm_readv(process, &own, 1, &other, 1, 0);
        if (length <= 0) break;
        if (memchr(buffer + count, 0, length)) return;
        count += length;
    }
    buffer[count] = 0;
}

static int is_in_roots(const char *path) {
    char full[9000];
    snprintf(full, sizeof full, "%s/", path);
    for (const char *root = roots; *root;) {
        size_t length = strcspn(root, ":");
        if (length && !strncmp(full, root, length) && full[length] == '/') return 1;
        root += length + (root[length] == ':');
    }
    return 0;
}

/// Whether the call is about a file in the roots, or prints, or is of another class; its path.
static int is_counted(
    pid_t process, enum Class class, enum Subject subject, const struct user_regs_struct *call, char *path
) {
    unsigned long arguments[] = {call->rdi, call->rsi, call->rdx, call->r10, call->r8};
    char folder[4096] = "", name[4096] = "";
    path[0] = 0;
    if (subject == ANY) return 1;
    if (subject == NO_FILE) return (arguments[3] & MAP_ANONYMOUS) != 0;
    // brk(0) asks where memory ends.
    if (subject == GROWS) return arguments[0] != 0;
    if (subject == FLAGS || subject == FLAGS_THERE) {
        uint64_t flags = arguments[0];
        struct iovec own = {&flags, sizeof flags}, other = {(void *)arguments[0], sizeof flags};
        if (subject == FLAGS_THERE && process_vm_readv(process, &own, 1, &other, 1, 0) < 0) return 0;
        return (class == THREAD) == ((flags & CLONE_THREAD) != 0);
    }
    if (subject == LOCKED || subject == LOCKS) {
        if (subject == LOCKS && arguments[1] != F_SETLK && arguments[1] != F_SETLKW) return 0;
        file_of(process, (int)arguments[0], path, 8192);
        // Only a fault can lock a private file for another process.
        return strstr(path, "zseed-") != NULL;
    }
    int is_open = subject == FILE_AT_0 || subject == FILE_AT_4;
    if (is_open) {
        int file = (int)arguments[subject == FILE_AT_0 ? 0 : 4];
        if (file == STDOUT_FILENO && call->orig_rax == SYS_write) return strcpy(path, "output"), 1;
        if (file < 0 || file == STDOUT_FILENO) return 0;
        file_of(process, file, path, 8192);
        return is_in_roots(path);
    }
    int is_at = subject == AT_0 || subject == AT_2;
    int first = subject == AT_2 ? 2 : subject == PATH_AT_1 ? 1 : 0;
    text_at(process, arguments[first + is_at], name, sizeof name);
    // fstat is newfstatat without a name.
    if (name[0] != '/') file_of(process, is_at ? (int)arguments[first] : AT_FDCWD, folder, sizeof folder);
    if (!name[0] && !strcmp(folder, "")) return 0;
    if (!name[0] && is_at && (int)arguments[first] == STDOUT_FILENO) return 0;
    snprintf(path, 8192, "%s%s%s", folder, name[0] && name[0] != '/' ? "/" : "", name);
    return is_in_roots(path);
}

static void note(enum Class class, long number, const char *path) {
    FILE *file = log_path ? fopen(log_path, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s call %ld %s\n", class_names[class], number, path);
    fclose(file);
}

// MARK: Running

/// What becomes of a call that a thread is in.
static struct { pid_t thread; int fails, dies; } threads[256];

static int slot_of(pid_t thread) {
    int slot = 0;
    while (slot < 256 && threads[slot].thread != thread) slot++;
    if (slot < 256) return slot;
    for (slot = 0; slot < 255 && threads[slot].thread;) slot++;
    threads[slot].thread = thread;
    return slot;
}

static void enter(pid_t process, pid_t thread, int slot) {
    struct user_regs_struct call;
    if (ptrace(PTRACE_GETREGS, thread, NULL, &call)) return;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char path[8192];
        if (calls[i].number != (long)call.orig_rax) continue;
        if (!is_counted(process, calls[i].class, calls[i].subject, &call, path)) continue;
        uint64_t number = ++counts[calls[i].class];
        if ((int)calls[i].class != fault_class) return;
        if (fault_stays ? number < fault_number : number != fault_number) return;
        if (number == fault_number) note(calls[i].class, calls[i].number, path);
        if (fault_kind == KILL) kill(process, SIGKILL);
        if (fault_kind == TERM) kill(process, SIGTERM);
        if (fault_kind == KILLED) threads[slot].dies = 1;
        if (fault_kind == SHORT || fault_kind == KILLED) {
            if (calls[i].size == 2 && call.rdx > 1 && fault_kind == SHORT) call.rdx /= 2;
            if (calls[i].size == 3 && call.r10 > 1 && fault_kind == SHORT) call.r10 /= 2;
            ptrace(PTRACE_SETREGS, thread, NULL, &call);
        }
        if (fault_kind != ERRNO) return;
        if (calls[i].number == SYS_brk) {
            // It fails by telling where memory ends, as if it had been asked.
            call.rdi = 0;
            ptrace(PTRACE_SETREGS, thread, NULL, &call);
            return;
        }
        threads[slot].fails = 1;
        call.orig_rax = -1;
        ptrace(PTRACE_SETREGS, thread, NULL, &call);
        return;
    }
}

static void leave(pid_t process, pid_t thread, int slot) {
    if (threads[slot].dies) kill(process, SIGKILL);
    if (!threads[slot].fails) return;
    threads[slot].fails = 0;
    struct user_regs_struct call;
    if (ptrace(PTRACE_GETREGS, thread, NULL, &call)) return;
    call.rax = -fault_errno;
    ptrace(PTRACE_SETREGS, thread, NULL, &call);
}

int main(int count, char **words) {
    if (count < 2) return 64;
    set_up();
    pid_t process = fork();
    if (!process) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        execv(words[1], words + 1);
        perror(words[1]);
        _exit(127);
    }
    int status, is_running = 0;
    waitpid(process, &status, 0);
    ptrace(PTRACE_SETOPTIONS, process, NULL,
        PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL);
    ptrace(PTRACE_SYSCALL, process, NULL, NULL);
    // What never ends is ended, by a signal that the tests see.
    alarm(300);
    for (;;) {
        pid_t thread = waitpid(-1, &status, __WALL);
        if (thread < 0) return 70;
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            if (thread != process) {
                memset(&threads[slot_of(thread)], 0, sizeof *threads);
                continue;
            }
            if (WIFEXITED(status)) return WEXITSTATUS(status);
            signal(WTERMSIG(status), SIG_DFL);
            // Whoever started this may hold signals back.
            sigset_t none;
            sigemptyset(&none);
            sigprocmask(SIG_SETMASK, &none, NULL);
            kill(getpid(), WTERMSIG(status));
            return 128 + WTERMSIG(status);
        }
        int slot = slot_of(thread), number = WSTOPSIG(status), passed = 0;
        if (number == (SIGTRAP | 0x80)) {
            struct __ptrace_syscall_info call;
            ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof call, &call);
            if (is_running && call.op == PTRACE_SYSCALL_INFO_ENTRY) enter(process, thread, slot);
            if (is_running && call.op == PTRACE_SYSCALL_INFO_EXIT) leave(process, thread, slot);
        } else if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8)) {
            is_running = 1;
        } else if (number != SIGTRAP && !(number == SIGSTOP && thread != process)) {
            passed = number;
        }
        ptrace(PTRACE_SYSCALL, thread, NULL, passed);
    }
}
