// Transfers as Swift sees them: made, watched and released through the functions at the end.

#if defined(__linux__)

#include "transfer.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

atomic_int calls_seen;

static char token[33];
static pthread_once_t token_once = PTHREAD_ONCE_INIT;
static atomic_ullong next_number;

static void make_token(void) {
    unsigned char random[16] = {0};
    if (getrandom(random, sizeof random, 0) != sizeof random) {
        uintptr_t address = (uintptr_t)&random ^ (uintptr_t)time(NULL) ^ (uintptr_t)getpid() << 16;
        memcpy(random, &address, sizeof address);
    }
    for (size_t i = 0; i < sizeof random; i++) snprintf(token + 2 * i, 3, "%02x", random[i]);
}

static int64_t now_in_milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void destroy(struct curltap_transfer *transfer) {
    const struct libcurl *real = libcurl();
    if (real && transfer->field_lines) real->slist_free_all(transfer->field_lines);
    for (size_t i = 0; i < transfer->option_count; i++) free((char *)transfer->options[i].text);
    for (struct part *part = transfer->parts, *next; part; part = next) {
        next = part->next;
        free(part);
    }
    if (transfer->body_file >= 0) close(transfer->body_file);
    pthread_mutex_destroy(&transfer->lock);
    free(transfer->options);
    free(transfer->head);
    free(transfer->body);
    free(transfer->method);
    free(transfer->url);
    free(transfer);
}

void transfer_release(struct curltap_transfer *transfer) {
    if (atomic_fetch_sub(&transfer->references, 1) == 1) destroy(transfer);
}

// Swift's own reference ends: no new handle may adopt the transfer.
static void release(struct curltap_transfer *transfer) {
    transfer_delist(transfer);
    transfer_release(transfer);
}

static bool copy_lines_and_options(struct curltap_transfer *transfer, const struct curltap_request *request) {
    const struct libcurl *real = libcurl();
    for (size_t i = 0; i < request->field_line_count; i++) {
        struct curl_slist *longer = real->slist_append(transfer->field_lines, request->field_lines[i]);
        if (!longer) return false;
        transfer->field_lines = longer;
    }
    transfer->options = calloc(request->option_count + 1, sizeof *transfer->options);
    if (!transfer->options) return false;
    for (size_t i = 0; i < request->option_count; i++) {
        struct curltap_option option = request->options[i];
        if (option.text && !(option.text = strdup(option.text))) return false;
        transfer->options[transfer->option_count++] = option;
    }
    return true;
}

static int copy_body(struct curltap_transfer *transfer, const struct curltap_request *request) {
    if (request->body_path) {
        struct stat status;
        transfer->body_file = open(request->body_path, O_RDONLY | O_CLOEXEC);
        if (transfer->body_file < 0 || fstat(transfer->body_file, &status) != 0
            || !S_ISREG(status.st_mode))
            return CODE_READ_ERROR;
        transfer->body_length = status.st_size;
        transfer->has_body = true;
    } else if (request->body_length >= 0) {
        transfer->body = malloc((size_t)request->body_length + 1);
        if (!transfer->body) return CODE_OUT_OF_MEMORY;
        if (request->body_length > 0) memcpy(transfer->body, request->body, (size_t)request->body_length);
        transfer->body_length = request->body_length;
        transfer->has_body = true;
    }
    return CODE_OK;
}

