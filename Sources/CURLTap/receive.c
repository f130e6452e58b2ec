// What arrives. URLSession sees one head, always the same, then the body; the true heads are kept.

#if defined(__linux__)

#include "transfer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { HEADS_LIMIT = 1 << 20 };

static bool append(struct curltap_transfer *transfer, const char *bytes, size_t length) {
    size_t needed = transfer->head_length + length;
    if (needed > transfer->head_capacity) {
        size_t capacity = needed < 2048 ? 4096 : needed * 2;
        uint8_t *longer = realloc(transfer->head, capacity);
        if (!longer) return false;
        transfer->head = longer;
        transfer->head_capacity = capacity;
    }
    memcpy(transfer->head + transfer->head_length, bytes, length);
    transfer->head_length = needed;
    return true;
}

static bool is_blank_line(const char *bytes, size_t length) {
    return (length == 1 && bytes[0] == '\n') || (length == 2 && bytes[0] == '\r' && bytes[1] == '\n');
}

static bool is_status_line(const char *bytes, size_t length) {
    return length > 5 && memcmp(bytes, "HTTP/", 5) == 0;
}

// The code in the status line `HTTP/<version> <code>`, or 0.
static int status_of(const uint8_t *head, size_t length) {
    const uint8_t *blank = memchr(head, ' ', length < 16 ? length : 16);
    if (!blank) return 0;
    while (blank < head + length && *blank == ' ') blank++;
    if (head + length - blank < 3) return 0;
    int status = 0;
    for (int i = 0; i < 3; i++) {
        if (!isdigit(blank[i])) return 0;
        status = status * 10 + (blank[i] - '0');
    }
    return status;
}

// A proxy's answer to CONNECT comes before libcurl has seen a status of the origin.
static bool is_of_proxy(struct handle *handle, int status) {
    long origin = 0, proxy = 0;
    libcurl()->easy_getinfo(handle->easy, INFO_RESPONSE_CODE, &origin);
    libcurl()->easy_getinfo(handle->easy, INFO_HTTP_CONNECTCODE, &proxy);
    return proxy == status && origin != status;
}

// Hands URLSession a head on which it does nothing but deliver the body.
static bool announce(struct handle *handle) {
    char *lines[] = {(char[]){"HTTP/1.1 200 OK\r\n"}, (char[]){"\r\n"}};
    for (size_t i = 0; i < 2; i++) {
        size_t length = strlen(lines[i]);
        if (!handle->on_header || handle->on_header(lines[i], 1, length, handle->header_context) != length)
            return false;
    }
    return true;
}

static bool finish_head(struct handle *handle) {
    struct curltap_transfer *transfer = handle->transfer;
    int status = status_of(transfer->head, transfer->head_length);
    int kind = is_of_proxy(handle, status) ? CURLTAP_PROXY_HEAD
        : status >= 100 && status < 200 && status != 101 ? CURLTAP_INTERIM_HEAD : CURLTAP_FINAL_HEAD;
    if (kind == CURLTAP_FINAL_HEAD) {
        bool is_delimited = true;
        int code = CODE_WEIRD_SERVER_REPLY;
        const char *fault = framing_of(transfer, status, &is_delimited, &code);
        if (fault) {
            transfer_fail(transfer, code, fault);
            return false;
        }
        pthread_mutex_lock(&transfer->lock);
        transfer->report.is_delimited = is_delimited;
        pthread_mutex_unlock(&transfer->lock);
    }
    if (!transfer_add_part(transfer, kind, transfer->head, transfer->head_length)) return false;
    transfer->head_length = 0;
    if (kind != CURLTAP_FINAL_HEAD) {
        transfer->is_anything_received = false;
        return true;
    }
    transfer->is_head_complete = true;
    return announce(handle);
}

size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
    struct handle *handle = context;
    struct curltap_transfer *transfer = handle->transfer;
    size_t length = size * count;
    transfer_touch(transfer);
    transfer->heads_size += length;
    if (transfer->heads_size > HEADS_LIMIT) {
        transfer_fail(transfer, CODE_RECV_ERROR, "Too large response headers");
        return 0;
    }
    if (transfer->is_head_complete) {
        if (is_status_line(bytes, length)) {
            transfer_fail(transfer, CODE_WEIRD_SERVER_REPLY, "a second response to one request");
            return 0;
        }
        if (is_blank_line(bytes, length)) return length;
        return transfer_add_part(transfer, CURLTAP_TRAILER_LINE, (uint8_t *)bytes, length) ? length : 0;
    }
    transfer->is_anything_received = true;
    if (!append(transfer, bytes, length)) return 0;
    if (!is_blank_line(bytes, length)) return length;
    return finish_head(handle) ? length : 0;
}

// Whether the transfer has to wait until its reader has made room.
static bool pause_if_full(struct handle *handle) {
    struct curltap_transfer *transfer = handle->transfer;
    pthread_mutex_lock(&transfer->lock);
    bool is_full = transfer->waiting >= transfer->window;
    pthread_mutex_unlock(&transfer->lock);
    int wake = is_full ? multi_watch(handle) : -1;
    if (wake < 0) return false;
    pthread_mutex_lock(&transfer->lock);
    transfer->wake = wake;
    transfer->is_paused = is_full = transfer->waiting >= transfer->window;
    pthread_mutex_unlock(&transfer->lock);
    return is_full;
}

size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
    struct handle *handle = context;
    struct curltap_transfer *transfer = handle->transfer;
    size_t length = size * count;
    transfer_touch(transfer);
    if (pause_if_full(handle)) return CALLBACK_PAUSE;
    pthread_mutex_lock(&transfer->lock);
    transfer->waiting += length;
    transfer->report.delivered += length;
    pthread_mutex_unlock(&transfer->lock);
    return handle->on_write ? handle->on_write(bytes, size, count, handle->write_context) : 0;
}

#endif
