#include "CURLTap.h"
