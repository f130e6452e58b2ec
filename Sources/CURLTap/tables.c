// Which easy handle carries which transfer.

#if defined(__linux__)

#include "transfer.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 512 };

static struct handle *buckets[BUCKETS];
static struct curltap_transfer *transfers;
static pthread_mutex_t tables_lock = PTHREAD_MUTEX_INITIALIZER;  // protects both, and nothing in them

static struct handle **bucket(void *easy) { return &buckets[((uintptr_t)easy >> 4) % BUCKETS]; }

struct handle *handle_of(void *easy) {
    pthread_mutex_lock(&tables_lock);
    struct handle *handle = *bucket(easy);
    while (handle && handle->easy != easy) handle = handle->next;
    pthread_mutex_unlock(&tables_lock);
    return handle;
}

struct handle *handle_add(void *easy) {
    struct handle *handle = calloc(1, sizeof *handle);
    if (!handle) return NULL;
    handle->easy = easy;
    pthread_mutex_lock(&tables_lock);
    handle->next = *bucket(easy);
    *bucket(easy) = handle;
    pthread_mutex_unlock(&tables_lock);
    return handle;
}

void handle_remove(void *easy) {
    pthread_mutex_lock(&tables_lock);
    struct handle **link = bucket(easy);
    while (*link && (*link)->easy != easy) link = &(*link)->next;
    struct handle *handle = *link;
    if (handle) *link = handle->next;
    pthread_mutex_unlock(&tables_lock);
    if (!handle) return;
    if (handle->transfer) transfer_release(handle->transfer);
    free(handle);
}

// Why the URL carries the reference: it is the first thing that FoundationNetworking sets for a
// request, it sets it once, and a name below `.invalid` with 128 random bits can be nobody else's.
void handle_adopt(struct handle *handle, const char *url) {
    if (!url || handle->transfer) return;
    pthread_mutex_lock(&tables_lock);
    struct curltap_transfer *transfer = transfers;
    while (transfer && strcmp(transfer->placeholder, url) != 0) transfer = transfer->next;
    if (transfer) atomic_fetch_add(&transfer->references, 1);
    handle->transfer = transfer;
    pthread_mutex_unlock(&tables_lock);
}

// Notes which multi handle runs the transfer; null for none.
void handle_enter(struct handle *handle, void *multi) {
    pthread_mutex_lock(&tables_lock);
    handle->multi = multi;
    pthread_mutex_unlock(&tables_lock);
}

// Finds a transfer of a multi handle whose reader has made room, with a reference to it.
struct curltap_transfer *transfer_awaiting_resumption(void *multi, void **easy) {
    struct curltap_transfer *found = NULL;
    pthread_mutex_lock(&tables_lock);
    for (size_t i = 0; i < BUCKETS && !found; i++) {
        for (struct handle *handle = buckets[i]; handle && !found; handle = handle->next) {
            struct curltap_transfer *transfer = handle->transfer;
            if (!transfer || handle->multi != multi) continue;
            pthread_mutex_lock(&transfer->lock);
            if (transfer->is_resumption_wanted) {
                transfer->is_resumption_wanted = false;
                atomic_fetch_add(&transfer->references, 1);
                *easy = handle->easy;
                found = transfer;
            }
            pthread_mutex_unlock(&transfer->lock);
        }
    }
    pthread_mutex_unlock(&tables_lock);
    return found;
}

void transfer_enlist(struct curltap_transfer *transfer) {
    pthread_mutex_lock(&tables_lock);
    transfer->next = transfers;
    transfers = transfer;
    pthread_mutex_unlock(&tables_lock);
}

void transfer_delist(struct curltap_transfer *transfer) {
    pthread_mutex_lock(&tables_lock);
    struct curltap_transfer **link = &transfers;
    while (*link && *link != transfer) link = &(*link)->next;
    if (*link) *link = transfer->next;
    pthread_mutex_unlock(&tables_lock);
}

#endif
