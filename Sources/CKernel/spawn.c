#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "CKernel.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>

extern char **environ;

int ck_spawn_detached(const char *path, char *const words[]) {
#ifdef __linux__
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure) return failure;
    failure = posix_spawnattr_init(&attributes);
    if (failure) {
        posix_spawn_file_actions_destroy(&actions);
        return failure;
    }
    for (int descriptor = 0; descriptor < 3 && !failure; descriptor++)
        failure = posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0);
    if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    // A session of its own: no signal of the terminal reaches it.
    if (!failure) failure = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    pid_t process;
    if (!failure) failure = posix_spawn(&process, path, &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
#else
    (void)path;
    (void)words;
    return ENOSYS;
#endif
}
