// How the length of a body follows from its head (RFC 9112 §6.3). libcurl takes the last of several
// Content-Length values and the digits at the beginning of a bad one; both are refused here.

#if defined(__linux__)

#include "transfer.h"

#include <string.h>
#include <strings.h>

struct value {
    const char *start, *end;
};

// Whether the line at `line` is a field with this name; gives its value without blanks around it.
static bool is_field(const char *line, const char *end, const char *name, struct value *value) {
    size_t length = strlen(name);
    if ((size_t)(end - line) <= length || strncasecmp(line, name, length) != 0) return false;
    const char *colon = line + length;
    while (colon < end && (*colon == ' ' || *colon == '\t')) colon++;
    if (colon == end || *colon != ':') return false;
    value->start = colon + 1;
    value->end = end;
    while (value->start < value->end && strchr(" \t", *value->start)) value->start++;
    while (value->end > value->start && strchr(" \t\r\n", value->end[-1])) value->end--;
    return true;
}

// Reads a comma-separated list of decimal numbers which must all be the same.
static const char *read_length(struct value value, bool *is_known, uint64_t *length) {
    const char *position = value.start;
    for (;;) {
        while (position < value.end && strchr(" \t", *position)) position++;
        const char *first = position;
        uint64_t number = 0;
        for (; position < value.end && *position >= '0' && *position <= '9'; position++) {
            if (number > (INT64_MAX - 9) / 10) return "Content-Length is too large";
            number = number * 10 + (uint64_t)(*position - '0');
        }
        if (position == first) return "Invalid Content-Length: value";
        while (position < value.end && strchr(" \t", *position)) position++;
        if (position < value.end && *position != ',') return "Invalid Content-Length: value";
        if (*is_known && number != *length) return "Content-Length is given twice, with different values";
        *is_known = true;
        *length = number;
        if (position == value.end) return NULL;
        position++;
    }
}

// Whether `chunked` is the last transfer coding.
static bool ends_chunked(struct value value) {
    const char *last = value.end;
    while (last > value.start && !strchr(", \t", last[-1])) last--;
    return value.end - last == 7 && strncasecmp(last, "chunked", 7) == 0;
}

// Whether each transfer coding is one that is undone here: libcurl is told not to decode any other.
static bool knows_codings(struct value value) {
    const char *position = value.start;
    while (position < value.end) {
        while (position < value.end && strchr(", \t", *position)) position++;
        const char *first = position;
        while (position < value.end && !strchr(", \t", *position)) position++;
        size_t length = (size_t)(position - first);
        bool is_known = length == 0 || (length == 7 && strncasecmp(first, "chunked", 7) == 0)
            || (length == 8 && strncasecmp(first, "identity", 8) == 0);
        if (!is_known) return false;
    }
    return true;
}

// Finds out whether the body's end is marked; null, or what is wrong with the head. HTTP/2 and
// HTTP/3 frame it themselves, but not for a server that only writes such a version into plain text.
const char *framing_of(
    const struct curltap_transfer *transfer, int status, bool *is_delimited, int *code
) {
    const uint8_t *head = transfer->head;
    size_t length = transfer->head_length;
    const char *line = (const char *)head, *end = line + length;
    bool has_coding = false, is_chunked = false, has_length = false;
    const char *fault = NULL, *unknown_coding = NULL;
    uint64_t content_length = 0;
    bool is_stream = length > 7 && line[5] >= '2' && line[6] == ' '
        && strncmp(transfer->url, "https:", 6) == 0;
    while (line < end) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        next = next ? next + 1 : end;
        struct value value;
        if (is_field(line, next, "Transfer-Encoding", &value)) {
            has_coding = true;
            is_chunked = ends_chunked(value);
            if (!knows_codings(value)) unknown_coding = "Unrecognized transfer coding";
        } else if (is_field(line, next, "Content-Length", &value)) {
            const char *bad = read_length(value, &has_length, &content_length);
            if (bad && !fault) fault = bad;
        }
        line = next;
    }
    bool is_empty = strcmp(transfer->method, "HEAD") == 0 || status == 204 || status == 304;
    if (is_empty || is_stream) {
        *is_delimited = true;
        return is_empty ? NULL : fault;
    }
    *is_delimited = has_coding ? is_chunked : has_length;
    if (unknown_coding) *code = CURLTAP_BAD_CODING;
    return has_coding ? unknown_coding : fault;
}

#endif
