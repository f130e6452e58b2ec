// What a transfer of the tap sets on its easy handle before libcurl starts it, and what it reads
// from it when libcurl is done.

#if defined(__linux__)

#include "transfer.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Why not FoundationNetworking's own uploads: these send a known length, can be repeated from the
// beginning when a reused connection turns out to be dead, and need no queue.
static size_t read_body(char *buffer, size_t size, size_t count, void *context) {
    struct curltap_transfer *transfer = context;
    int64_t left = transfer->body_length - transfer->body_position;
    size_t wanted = size * count;
    if (left < (int64_t)wanted) wanted = (size_t)left;
    transfer_touch(transfer);
    if (wanted == 0) return 0;
    ssize_t got = (ssize_t)wanted;
    if (transfer->body_file < 0) {
        memcpy(buffer, transfer->body + transfer->body_position, wanted);
    } else {
        do got = pread(transfer->body_file, buffer, wanted, transfer->body_position);
        while (got < 0 && errno == EINTR);
    }
    if (got <= 0) {
        transfer_fail(transfer, CODE_READ_ERROR, got < 0 ? strerror(errno) : "the file became shorter while it was sent");
        return CALLBACK_ABORT;
    }
    transfer->body_position += got;
    return (size_t)got;
}

static int seek_body(void *context, int64_t offset, int origin) {
    struct curltap_transfer *transfer = context;
    if (origin != SEEK_SET || offset < 0 || offset > transfer->body_length) return 1;
    transfer->body_position = offset;
    return 0;
}

struct setter {
    void *easy;
    int failed_option, code;
};

static void set(struct setter *setter, int option, const void *value) {
    int code = libcurl()->easy_setopt(setter->easy, option, value);
    if (code == CODE_OK || setter->code != CODE_OK) return;
    setter->code = code;
    setter->failed_option = option;
}

static void set_long(struct setter *setter, int option, long value) {
    set(setter, option, (const void *)(intptr_t)value);
}

static void set_method_and_body(struct setter *setter, struct curltap_transfer *transfer) {
    set_long(setter, OPT_HTTPGET, 1);
    if (transfer->has_body) {
        set_long(setter, OPT_UPLOAD, 1);
        set(setter, OPT_READFUNCTION, (void *)read_body);
        set(setter, OPT_READDATA, transfer);
        set(setter, OPT_SEEKFUNCTION, (void *)seek_body);
        set(setter, OPT_SEEKDATA, transfer);
        // Needs off_t in one register: so it is where long has 64 bits.
        set_long(setter, OPT_INFILESIZE_LARGE, (long)transfer->body_length);
    } else if (strcmp(transfer->method, "HEAD") == 0) {
        set_long(setter, OPT_NOBODY, 1);
    }
    set(setter, OPT_CUSTOMREQUEST, transfer->method);
}

// Called when FoundationNetworking hands the handle over, so that nothing it sets comes later.
void handle_configure(struct handle *handle) {
    struct curltap_transfer *transfer = handle->transfer;
    struct setter setter = {.easy = handle->easy};
    set(&setter, OPT_URL, transfer->url);
    set_long(&setter, OPT_PATH_AS_IS, 1);
    set_method_and_body(&setter, transfer);
    set(&setter, OPT_HTTPHEADER, transfer->field_lines);
    set(&setter, OPT_USERAGENT, NULL);
    set(&setter, OPT_REFERER, NULL);
    set(&setter, OPT_COOKIE, NULL);
    set(&setter, OPT_ACCEPT_ENCODING, NULL);
    set_long(&setter, OPT_HTTP_CONTENT_DECODING, 0);
    set_long(&setter, OPT_FOLLOWLOCATION, 0);
    set_long(&setter, OPT_BUFFERSIZE, 512 * 1024);
    set(&setter, OPT_ERRORBUFFER, transfer->error_buffer);
    set(&setter, OPT_HEADERFUNCTION, (void *)receive_header);
    set(&setter, OPT_HEADERDATA, handle);
    set(&setter, OPT_WRITEFUNCTION, (void *)receive_body);
    set(&setter, OPT_WRITEDATA, handle);
    for (size_t i = 0; i < transfer->option_count; i++) {
        const struct curltap_option *option = &transfer->options[i];
        if (option->text) set(&setter, option->number, option->text);
        else set_long(&setter, option->number, option->value);
    }
    if (setter.code != CODE_OK) {
        char message[200];
        snprintf(message, sizeof message, "libcurl refuses option %d: %s", setter.failed_option,
            libcurl()->easy_strerror(setter.code));
        transfer_fail(transfer, setter.code, message);
        libcurl()->easy_setopt(handle->easy, OPT_URL, "");  // which ends the transfer at once
    }
    transfer_touch(transfer);
}

static int64_t time_info(void *easy, int info) {
    int64_t time = -1;
    return libcurl()->easy_getinfo(easy, info, &time) == CODE_OK && time > 0 ? time : -1;
}

static long long_info(void *easy, int info) {
    long value = -1;
    return libcurl()->easy_getinfo(easy, info, &value) == CODE_OK && value > 0 ? value : -1;
}

// Which of curl's failures a transfer ended with. Where the connection ends inside the head, curl
// itself reports success; a cache must not take that for an answer.
static int judge(struct curltap_transfer *transfer, int result, char *message, size_t size) {
    if (transfer->forced_code) return transfer->forced_code;
    if (result == CODE_OK && !transfer->is_head_complete) {
        snprintf(message, size, "%s", transfer->is_anything_received
            ? "the connection was closed inside the response head" : "Empty reply from server");
        return transfer->is_anything_received ? CODE_RECV_ERROR : CODE_GOT_NOTHING;
    }
    if (result != CODE_OK) {
        snprintf(message, size, "%s", transfer->error_buffer[0]
            ? transfer->error_buffer : libcurl()->easy_strerror(result));
    }
    return result;
}

// Takes note of how the transfer ended; returns the code that URLSession is to see.
int handle_finish(struct handle *handle, int result) {
    struct curltap_transfer *transfer = handle->transfer;
    void *easy = handle->easy;
    char *address = NULL;
    libcurl()->easy_getinfo(easy, INFO_PRIMARY_IP, &address);
    pthread_mutex_lock(&transfer->lock);
    struct curltap_report *report = &transfer->report;
    if (address) snprintf(report->peer_address, sizeof report->peer_address, "%s", address);
    report->peer_port = long_info(easy, INFO_PRIMARY_PORT);
    report->request_size = long_info(easy, INFO_REQUEST_SIZE);
    report->name_lookup_time = time_info(easy, INFO_NAMELOOKUP_TIME);
    report->connect_time = time_info(easy, INFO_CONNECT_TIME);
    report->handshake_time = time_info(easy, INFO_APPCONNECT_TIME);
    report->pre_transfer_time = time_info(easy, INFO_PRETRANSFER_TIME);
    report->start_transfer_time = time_info(easy, INFO_STARTTRANSFER_TIME);
    report->total_time = time_info(easy, INFO_TOTAL_TIME);
    report->code = judge(transfer, result, report->message, sizeof report->message);
    report->is_finished = 1;
    int code = report->code;
    pthread_mutex_unlock(&transfer->lock);
    return code;
}

#endif
