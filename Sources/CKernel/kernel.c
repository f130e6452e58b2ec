#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CKernel.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/sendfile.h>
#endif

int ck_openat(int directory, const char *path, int flags, mode_t mode) {
    return openat(directory, path, flags, mode);
}

int ck_flock(int descriptor, int exclusive, int wait) {
    return flock(descriptor, (exclusive ? LOCK_EX : LOCK_SH) | (wait ? 0 : LOCK_NB));
}

#if defined(__linux__)

ssize_t ck_splice(int from, int64_t offset, int to, size_t count) {
    loff_t position = offset;
    return splice(from, &position, to, NULL, count, SPLICE_F_MORE);
}

ssize_t ck_copy_file_range(int from, int64_t offset, int to, size_t count) {
    loff_t position = offset;
    return copy_file_range(from, &position, to, NULL, count, 0);
}

ssize_t ck_sendfile(int from, int64_t offset, int to, size_t count) {
    off_t position = offset;
    return sendfile(to, from, &position, count);
}

int ck_clone(int from, int to) {
#if defined(FICLONE)
    return ioctl(to, FICLONE, from);
#else
    errno = ENOSYS;
    return -1;
#endif
}

#else

static ssize_t unavailable(void) {
    errno = ENOSYS;
    return -1;
}

ssize_t ck_splice(int from, int64_t offset, int to, size_t count) {
    (void)from, (void)offset, (void)to, (void)count;
    return unavailable();
}

ssize_t ck_copy_file_range(int from, int64_t offset, int to, size_t count) {
    (void)from, (void)offset, (void)to, (void)count;
    return unavailable();
}

ssize_t ck_sendfile(int from, int64_t offset, int to, size_t count) {
    (void)from, (void)offset, (void)to, (void)count;
    return unavailable();
}

int ck_clone(int from, int to) {
    (void)from, (void)to;
    return (int)unavailable();
}

#endif
