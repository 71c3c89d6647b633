#include <spawn.h>

/* glibc and musl have it, and show it only to programs in C that ask for what is not POSIX. */
#ifdef __linux__
int posix_spawn_file_actions_addchdir_np(
    posix_spawn_file_actions_t *actions, const char *path);
#endif
