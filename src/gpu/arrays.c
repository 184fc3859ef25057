/* SPDX-License-Identifier: MIT
 *
 * What a caller passes to a recording, checked before anything is recorded.
 */
#include <stdio.h>
#include <string.h>

#include "gpu/recording.h"
#include "support/error.h"

/* ------------------------------------------------------------------------------------ one array */

VkDeviceAddress fftc_span_address(const fftc_vulkan *context, const fftc_vulkan_span *span)
{
    VkBufferDeviceAddressInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                      .buffer = span->buffer};
    return (span->buffer == VK_NULL_HANDLE ? span->address
                                           : context->buffer_address(context->device, &info)) +
           span->offset;
}

/* Vulkan does not tell what usage a buffer was created with; a caller may state it. */
static fftc_status check_usage(const fftc_vulkan_plan *plan, const fftc_vulkan_span *span,
                               const char *name, fftc_error *error)
{
    VkBufferUsageFlags missing = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    if (plan->addresses) {
        missing |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    }
    missing &= ~span->usage;
    if (span->usage == 0 || missing == 0) {
        return FFTC_SUCCESS;
    }
    return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                     "%s's buffer was created without %s: this plan needs it", name,
                     (missing & VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) != 0
                         ? "VK_BUFFER_USAGE_STORAGE_BUFFER_BIT"
                         : "VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT");
}

/* Vulkan does not tell a buffer's length; the memory that it needs is an upper bound. */
uint64_t fftc_span_room(const fftc_vulkan *context, const fftc_vulkan_span *span)
{
    VkMemoryRequirements memory;
    if (span->buffer == VK_NULL_HANDLE) {
        return UINT64_MAX - span->address;
    }
    vkGetBufferMemoryRequirements(context->device, span->buffer, &memory);
    return memory.size;
}

fftc_status fftc_span_check(const fftc_vulkan_plan *plan, const fftc_vulkan_span *span,
                            const char *name, uint64_t needed, uint64_t unit, fftc_error *error)
{
    if (span->buffer == VK_NULL_HANDLE && (span->address == 0 || !plan->addresses)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s has no buffer: %s", name,
                         span->address != 0 ? "addresses need a plan with options.addresses"
                         : strcmp(name, "scratch") == 0
                             ? "pass one of as many bytes as the plan says, or make the plan with "
                               "options.own_scratch"
                             : "this plan needs one");
    }
    if (span->buffer != VK_NULL_HANDLE && span->address != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s has a buffer and an address: give one of them", name);
    }
    VkDeviceSize start = span->address;
    if (start % unit != 0 || span->offset % unit != 0) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s starts at %llu: pass a multiple of %llu",
                         name, (unsigned long long)(start % unit != 0 ? start : span->offset),
                         (unsigned long long)unit);
    }
    if (span->bytes != 0 && span->bytes < needed) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s has %llu bytes, this plan needs %llu: pass a larger buffer", name,
                         (unsigned long long)span->bytes, (unsigned long long)needed);
    }
    uint64_t room = fftc_span_room(plan->context, span);
    needed = span->bytes > needed ? span->bytes : needed;
    if (span->offset > room || room - span->offset < needed) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "%s starts at %llu and has %llu bytes, but there are not more than %llu "
                         "%s: pass a larger buffer, or a smaller offset",
                         name, (unsigned long long)span->offset, (unsigned long long)needed,
                         (unsigned long long)room, start == 0 ? "in all" : "behind its address");
    }
    return check_usage(plan, span, name, error);
}

fftc_status fftc_spectrum_check(const fftc_vulkan_plan *plan, const fftc_vulkan_span *spectrum,
                                fftc_error *error)
{
    uint64_t unit = plan->addresses ? 1 : plan->context->offset_alignment;
    return spectrum->offset % unit == 0
               ? FFTC_SUCCESS
               : fftc_fail(error, FFTC_INVALID_ARGUMENT,
                           "spectrum starts at %llu: pass a multiple of %llu",
                           (unsigned long long)spectrum->offset, (unsigned long long)unit);
}

/* ------------------------------------------------------------------------------------ all of them
 */

enum { SRC = FFTC_PLACE_SRC, DST = FFTC_PLACE_DST, SCRATCH, SPECTRUM, ARRAYS };

static const fftc_place places[ARRAYS] = {FFTC_PLACE_SRC, FFTC_PLACE_DST, FFTC_PLACE_SCRATCH,
                                          FFTC_PLACE_SPECTRUM};

static uint64_t bytes_of(const fftc_vulkan_plan *plan, int array)
{
    return array == SCRATCH    ? fftc_plan_scratch_bytes(plan)
           : array == SPECTRUM ? fftc_plan_spectrum_bytes(plan)
                               : fftc_plan_side_bytes(plan, places[array]);
}

static const char *name_of(const fftc_vulkan_plan *plan, int array)
{
    return array <= DST ? plan->names[array] : array == SCRATCH ? "scratch" : "spectrum";
}

