// What the tap offers to Swift code, and how that code finds out whether the tap is linked.
//
// The tap itself (CURLTap) defines libcurl's functions; only programs that want it link it. This
// header and its one function are harmless everywhere, so that a library can look for the tap
// without depending on it.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// One request on its way through URLSession to libcurl.
typedef struct curltap_transfer curltap_transfer;

/// An option of curl_easy_setopt by its number, with a text (numbers 10000 to 19999) or a long.
struct curltap_option {
    int number;
    long value;
    const char *text;
};

/// A request, exactly as it is to be sent. Everything is copied.
struct curltap_request {
    const char *url;
    const char *method;
    /// Field lines as curl's header list takes them (`Name: value`, `Name;` for an empty value).
    const char *const *field_lines;
    size_t field_line_count;
    const struct curltap_option *options;
    size_t option_count;
    /// The content in memory, where body_length >= 0 and body_path is null.
    const uint8_t *body;
    int64_t body_length;
    /// The file that holds the content, or null.
    const char *body_path;
    /// How many bytes of the response body may wait before the transfer is paused.
    size_t window;
};

enum curltap_part_kind {
    CURLTAP_INTERIM_HEAD = 1,
    CURLTAP_PROXY_HEAD = 2,
    CURLTAP_FINAL_HEAD = 3,
    CURLTAP_TRAILER_LINE = 4,
};

/// A head, or a line of the trailer section, byte for byte; valid until the transfer is released.
struct curltap_part {
    int kind;
    const uint8_t *bytes;
    size_t length;
};

/// What is known of a transfer; times in microseconds from its start, -1 where not known.
struct curltap_report {
    /// Whether libcurl has ended the transfer; code and message mean nothing before.
    int is_finished;
    int code;
    char message[256];
    char peer_address[64];
    long peer_port;
    int64_t name_lookup_time, connect_time, handshake_time, pre_transfer_time,
        start_transfer_time, total_time;
    long request_size;
    /// Whether the end of the body is marked by its framing (RFC 9112 §6.3).
    int is_delimited;
    /// Body bytes handed to URLSession.
    uint64_t delivered;
};

/// The functions of the tap.
struct curltap {
    /// Loads libcurl; null, or the reason why that failed.
    const char *(*load)(void);
    /// Whether FoundationNetworking's calls have arrived at the tap.
    int (*is_in_use)(void);
    /// Prepares a transfer; null, with curl's code, where the body's file cannot be opened or memory is short.
    curltap_transfer *(*create)(const struct curltap_request *request, int *code);
    /// The URL to give to URLSession in place of the true one.
    const char *(*placeholder)(const curltap_transfer *);
    /// Gives the part with an index, in the order of arrival; 0 where there is none yet.
    int (*part)(curltap_transfer *, size_t index, struct curltap_part *);
    void (*report)(curltap_transfer *, struct curltap_report *);
    /// Says that bytes of the body were taken by the reader, which may resume the transfer.
    void (*consume)(curltap_transfer *, size_t count);
    /// Milliseconds since a byte was last moved; 0 while the transfer waits for its reader.
    int64_t (*quiet_time)(curltap_transfer *);
    void (*release)(curltap_transfer *);
};

/// The tap, where it is linked into the program, or null.
const struct curltap *curltap_find(void);
