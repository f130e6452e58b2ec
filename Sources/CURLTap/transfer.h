// Transfers (one a request of Swift's), the easy handles that carry them out, and multi handles.
#pragma once

#include "CURLTapInterface.h"
#include "libcurl.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct part {
    struct part *next;
    int kind;
    size_t length;
    uint8_t bytes[];
};

struct curltap_transfer {
    atomic_int references;
    uint64_t number;
    struct curltap_transfer *next;  // in the list of all; protected by the tables' lock
    char placeholder[80];

    // Set once by create(), read by the handle that adopts the transfer.
    char *url, *method;
    struct curl_slist *field_lines;
    struct curltap_option *options;
    size_t option_count;
    bool has_body;
    uint8_t *body;
    int body_file;
    int64_t body_length;
    size_t window;

    // Written on FoundationNetworking's queue alone.
    int64_t body_position;
    uint8_t *head;  // the head being received
    size_t head_length, head_capacity, heads_size;
    bool is_head_complete, is_anything_received;
    char error_buffer[256];

    pthread_mutex_t lock;  // protects everything below
    struct part *parts, **parts_end;
    struct curltap_report report;
    int forced_code;  // a failure that the tap itself found, with its message in report
    size_t waiting;   // body bytes that the reader has not taken
    bool is_paused, is_resumption_wanted;
    int64_t last_activity;
    int wake;  // what to write to when a paused transfer can go on
};

struct handle {
    struct handle *next;
    void *easy, *multi;
    data_callback *on_header, *on_write;  // FoundationNetworking's callbacks and their contexts
    void *header_context, *write_context;
    struct curltap_transfer *transfer;
};

// tables.c
struct handle *handle_of(void *easy);
struct handle *handle_add(void *easy);
void handle_remove(void *easy);
void handle_adopt(struct handle *handle, const char *url);
void handle_enter(struct handle *handle, void *multi);
struct curltap_transfer *transfer_awaiting_resumption(void *multi, void **easy);
void transfer_enlist(struct curltap_transfer *transfer);
void transfer_delist(struct curltap_transfer *transfer);

// forwarding.c
int multi_watch(struct handle *handle);

// transfer.c
extern const struct curltap curltap_functions;
extern atomic_int calls_seen;
void transfer_release(struct curltap_transfer *transfer);
void transfer_touch(struct curltap_transfer *transfer);
void transfer_fail(struct curltap_transfer *transfer, int code, const char *message);
bool transfer_add_part(struct curltap_transfer *, int kind, const uint8_t *bytes, size_t length);

// options.c
void handle_configure(struct handle *handle);
int handle_finish(struct handle *handle, int result);

// receive.c
size_t receive_header(char *bytes, size_t size, size_t count, void *context);
size_t receive_body(char *bytes, size_t size, size_t count, void *context);

// framing.c
// `code` is changed where another one than CURLE_WEIRD_SERVER_REPLY tells the fault better.
#define CURLTAP_BAD_CODING 61
const char *framing_of(
    const struct curltap_transfer *transfer, int status, bool *is_delimited, int *code);