/* What an array's offset must be a multiple of. Halves begin at a whole word. A spectrum, an array
 * that is all that a descriptor reaches, and with accessors every array, begin where a descriptor
 * can. */
static uint64_t unit_of(const fftc_vulkan_plan *plan, int array)
{
    uint64_t item = plan->passes.item[places[array]];
    if (plan->rest != NULL && plan->rest->passes.item[places[array]] > item) {
        item = plan->rest->passes.item[places[array]]; /* the last sub-batch may have pairs where
                                                          the others have none */
    }
    uint64_t alignment = plan->context->offset_alignment;
    uint64_t bound = plan->passes.elements[places[array]] * plan->passes.item[places[array]];
    bool fills = bound + alignment > plan->context->info.buffer_bytes_max;
    bool aligned = array == SPECTRUM || fills || (array <= DST && plan->pieces != NULL);
    item = array == SCRATCH ? plan->element_bytes : item < 4 ? 4 : item;
    return aligned && !plan->addresses && alignment > item ? alignment : item;
}

static fftc_status check_spans(const fftc_recording *r, fftc_error *error)
{
    const fftc_vulkan_plan *plan = r->plan;
    fftc_status status = FFTC_SUCCESS;
    for (int i = 0; i < ARRAYS && status == FFTC_SUCCESS; ++i) {
        const char *name = name_of(plan, i);
        const fftc_vulkan_span *im = &r->place_im[places[i]];
        uint64_t needed = bytes_of(plan, i);
        char name_im[24];
        (void)snprintf(name_im, sizeof name_im, "%s_im", name);
        if (needed != 0) {
            status =
                fftc_span_check(plan, &r->place[places[i]], name, needed, unit_of(plan, i), error);
        }
        if (status == FFTC_SUCCESS && needed != 0 && plan->passes.split[places[i]]) {
            status = fftc_span_check(plan, im, name_im, needed, unit_of(plan, i), error);
        } else if (status == FFTC_SUCCESS && needed != 0 && !fftc_span_is_none(im)) {
            status = fftc_fail(error, FFTC_INVALID_ARGUMENT,
                               "%s is given, but the plan has no such array: leave it zeroed, or "
                               "plan with format FFTC_SPLIT",
                               name_im);
        }
    }
    return status;
}

/* Replaces all buffers by addresses, so that an address can be compared with a buffer's. */
static void resolve(fftc_recording *r)
{
    for (int i = 0; i < ARRAYS && r->plan->addresses; ++i) {
        fftc_vulkan_span *parts[] = {&r->place[places[i]], &r->place_im[places[i]]};
        int count = bytes_of(r->plan, i) == 0 ? 0 : r->plan->passes.split[places[i]] ? 2 : 1;
        for (int k = 0; k < count; ++k) {
            VkDeviceAddress address = fftc_span_address(r->plan->context, parts[k]);
            *parts[k] = (fftc_vulkan_span){.address = address};
        }
    }
}

/* An array of one or two parts, real and imaginary, each of which is somewhere in a buffer. */
typedef struct extent {
    fftc_footprint footprint; /* of each part */
    int parts;
    struct {
        uint64_t buffer; /* 0: the part is given by an address */
        uint64_t at;
    } part[2];
} extent;

static bool parts_meet(const extent *a, int i, const extent *b, int k)
{
    return a->part[i].buffer == b->part[k].buffer &&
           fftc_footprints_overlap(a->part[i].at, &a->footprint, b->part[k].at, &b->footprint);
}

