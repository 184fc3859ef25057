/* SPDX-License-Identifier: MIT
 *
 * Shuffles. A lane waits at its shuffle until no lane of its subgroup can run; those that wait at
 * the same call are then active, and read each other's operands.
 *
 * Under independent lanes only a barrier or a sync since the lane's last shuffle makes it wait so.
 * Without one nothing says that the lane it reads has arrived: it takes whatever that lane
 * brought to its latest shuffle, an older one or, if it has been overtaken, a newer one. This is
 * what was seen on NVIDIA devices since Volta, whose lanes have program counters of their own:
 * a Kogge-Stone scan in a loop went wrong until a subgroup barrier stood before each shuffle
 * (Nabla's account of 2025-06-19).
 */
#include "cpu/emulate/emulator.h"
#include "cpu/emulate/observe.h"

static void find_inactive(fftc_emulator *emulator, const fftc_invocation *reader,
                          const fftc_invocation *source)
{
    if (fftc_observes(emulator, FFTC_OBSERVE_SYNCHRONIZATION)) {
        fftc_finding_side sides[2] = {fftc_finding_side_of(reader),
                                      fftc_finding_side_of(source != NULL ? source : reader)};
        fftc_find(emulator, FFTC_FINDING_SHUFFLE_INACTIVE, NULL, reader->source, &sides[0],
                  source != NULL ? &sides[1] : NULL);
    }
}

/* The lane that `reader` reads; NULL if there is none. */
static fftc_invocation *source_of(fftc_emulator *emulator, const fftc_invocation *reader)
{
    const fftc_subgroup *subgroup = &emulator->subgroups[reader->subgroup];
    return reader->source < subgroup->size
               ? &emulator->invocations[subgroup->first + reader->source]
               : NULL;
}

void fftc_resolve_shuffle(fftc_emulator *emulator, fftc_subgroup *subgroup)
{
    fftc_invocation *lanes = &emulator->invocations[subgroup->first];
    uint32_t first = 0;
    fftc_site_id site;
    while (lanes[first].state != FFTC_AT_SHUFFLE) {
        ++first;
    }
    site = lanes[first].site;
    fftc_observe_shuffle(emulator, lanes[first].stage);
    for (uint32_t i = first; i < subgroup->size; ++i) {
        fftc_invocation *source;
        if (lanes[i].state != FFTC_AT_SHUFFLE || lanes[i].site != site || lanes[i].source_outside) {
            continue;
        }
        source = source_of(emulator, &lanes[i]);
        if (source != NULL && source->state == FFTC_AT_SHUFFLE && source->site == site) {
            lanes[i].result = source->operand;
        } else {
            find_inactive(emulator, &lanes[i], source);
        }
    }
    /* Only after all have read, since a lane that is ready is no longer active. */
    for (uint32_t i = first; i < subgroup->size; ++i) {
        if (lanes[i].state == FFTC_AT_SHUFFLE && lanes[i].site == site) {
            --subgroup->at_shuffle;
            lanes[i].ordered = false;
            fftc_ready_set(emulator, &lanes[i]);
        }
    }
}

/* Independent lanes, and nothing since the last shuffle. */
static void read_unordered(fftc_emulator *emulator, fftc_invocation *reader)
{
    fftc_invocation *source = source_of(emulator, reader);
    if (source == reader || reader->source_outside) {
        reader->result = source == reader ? reader->operand : FFTC_EMULATE_POISON;
        return;
    }
    if (source == NULL) {
        find_inactive(emulator, reader, NULL);
        return;
    }
    if (fftc_observes(emulator, FFTC_OBSERVE_SYNCHRONIZATION)) {
        fftc_finding_side sides[2] = {fftc_finding_side_of(reader), fftc_finding_side_of(source)};
        fftc_find(emulator, FFTC_FINDING_SHUFFLE_UNORDERED, NULL, reader->source, &sides[0],
                  &sides[1]);
    }
    reader->result = source->published ? source->operand : FFTC_EMULATE_POISON;
}

static uint32_t shuffle(fftc_invocation *invocation, uint32_t word, uint32_t source, bool outside,
                        fftc_site_id site)
{
    fftc_emulator *emulator = invocation->emulator;
    invocation->site = site;
    invocation->operand = word;
    invocation->published = true;
    invocation->source = source;
    invocation->source_outside = outside;
    invocation->result = FFTC_EMULATE_POISON;
    fftc_observe_arrival(emulator, invocation, FFTC_EVENT_SHUFFLE, source);
    if (emulator->config.schedule == FFTC_SCHEDULE_INDEPENDENT_LANES && !invocation->ordered) {
        /* Late or early, by chance, so that the lane that is read may be behind or ahead. */
        if (fftc_random_below(emulator, 2) != 0) {
            fftc_yield(emulator);
        }
        read_unordered(emulator, invocation);
        fftc_observe_shuffle(emulator, invocation->stage);
        fftc_yield(emulator);
        return invocation->result;
    }
    ++emulator->subgroups[invocation->subgroup].at_shuffle;
    fftc_wait(emulator, FFTC_AT_SHUFFLE);
    return invocation->result;
}

uint32_t fftc_emulate_shuffle_xor(uint32_t word, uint32_t mask, const char *file, uint32_t line)
{
    fftc_invocation *invocation = fftc_event_begin(file, line);
    if (invocation == NULL) {
        return 0;
    }
    return shuffle(invocation, word, invocation->lane ^ mask, false,
                   fftc_site_intern(invocation->emulator, file, line));
}

uint32_t fftc_emulate_shuffle_up(uint32_t word, uint32_t delta, const char *file, uint32_t line)
{
    fftc_invocation *invocation = fftc_event_begin(file, line);
    if (invocation == NULL) {
        return 0;
    }
    return shuffle(invocation, word, invocation->lane - delta, delta > invocation->lane,
                   fftc_site_intern(invocation->emulator, file, line));
}

uint32_t fftc_emulate_shuffle_down(uint32_t word, uint32_t delta, const char *file, uint32_t line)
{
    fftc_invocation *invocation = fftc_event_begin(file, line);
    if (invocation == NULL) {
        return 0;
    }
    return shuffle(invocation, word, invocation->lane + delta,
                   delta >= invocation->emulator->config.subgroup_size - invocation->lane,
                   fftc_site_intern(invocation->emulator, file, line));
}
