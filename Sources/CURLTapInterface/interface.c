#include "CURLTapInterface.h"

#if defined(__linux__)

// Defined by CURLTap. A weak reference is null where nothing in the program defines it.
extern const struct curltap curltap_functions __attribute__((weak));

const struct curltap *curltap_find(void) { return &curltap_functions; }

#else

const struct curltap *curltap_find(void) { return NULL; }

#endif