/* Whether a part of one array shares a byte with a part of the other. */
static bool overlap(const extent *a, const extent *b)
{
    for (int i = 0; i < a->parts; ++i) {
        for (int k = 0; k < b->parts; ++k) {
            if (parts_meet(a, i, b, k)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether, in place, a part of the source shares a byte with the other part of the destination. */
static bool parts_cross(const extent *src, const extent *dst)
{
    return parts_meet(src, 0, dst, 1) || parts_meet(src, 1, dst, 0);
}

static extent extent_of(const fftc_recording *r, int array)
{
    const fftc_vulkan_plan *plan = r->plan;
    int given = array == SRC && plan->in_place ? DST : array; /* in place, the plan counts the
                                                                 array as DST */
    const fftc_vulkan_span *parts[] = {&r->place[places[given]], &r->place_im[places[given]]};
    uint64_t bytes = bytes_of(plan, given);
    extent e = {.footprint =
                    array <= DST ? plan->footprint[array] : fftc_footprint_block((size_t)bytes)};
    for (int i = 0; bytes != 0 && i < (plan->passes.split[places[given]] ? 2 : 1); ++i) {
        e.part[e.parts].buffer = (uint64_t)parts[i]->buffer;
        e.part[e.parts++].at = parts[i]->offset + parts[i]->address;
    }
    return e;
}

static fftc_status fail_overlap(const fftc_vulkan_plan *plan, fftc_error *error)
{
    bool transform = strcmp(name_of(plan, SRC), "src") == 0;
    return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s is, at least in part, where %s is: %s",
                     name_of(plan, DST), name_of(plan, SRC),
                     transform ? "keep them apart, or plan with placement FFTC_IN_PLACE and pass "
                                 "the same array"
                               : "keep them apart");
}

/* Sources and destinations may interlock, like channels of a picture. Where an accessor replaces
 * one of them, the user has to keep them apart. Scratch and spectrum must be apart from
 * everything. */
static fftc_status check_apart(const fftc_recording *r, fftc_error *error)
{
    const fftc_vulkan_plan *plan = r->plan;
    extent of[ARRAYS];
    for (int i = 0; i < ARRAYS; ++i) {
        of[i] = extent_of(r, i);
    }
    if (plan->pieces == NULL && !plan->in_place && overlap(&of[SRC], &of[DST])) {
        return fail_overlap(plan, error);
    }
    if (plan->pieces == NULL && of[DST].parts == 2 &&
        (parts_meet(&of[DST], 0, &of[DST], 1) ||
         (plan->in_place && parts_cross(&of[SRC], &of[DST])))) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "%s and %s_im share bytes: keep them apart",
                         name_of(plan, DST), name_of(plan, DST));
    }
    for (int i = SCRATCH; i < ARRAYS; ++i) {
        for (int k = SRC; k < i; ++k) {
            if (overlap(&of[i], &of[k])) {
                return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                                 "the %s, of %llu bytes, is where %s is: pass buffers, or parts "
                                 "of one, that do not overlap",
                                 name_of(plan, i), (unsigned long long)bytes_of(plan, i),
                                 name_of(plan, k));
            }
        }
    }
    return FFTC_SUCCESS;
}

static bool same_span(const fftc_vulkan_span *a, const fftc_vulkan_span *b)
{
    return a->buffer == b->buffer && a->offset == b->offset && a->address == b->address;
}

/* In place the source is the destination, given twice or once. */
static fftc_status choose_source(fftc_recording *r, fftc_error *error)
{
    const fftc_vulkan_buffers *b = r->buffers;
    const fftc_vulkan_span none = {0};
    r->place[FFTC_PLACE_SRC] = b->src;
    r->place_im[FFTC_PLACE_SRC] = b->src_im;
    if (!r->plan->in_place) {
        return same_span(&b->src, &b->dst) && !same_span(&b->src, &none)
                   ? fail_overlap(r->plan, error)
                   : FFTC_SUCCESS;
    }
    if ((!same_span(&b->src, &none) && !same_span(&b->src, &b->dst)) ||
        (!same_span(&b->src_im, &none) && !same_span(&b->src_im, &b->dst_im))) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "src is not dst: leave it zero, or plan with FFTC_OUT_OF_PLACE");
    }
    r->place[FFTC_PLACE_SRC] = b->dst;
    r->place_im[FFTC_PLACE_SRC] = b->dst_im;
    return FFTC_SUCCESS;
}

fftc_status fftc_recording_choose_places(fftc_recording *r, fftc_error *error)
{
    const fftc_vulkan_plan *plan = r->plan;
    const fftc_vulkan_buffers *buffers = r->buffers;
    fftc_status status = choose_source(r, error);
    r->place[FFTC_PLACE_DST] = buffers->dst;
    r->place_im[FFTC_PLACE_DST] = buffers->dst_im;
    r->place[FFTC_PLACE_SCRATCH] = buffers->scratch;
    if (fftc_span_is_none(&buffers->scratch) && plan->scratch != VK_NULL_HANDLE) {
        r->place[FFTC_PLACE_SCRATCH] = (fftc_vulkan_span){.buffer = plan->scratch};
    }
    if (status == FFTC_SUCCESS) {
        status = check_spans(r, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_pieces_check(plan, buffers, error);
    }
    if (status == FFTC_SUCCESS) {
        resolve(r);
        status = check_apart(r, error);
    }
    return status;
}

static void move_place(const fftc_recording *r, fftc_vulkan_span *place, uint64_t bytes)
{
    *(r->plan->addresses ? &place->address : &place->offset) += bytes;
}

void fftc_recording_lay_scratch(fftc_recording *r)
{
    const fftc_vulkan_plan *plan = r->plan;
    for (int i = FFTC_PLACE_SPARE; i <= FFTC_PLACE_WORK; ++i) {
        r->place[i] = r->place[i - 1];
        move_place(r, &r->place[i], plan->passes.elements[i - 1] * plan->element_bytes);
    }
}

void fftc_recording_next_sub_batch(fftc_recording *r)
{
    for (int i = FFTC_PLACE_SRC; i <= FFTC_PLACE_DST; ++i) {
        move_place(r, &r->place[i], r->plan->sub_batches.bytes[i]);
        move_place(r, &r->place_im[i], r->plan->sub_batches.bytes[i]);
    }
}
