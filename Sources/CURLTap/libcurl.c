#if defined(__linux__)

#include "libcurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static struct libcurl functions;
static char failure[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static const struct {
    const char *name;
    size_t offset;
} symbols[] = {
#define SYMBOL(member) {"curl_" #member, offsetof(struct libcurl, member)}
    SYMBOL(easy_cleanup), SYMBOL(easy_getinfo), SYMBOL(easy_init), SYMBOL(easy_pause),
    SYMBOL(easy_setopt), SYMBOL(easy_strerror), SYMBOL(free), SYMBOL(global_init),
    SYMBOL(multi_add_handle), SYMBOL(multi_assign), SYMBOL(multi_cleanup),
    SYMBOL(multi_info_read), SYMBOL(multi_init), SYMBOL(multi_remove_handle),
    SYMBOL(multi_setopt), SYMBOL(multi_socket_action), SYMBOL(slist_append),
    SYMBOL(slist_free_all), SYMBOL(url), SYMBOL(url_get), SYMBOL(url_set), SYMBOL(version),
    SYMBOL(version_info),
#undef SYMBOL
};

// Why RTLD_DEEPBIND is not used: in a dynamic build the loader has bound libcurl before the tap
// runs, and it may then call the tap's definitions for its own purposes. They are written to bear
// that: each passes on what does not concern a transfer of the tap, and no call can come back,
// because the addresses here are libcurl's own.
static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(failure, sizeof failure, "cannot load libcurl: %s", dlerror());
        library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) return;
    failure[0] = 0;
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        void *address = dlsym(library, symbols[i].name);
        if (!address) {
            snprintf(failure, sizeof failure, "libcurl lacks the function %s", symbols[i].name);
            return;
        }
        *(void **)((char *)&functions + symbols[i].offset) = address;
    }
}

const char *libcurl_load(void) {
    pthread_once(&once, load);
    return failure[0] ? failure : NULL;
}

const struct libcurl *libcurl(void) { return libcurl_load() ? NULL : &functions; }

#endif