static struct curltap_transfer *create(const struct curltap_request *request, int *code) {
    *code = CODE_FAILED_INIT;
    if (!libcurl()) return NULL;
    pthread_once(&token_once, make_token);
    *code = CODE_OUT_OF_MEMORY;
    struct curltap_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    atomic_init(&transfer->references, 1);
    pthread_mutex_init(&transfer->lock, NULL);
    transfer->number = atomic_fetch_add(&next_number, 1);
    transfer->body_file = transfer->wake = -1;
    transfer->window = request->window;
    transfer->parts_end = &transfer->parts;
    transfer->last_activity = now_in_milliseconds();
    transfer->report.peer_port = transfer->report.request_size = -1;
    transfer->report.name_lookup_time = transfer->report.connect_time = transfer->report.handshake_time
        = transfer->report.pre_transfer_time = transfer->report.start_transfer_time
        = transfer->report.total_time = -1;
    transfer->report.is_delimited = 1;
    snprintf(transfer->placeholder, sizeof transfer->placeholder, "http://%s.invalid/%llu", token,
        (unsigned long long)transfer->number);
    transfer->url = strdup(request->url);
    transfer->method = strdup(request->method);
    if (transfer->url && transfer->method && copy_lines_and_options(transfer, request))
        *code = copy_body(transfer, request);
    if (*code != CODE_OK) {
        destroy(transfer);
        return NULL;
    }
    transfer_enlist(transfer);
    return transfer;
}

void transfer_touch(struct curltap_transfer *transfer) {
    pthread_mutex_lock(&transfer->lock);
    transfer->last_activity = now_in_milliseconds();
    pthread_mutex_unlock(&transfer->lock);
}

void transfer_fail(struct curltap_transfer *transfer, int code, const char *message) {
    pthread_mutex_lock(&transfer->lock);
    if (!transfer->forced_code) {
        transfer->forced_code = code;
        snprintf(transfer->report.message, sizeof transfer->report.message, "%s", message);
    }
    pthread_mutex_unlock(&transfer->lock);
}

bool transfer_add_part(struct curltap_transfer *transfer, int kind, const uint8_t *bytes, size_t length) {
    struct part *part = malloc(sizeof *part + length);
    if (!part) return false;
    part->next = NULL;
    part->kind = kind;
    part->length = length;
    memcpy(part->bytes, bytes, length);
    pthread_mutex_lock(&transfer->lock);
    *transfer->parts_end = part;
    transfer->parts_end = &part->next;
    pthread_mutex_unlock(&transfer->lock);
    return true;
}

static int is_in_use(void) { return atomic_load(&calls_seen) > 0; }

static const char *placeholder(const struct curltap_transfer *transfer) { return transfer->placeholder; }

static int part(struct curltap_transfer *transfer, size_t index, struct curltap_part *result) {
    pthread_mutex_lock(&transfer->lock);
    struct part *part = transfer->parts;
    while (part && index-- > 0) part = part->next;
    pthread_mutex_unlock(&transfer->lock);
    if (!part) return 0;
    *result = (struct curltap_part){part->kind, part->bytes, part->length};
    return 1;
}

static void report(struct curltap_transfer *transfer, struct curltap_report *result) {
    pthread_mutex_lock(&transfer->lock);
    *result = transfer->report;
    pthread_mutex_unlock(&transfer->lock);
}

static void consume(struct curltap_transfer *transfer, size_t count) {
    pthread_mutex_lock(&transfer->lock);
    transfer->waiting -= count < transfer->waiting ? count : transfer->waiting;
    if (transfer->is_paused && transfer->waiting <= transfer->window / 4) {
        transfer->is_paused = false;
        transfer->is_resumption_wanted = true;
        transfer->last_activity = now_in_milliseconds();
        uint64_t one = 1;
        ssize_t ignored = transfer->wake >= 0 ? write(transfer->wake, &one, sizeof one) : 0;
        (void)ignored;
    }
    pthread_mutex_unlock(&transfer->lock);
}

static int64_t quiet_time(struct curltap_transfer *transfer) {
    pthread_mutex_lock(&transfer->lock);
    int64_t time = transfer->is_paused ? 0 : now_in_milliseconds() - transfer->last_activity;
    pthread_mutex_unlock(&transfer->lock);
    return time;
}

const struct curltap curltap_functions = {
    .load = libcurl_load, .is_in_use = is_in_use, .create = create, .placeholder = placeholder,
    .part = part, .report = report, .consume = consume, .quiet_time = quiet_time, .release = release,
};

#endif
