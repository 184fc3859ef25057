// SPDX-License-Identifier: MIT
#include "use_library.c"
