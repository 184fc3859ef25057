#include "cpu/engine/engine_tmpl.h"
