#include <spawn.h>

/* Swift's modules of the C libraries leave it out. */
#ifdef __linux__
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Older C libraries lack renameat2, and its flag. */
static inline int exchange_files(const char *one, const char *other) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, 2u);
}
#endif

/* glibc and musl have it, and show it only to programs in C that ask for what is not POSIX. */
#ifdef __linux__
int posix_spawn_file_actions_addchdir_np(
    posix_spawn_file_actions_t *actions, const char *path);
#endif

/* Words that a signal handler and threads change: Swift has its own for macOS 15 and later only. */
static inline int word_value(int *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }

/* Whether the word was as expected, and is the other one now. */
static inline _Bool replace_word(int *word, int expected, int value) {
    return __atomic_compare_exchange_n(word, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
