/* SPDX-License-Identifier: MIT
 *
 * Operations of subgroups in C kernels, and the schedule of independent lanes.
 *
 * Under that schedule only a barrier or a sync since the lane's last shuffle makes a lane wait at
 * fftc_subgroup_shuffle_xor, _up and _down. Without one nothing says that the lane it reads has
 * arrived: it takes whatever that lane brought to its latest shuffle, an older one or, if it has
 * been overtaken, a newer one. This is what was seen on NVIDIA devices since Volta, whose lanes
 * have program counters of their own: a Kogge-Stone scan in a loop went wrong until a subgroup
 * barrier stood before each shuffle (Nabla's account of 2025-06-19). */
#include "cpu/emulate/invocation.h"
#include "cpu/emulate/observe.h"

/* Independent lanes, and nothing since the last shuffle. */
static uint64_t read_unordered(fftc_emulator *emulator, fftc_invocation *reader,
                               const fftc_collective *shuffle)
{
    uint32_t number = fftc_collective_read(shuffle, reader->lane);
    bool outside = fftc_collective_outside(shuffle, reader->lane, emulator->config.subgroup_size);
    fftc_invocation *source;
    if (outside || number == reader->lane) {
        return outside ? FFTC_EMULATE_POISON : reader->operand;
    }
    if (number >= reader->subgroup->size) {
        fftc_find_inactive(emulator, reader, NULL, shuffle);
        return FFTC_EMULATE_POISON;
    }
    source = &reader->subgroup->lanes[number];
    if (fftc_observes(emulator, FFTC_OBSERVE_SYNCHRONIZATION)) {
        fftc_finding_side sides[2] = {fftc_finding_side_of(reader), fftc_finding_side_of(source)};
        fftc_find(emulator, FFTC_FINDING_SHUFFLE_UNORDERED, NULL, number, &sides[0], &sides[1]);
    }
    return source->published ? source->operand : FFTC_EMULATE_POISON;
}

/* Late or early, by chance, so that the lane that is read may be behind or ahead. */
static uint32_t shuffle_at_once(fftc_invocation *self, const fftc_collective *shuffle)
{
    fftc_emulator *emulator = self->emulator;
    fftc_event_count(self, shuffle->site);
    fftc_observe_arrival(emulator, self, FFTC_EVENT_SHUFFLE,
                         fftc_collective_read(shuffle, self->lane));
    if (fftc_random_below(emulator, 2) != 0) {
        fftc_yield(emulator);
    }
    uint64_t result = read_unordered(emulator, self, shuffle);
    fftc_observe_shuffle(emulator, self->stage);
    fftc_yield(emulator);
    return (uint32_t)result;
}

static fftc_site_id arrive(fftc_invocation *self, const char *file, uint32_t line)
{
    fftc_site_id site = fftc_site_intern(self->emulator, file, line);
    fftc_where_of_site(self, site);
    return self->accessor_depth > 0 && self->emulator->observing ? self->accessor_site : site;
}

void fftc_emulate_shuffle(fftc_collective_operation operation, uint64_t *word, uint32_t lane,
                          const char *file, uint32_t line)
{
    fftc_emulator *emulator = fftc_emulator_current;
    if (emulator == NULL) {
        *word = 0;
        return;
    }
    fftc_invocation *self = emulator->running;
    fftc_collective *collective = &emulator->shuffles[self->number];
    collective->operation = operation;
    collective->bits = 32;
    collective->components = 1;
    collective->lane = lane;
    collective->site = arrive(self, file, line);
    self->operand = (uint32_t)*word;
    self->published = true;
    if (emulator->config.schedule == FFTC_SCHEDULE_INDEPENDENT_LANES && !self->ordered) {
        *word = shuffle_at_once(self, collective);
        return;
    }
    self->ordered = false;
    fftc_invocation_collective(self, collective, word, word);
}

uint64_t fftc_emulate_collective(fftc_collective_operation operation,
                                 fftc_collective_arithmetic arithmetic, fftc_collective_type type,
                                 uint32_t bits, uint64_t value, uint32_t lane, const char *file,
                                 uint32_t line)
{
    fftc_emulator *emulator = fftc_emulator_current;
    uint64_t result[2] = {0, 0};
    if (emulator == NULL) {
        return 0;
    }
    fftc_invocation *self = emulator->running;
    fftc_collective collective = {.operation = operation,
                                  .arithmetic = arithmetic,
                                  .type = type,
                                  .bits = bits,
                                  .components = 1,
                                  .cluster = lane,
                                  .lane = lane,
                                  .site = arrive(self, file, line)};
    fftc_invocation_collective(self, &collective, &value, result);
    return operation == FFTC_COLLECTIVE_BALLOT && lane != 0 ? result[1] : result[0];
}

uint32_t fftc_emulate_ballot(bool condition, uint32_t word, const char *file, uint32_t line)
{
    uint64_t lanes = fftc_emulate_collective(FFTC_COLLECTIVE_BALLOT, FFTC_ARITHMETIC_ADD,
                                             FFTC_TYPE_UINT, 32, condition, word / 2, file, line);
    return word < FFTC_MAX_LANES / 32 ? (uint32_t)(lanes >> 32 * (word % 2)) : 0;
}
