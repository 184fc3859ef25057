// SPDX-License-Identifier: MIT
#include "use_headers.c"
