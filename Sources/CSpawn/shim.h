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
