// The functions of libcurl that FoundationNetworking imports. Each forwards to the true one; what
// concerns a transfer of the tap is done on the way. libcurl itself may call these too (see
// libcurl.c), with handles that carry no transfer.

#if defined(__linux__)

#include "transfer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))
#define FORWARD(failure, call) const struct libcurl *real = libcurl(); return real ? real->call : failure

// A multi handle of FoundationNetworking. While a transfer of it is paused, its eventfd stands among
// the sockets which FoundationNetworking watches, so that another thread can have something done on
// its queue, the only place from which libcurl may be called.
struct multi {
    struct multi *next;
    void *real;
    socket_callback *on_socket;
    void *socket_context, *wake_attachment;
    int wake;
    bool is_watched;
    size_t transfers;
    uint8_t *interests;  // what each descriptor is watched for, as libcurl said last
    size_t interests_count;
};

// Why spares: the dispatch source on an eventfd ends some time after it was told to, and a descriptor
// may not be closed before. It waits for the next multi handle instead.
static struct multi *multis, *spares;
static pthread_mutex_t multis_lock = PTHREAD_MUTEX_INITIALIZER;  // protects both lists

static struct multi *multi_of(void *real) {
    pthread_mutex_lock(&multis_lock);
    struct multi *multi = multis;
    while (multi && multi->real != real) multi = multi->next;
    pthread_mutex_unlock(&multis_lock);
    return multi;
}

// MARK: Easy handles

PUBLIC void *curl_easy_init(void) {
    const struct libcurl *real = libcurl();
    void *easy = real ? real->easy_init() : NULL;
    if (easy && !handle_add(easy)) {
        real->easy_cleanup(easy);
        return NULL;
    }
    return easy;
}

PUBLIC void curl_easy_cleanup(void *easy) {
    const struct libcurl *real = libcurl();
    if (real) real->easy_cleanup(easy);
    handle_remove(easy);
}

PUBLIC int curl_easy_setopt(void *easy, int option, ...) {
    va_list arguments;
    va_start(arguments, option);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    struct handle *handle = handle_of(easy);
    if (handle) {
        switch (option) {
        case OPT_HEADERFUNCTION: handle->on_header = (data_callback *)value; break;
        case OPT_HEADERDATA: handle->header_context = value; break;
        case OPT_WRITEFUNCTION: handle->on_write = (data_callback *)value; break;
        case OPT_WRITEDATA: handle->write_context = value; break;
        case OPT_URL: handle_adopt(handle, value); break;
        default: break;
        }
    }
    FORWARD(CODE_FAILED_INIT, easy_setopt(easy, option, value));
}

PUBLIC int curl_easy_getinfo(void *easy, int info, ...) {
    va_list arguments;
    va_start(arguments, info);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    FORWARD(CODE_FAILED_INIT, easy_getinfo(easy, info, value));
}

PUBLIC int curl_easy_pause(void *easy, int mask) { FORWARD(CODE_FAILED_INIT, easy_pause(easy, mask)); }

PUBLIC const char *curl_easy_strerror(int code) { FORWARD("libcurl is missing", easy_strerror(code)); }

// MARK: Multi handles

PUBLIC void *curl_multi_init(void) {
    const struct libcurl *real = libcurl();
    struct multi *multi = real ? calloc(1, sizeof *multi) : NULL;
    if (!multi) return NULL;
    multi->real = real->multi_init();
    if (!multi->real) {
        free(multi);
        return NULL;
    }
    multi->wake = -1;
    pthread_mutex_lock(&multis_lock);
    multi->next = multis;
    multis = multi;
    struct multi *spare = spares;
    if (spare) {
        spares = spare->next;
        multi->wake = spare->wake;
    }
    pthread_mutex_unlock(&multis_lock);
    free(spare);
    atomic_fetch_add(&calls_seen, 1);
    return multi->real;
}

// Where the interest in a descriptor is kept; null when there is no memory for it.
static uint8_t *interest_in(struct multi *multi, int descriptor) {
    if (descriptor < 0) return NULL;
    size_t count = (size_t)descriptor + 1;
    if (count > multi->interests_count) {
        uint8_t *grown = realloc(multi->interests, count);
        if (!grown) return NULL;
        memset(grown + multi->interests_count, 0, count - multi->interests_count);
        multi->interests = grown;
        multi->interests_count = count;
    }
    return &multi->interests[descriptor];
}

// Passes on what libcurl wants of a socket. FoundationNetworking adds a source for each new interest
// and never takes one away, so that a socket once written to wakes it for ever, which is a busy loop
// for as long as the origin thinks. So where an interest ends, all of them end, and the rest begin anew.
static int pass_socket(void *easy, int descriptor, int what, void *context, void *attachment) {
    struct multi *multi = multi_of(context);
    if (!multi || !multi->on_socket) return 0;
    uint8_t *interest = interest_in(multi, descriptor);
    if (interest && attachment && what != POLL_REMOVE && (*interest & ~what & POLL_IN_AND_OUT)) {
        multi->on_socket(easy, descriptor, POLL_REMOVE, multi->socket_context, attachment);
        const struct libcurl *real = libcurl();
        if (real) real->multi_assign(context, descriptor, NULL);
        attachment = NULL;
    }
    if (interest) *interest = what == POLL_REMOVE ? 0 : (uint8_t)(what & POLL_IN_AND_OUT);
    return multi->on_socket(easy, descriptor, what, multi->socket_context, attachment);
}

