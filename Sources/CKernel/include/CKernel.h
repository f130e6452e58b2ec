// What Swift's C library modules lack: kernel copies, and SHA-256 on the processor's own instructions.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// SHA-256 (FIPS 180-4), fed in pieces.
typedef struct {
    uint32_t state[8];
    uint64_t length;     // bytes taken so far
    uint8_t block[64];   // bytes that do not fill a block yet
} ck_sha256;

void ck_sha256_init(ck_sha256 *hash);
void ck_sha256_update(ck_sha256 *hash, const void *bytes, size_t count);
void ck_sha256_final(ck_sha256 *hash, uint8_t digest[32]);

// Whether the processor's SHA instructions are used; tests turn them off to try the portable code.
int ck_sha256_uses_instructions(void);
void ck_sha256_allow_instructions(int allowed);

// The kernel copies below return the bytes moved, or -1 with errno; where the system has none,
// they fail with ENOSYS, and the caller copies by itself.

// Moves bytes from a file at an offset into a pipe.
ssize_t ck_splice(int from, int64_t offset, int to, size_t count);
// Copies bytes from a file at an offset to a file at its own position.
ssize_t ck_copy_file_range(int from, int64_t offset, int to, size_t count);
// Sends bytes from a file at an offset to any descriptor that takes them.
ssize_t ck_sendfile(int from, int64_t offset, int to, size_t count);
// Lets one file share the other's blocks: 0, or -1 with errno.
int ck_clone(int from, int to);

// `open` and `openat` are variadic in C; these always pass a mode.
int ck_openat(int directory, const char *path, int flags, mode_t mode);
// Takes a whole-file lock, shared or exclusive, with or without waiting: 0, or -1 with errno.
int ck_flock(int descriptor, int exclusive, int wait);

// Starts a program in a session of its own, with /dev/null for its standard streams and no other
// descriptor open: 0, or an error number.
int ck_spawn_detached(const char *path, char *const words[]);
