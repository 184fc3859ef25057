/* SPDX-License-Identifier: MIT */
#include "touches.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

typedef struct touch { /* an access to shared memory */
    const char *name;
    uint64_t address;
    uint32_t interval; /* barriers that the invocation has passed */
    uint32_t invocation;
    bool store;
} touch;

struct touches {
    touch *list;
    size_t count, room;
    uint32_t passed[4096], workgroup;
    bool conflict;
};

static int compare_touches(const void *a, const void *b)
{
    const touch *x = a, *y = b;
    int names = (x->name > y->name) - (x->name < y->name);
    int addresses = (x->address > y->address) - (x->address < y->address);
    int intervals = (x->interval > y->interval) - (x->interval < y->interval);
    return names != 0 ? names : addresses != 0 ? addresses : intervals;
}

/* Do two invocations access one place in one interval, and one of them stores? */
static void look_at_touches(touches *t)
{
    size_t end;
    qsort(t->list, t->count, sizeof *t->list, compare_touches);
    for (size_t begin = 0; begin < t->count; begin = end) {
        bool stores = false, others = false;
        for (end = begin; end < t->count && compare_touches(&t->list[begin], &t->list[end]) == 0;
             ++end) {
            stores = stores || t->list[end].store;
            others = others || t->list[end].invocation != t->list[begin].invocation;
        }
        t->conflict = t->conflict || (stores && others);
    }
    t->count = 0;
    memset(t->passed, 0, sizeof t->passed);
}

static void note_touch(void *user, const fftc_event *event)
{
    touches *t = user;
    bool access = event->kind == FFTC_EVENT_LOAD || event->kind == FFTC_EVENT_STORE;
    if (event->workgroup != t->workgroup) {
        look_at_touches(t);
        t->workgroup = event->workgroup;
    }
    if (event->kind == FFTC_EVENT_WORKGROUP_BARRIER) {
        ++t->passed[event->invocation];
    } else if (access && event->memory != NULL && event->memory->data == NULL) {
        if (t->count == t->room) {
            t->room = 2 * t->room + 4096;
            t->list = realloc(t->list, t->room * sizeof *t->list);
        }
        t->list[t->count++] = (touch){.name = event->memory->name,
                                      .address = event->address,
                                      .interval = t->passed[event->invocation],
                                      .invocation = event->invocation,
                                      .store = event->kind == FFTC_EVENT_STORE};
    }
}

touches *touches_create(void)
{
    touches *t = calloc(1, sizeof *t);
    ck_assert(t != NULL);
    return t;
}

fftc_observer touches_observer(touches *t)
{
    return (fftc_observer){.observe = note_touch, .user = t};
}

bool touches_conflict(touches *t)
{
    look_at_touches(t);
    return t->conflict;
}

void touches_destroy(touches *t)
{
    free(t->list);
    free(t);
}
