// The part of libcurl's binary interface that the tap uses. The numbers and layouts are fixed for
// libcurl.so.4, so that its development files need not be installed.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
    OPT_WRITEDATA = 10001, OPT_URL = 10002, OPT_READDATA = 10009, OPT_ERRORBUFFER = 10010,
    OPT_WRITEFUNCTION = 20011, OPT_READFUNCTION = 20012, OPT_REFERER = 10016,
    OPT_USERAGENT = 10018, OPT_COOKIE = 10022, OPT_HTTPHEADER = 10023, OPT_HEADERDATA = 10029,
    OPT_CUSTOMREQUEST = 10036, OPT_NOBODY = 44, OPT_UPLOAD = 46, OPT_FOLLOWLOCATION = 52,
    OPT_HEADERFUNCTION = 20079, OPT_HTTPGET = 80, OPT_BUFFERSIZE = 98,
    OPT_ACCEPT_ENCODING = 10102, OPT_INFILESIZE_LARGE = 30115, OPT_HTTP_CONTENT_DECODING = 158,
    OPT_SEEKFUNCTION = 20167, OPT_SEEKDATA = 10168, OPT_PATH_AS_IS = 234,
};

enum {
    INFO_RESPONSE_CODE = 0x200002, INFO_REQUEST_SIZE = 0x20000C, INFO_HTTP_CONNECTCODE = 0x200016,
    INFO_PRIMARY_PORT = 0x200028, INFO_PRIMARY_IP = 0x100020, INFO_TOTAL_TIME = 0x600032,
    INFO_NAMELOOKUP_TIME = 0x600033, INFO_CONNECT_TIME = 0x600034,
    INFO_PRETRANSFER_TIME = 0x600035, INFO_STARTTRANSFER_TIME = 0x600036,
    INFO_APPCONNECT_TIME = 0x600038,
};

enum {
    CODE_OK = 0, CODE_FAILED_INIT = 2, CODE_WEIRD_SERVER_REPLY = 8, CODE_READ_ERROR = 26,
    CODE_OUT_OF_MEMORY = 27, CODE_GOT_NOTHING = 52, CODE_RECV_ERROR = 56,
};

enum {
    MULTIOPT_SOCKETFUNCTION = 20001, MULTIOPT_SOCKETDATA = 10002,
    POLL_IN_ONLY = 1, POLL_IN_AND_OUT = 3, POLL_REMOVE = 4, SOCKET_TIMEOUT = -1, PAUSE_CONT = 0, MESSAGE_DONE = 1,
    CALLBACK_PAUSE = 0x10000001, CALLBACK_ABORT = 0x10000000,
};

struct curl_slist;

struct curl_message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};

typedef size_t data_callback(char *bytes, size_t size, size_t count, void *context);
typedef int socket_callback(void *easy, int socket, int what, void *context, void *attachment);

/// The functions that FoundationNetworking imports, found in the loaded libcurl.
struct libcurl {
    void (*easy_cleanup)(void *);
    int (*easy_getinfo)(void *, int, ...);
    void *(*easy_init)(void);
    int (*easy_pause)(void *, int);
    int (*easy_setopt)(void *, int, ...);
    const char *(*easy_strerror)(int);
    void (*free)(void *);
    int (*global_init)(long);
    int (*multi_add_handle)(void *, void *);
    int (*multi_assign)(void *, int, void *);
    int (*multi_cleanup)(void *);
    struct curl_message *(*multi_info_read)(void *, int *);
    void *(*multi_init)(void);
    int (*multi_remove_handle)(void *, void *);
    int (*multi_setopt)(void *, int, ...);
    int (*multi_socket_action)(void *, int, int, int *);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
    void *(*url)(void);
    int (*url_get)(const void *, int, char **, unsigned);
    int (*url_set)(void *, int, const char *, unsigned);
    char *(*version)(void);
    void *(*version_info)(int);
};

/// Loads libcurl at the first call; null, or the reason why it cannot be loaded.
const char *libcurl_load(void);

/// libcurl's functions, or null where it cannot be loaded.
const struct libcurl *libcurl(void);