PUBLIC int curl_multi_setopt(void *multi, int option, ...) {
    va_list arguments;
    va_start(arguments, option);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    struct multi *known = multi_of(multi);
    if (known && option == MULTIOPT_SOCKETFUNCTION) {
        known->on_socket = (socket_callback *)value;
        if (value) value = (void *)pass_socket;
    }
    if (known && option == MULTIOPT_SOCKETDATA) {
        known->socket_context = value;
        value = multi;
    }
    FORWARD(CODE_FAILED_INIT, multi_setopt(multi, option, value));
}

PUBLIC int curl_multi_cleanup(void *multi) {
    const struct libcurl *real = libcurl();
    struct multi *known = multi_of(multi);
    // First the true one, which still tells of the sockets it closes.
    int code = real ? real->multi_cleanup(multi) : CODE_FAILED_INIT;
    pthread_mutex_lock(&multis_lock);
    struct multi **link = &multis;
    while (*link && *link != known) link = &(*link)->next;
    if (known && *link) *link = known->next;
    if (known) {
        free(known->interests);
        known->interests = NULL;
        known->interests_count = 0;
    }
    if (known && known->wake >= 0) {
        known->next = spares;
        spares = known;
        known = NULL;
    }
    pthread_mutex_unlock(&multis_lock);
    free(known);
    return code;
}

// Has FoundationNetworking watch the eventfd, as if libcurl had opened a socket; gives the eventfd.
int multi_watch(struct handle *handle) {
    struct multi *multi = multi_of(handle->multi);
    if (!multi || !multi->on_socket) return -1;
    if (multi->wake < 0) multi->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (multi->wake >= 0 && !multi->is_watched) {
        multi->is_watched = true;
        multi->on_socket(handle->easy, multi->wake, POLL_IN_ONLY, multi->socket_context, NULL);
    }
    return multi->wake;
}

// Why not when the multi handle is cleaned up: FoundationNetworking's object is being deallocated by then.
static void unwatch(struct multi *multi, void *easy) {
    if (!multi->is_watched) return;
    multi->is_watched = false;
    multi->on_socket(easy, multi->wake, POLL_REMOVE, multi->socket_context, multi->wake_attachment);
    multi->wake_attachment = NULL;
}

PUBLIC int curl_multi_add_handle(void *multi, void *easy) {
    const struct libcurl *real = libcurl();
    if (!real) return CODE_FAILED_INIT;
    struct handle *handle = handle_of(easy);
    struct multi *known = handle && handle->transfer ? multi_of(multi) : NULL;
    if (known) {
        handle_configure(handle);
        handle_enter(handle, multi);
        known->transfers++;
    }
    return real->multi_add_handle(multi, easy);
}

PUBLIC int curl_multi_remove_handle(void *multi, void *easy) {
    const struct libcurl *real = libcurl();
    if (!real) return CODE_FAILED_INIT;
    struct handle *handle = handle_of(easy);
    int code = real->multi_remove_handle(multi, easy);
    if (handle && handle->transfer && handle->multi == multi) {
        handle_enter(handle, NULL);
        struct multi *known = multi_of(multi);
        if (known && --known->transfers == 0) unwatch(known, easy);
    }
    return code;
}

PUBLIC int curl_multi_assign(void *multi, int socket, void *attachment) {
    struct multi *known = multi_of(multi);
    if (known && known->wake >= 0 && socket == known->wake) {
        known->wake_attachment = attachment;
        return CODE_OK;
    }
    FORWARD(CODE_FAILED_INIT, multi_assign(multi, socket, attachment));
}

PUBLIC int curl_multi_socket_action(void *multi, int socket, int events, int *running) {
    const struct libcurl *real = libcurl();
    if (!real) return CODE_FAILED_INIT;
    struct multi *known = multi_of(multi);
    if (!known || socket != known->wake || socket < 0)
        return real->multi_socket_action(multi, socket, events, running);
    uint64_t count;
    ssize_t ignored = read(known->wake, &count, sizeof count);
    (void)ignored;
    void *easy;
    struct curltap_transfer *transfer;
    while ((transfer = transfer_awaiting_resumption(multi, &easy))) {
        real->easy_pause(easy, PAUSE_CONT);
        transfer_release(transfer);
    }
    return real->multi_socket_action(multi, SOCKET_TIMEOUT, 0, running);
}

PUBLIC struct curl_message *curl_multi_info_read(void *multi, int *remaining) {
    const struct libcurl *real = libcurl();
    struct curl_message *message = real ? real->multi_info_read(multi, remaining) : NULL;
    if (message && message->kind == MESSAGE_DONE) {
        struct handle *handle = handle_of(message->easy);
        if (handle && handle->transfer)
            message->data.result = handle_finish(handle, message->data.result);
    }
    return message;
}

// MARK: The rest

PUBLIC void curl_free(void *memory) {
    const struct libcurl *real = libcurl();
    if (real) real->free(memory);
}

PUBLIC int curl_global_init(long flags) { FORWARD(CODE_FAILED_INIT, global_init(flags)); }

PUBLIC struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text) {
    FORWARD(NULL, slist_append(list, text));
}

PUBLIC void curl_slist_free_all(struct curl_slist *list) {
    const struct libcurl *real = libcurl();
    if (real) real->slist_free_all(list);
}

PUBLIC void *curl_url(void) { FORWARD(NULL, url()); }

PUBLIC int curl_url_get(const void *url, int part, char **text, unsigned flags) {
    FORWARD(CODE_FAILED_INIT, url_get(url, part, text, flags));
}

PUBLIC int curl_url_set(void *url, int part, const char *text, unsigned flags) {
    FORWARD(CODE_FAILED_INIT, url_set(url, part, text, flags));
}

PUBLIC char *curl_version(void) { FORWARD(NULL, version()); }

PUBLIC void *curl_version_info(int age) { FORWARD(NULL, version_info(age)); }

#endif
