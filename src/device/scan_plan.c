/* SPDX-License-Identifier: MIT */
#include "device/scan_plan.h"

#include "support/error.h"

#define ITEMS_MAX ((uint64_t)1 << 31)

/* By default: four items are one load of 16 bytes; 256 invocations do four of them. (With 128 and
 * 512 several dispatches take an H200 the same time.) In one pass 128 do eight: more blocks have
 * room in a multiprocessor's registers, 0.68 in place of 0.79 ms for 2^28 words. */
#define ITEMS_LOG2 2u
#define WORKGROUP_LOG2 8u
#define WORKGROUP_LOG2_ONE_PASS 7u
#define WORKGROUP_LOG2_MIN 4u

static uint32_t floor_log2(uint32_t x)
{
    uint32_t log2 = 0;
    while (x > 1) {
        x >>= 1;
        ++log2;
    }
    return log2;
}

/* FFTC_SCAN_EXACT: 0, 1 if any grouping gives the same bits, 2 if any order does. */
static uint32_t exactness(const fftc_scan_description *d)
{
    bool floats = d->type == FFTC_SCAN_FLOAT32 || d->type == FFTC_SCAN_FLOAT64;
    if (d->operation == FFTC_SCAN_OWN ||
        (floats && (d->operation == FFTC_SCAN_SUM || d->operation == FFTC_SCAN_PRODUCT))) {
        return 0;
    }
    return floats || d->segmented ? 1 : 2;
}

/* By default there are several dispatches, which rely on nothing that Vulkan does not promise: 0.77
 * ms for sums of 2^28 words on an H200. */
static bool is_one_pass(const fftc_scan_description *d, const fftc_scan_pass_options *o)
{
    return (d->kind != FFTC_REDUCTION || d->segmented) && d->length > FFTC_SCAN_BLOCK &&
           o->method == FFTC_SCAN_METHOD_ONE_PASS;
}

/* The kernel's own formula, of these values. */
#define FFTC_SCAN_WORDS (key->words)
#define FFTC_SCAN_ITEMS_LOG2 (key->items_log2)
#define FFTC_WORKGROUP_LOG2 (key->workgroup_log2)
#define FFTC_SUBGROUP_LOG2 (key->subgroup_log2)
#include "fftcore/kernel/scan_shared.h"

uint32_t fftc_scan_shared_words(const fftc_scan_key *key)
{
    return FFTC_SCAN_BLOCK_SHARED_WORDS;
}

static fftc_status check_options(const fftc_scan_pass_options *o, fftc_error *error)
{
    if (o->method < FFTC_SCAN_METHOD_DEFAULT || o->method > FFTC_SCAN_METHOD_SEVERAL) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "method is %d: pass a value of fftc_scan_method", (int)o->method);
    }
    if (o->items > 4 || o->items == 3) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT, "items is %u: pass 1, 2 or 4, or 0",
                         (unsigned)o->items);
    }
    if (o->invocations != 0 && (o->invocations < 16 || o->invocations > 1024 ||
                                (o->invocations & (o->invocations - 1)) != 0)) {
        return fftc_fail(error, FFTC_INVALID_ARGUMENT,
                         "invocations is %u: pass a power of two, 16 to 1024, or 0",
                         (unsigned)o->invocations);
    }
    return FFTC_SUCCESS;
}

static fftc_status choose_key(const fftc_scan_request *request, const fftc_scan_pass_options *o,
                              const fftc_scan_limits *limits, fftc_scan_key *key, fftc_error *error)
{
    const fftc_scan_description *d = &request->description;
    bool subgroups = !o->no_subgroups && limits->subgroup_size > 1;
    *key = (fftc_scan_key){.words = request->words + (d->segmented ? 1 : 0),
                           .exact = exactness(d),
                           .items_log2 = o->items != 0 ? floor_log2(o->items) : ITEMS_LOG2,
                           .workgroup_log2 = o->invocations != 0 ? floor_log2(o->invocations)
                                             : is_one_pass(d, o) ? WORKGROUP_LOG2_ONE_PASS
                                                                 : WORKGROUP_LOG2};
    if (o->invocations > limits->invocations_max) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "invocations is %u: this device has at most %u in a workgroup",
                         (unsigned)o->invocations, (unsigned)limits->invocations_max);
    }
    if (limits->invocations_max < 1u << WORKGROUP_LOG2_MIN) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "a workgroup has at most %u invocations: scans need at least %u",
                         (unsigned)limits->invocations_max, 1u << WORKGROUP_LOG2_MIN);
    }
    while (1u << key->workgroup_log2 > limits->invocations_max) {
        --key->workgroup_log2;
    }
    key->subgroup_log2 = subgroups ? floor_log2(limits->subgroup_size) : 0;
    if (key->subgroup_log2 > key->workgroup_log2) {
        key->subgroup_log2 = 0; /* a subgroup would not be full */
    }
    while (fftc_scan_shared_words(key) * 4 > limits->shared_bytes &&
           key->workgroup_log2 > WORKGROUP_LOG2_MIN && o->invocations == 0) {
        --key->workgroup_log2;
        key->subgroup_log2 = key->subgroup_log2 > key->workgroup_log2 ? 0 : key->subgroup_log2;
    }
    if (fftc_scan_shared_words(key) * 4 > limits->shared_bytes) {
        return fftc_fail(error, FFTC_UNSUPPORTED,
                         "a workgroup needs %u bytes of shared memory, this device has %u: pass "
                         "fewer invocations",
                         (unsigned)fftc_scan_shared_words(key) * 4, (unsigned)limits->shared_bytes);
    }
    return FFTC_SUCCESS;
}

static fftc_scan_dispatch *add(fftc_scan_plan *plan, const fftc_scan_key *key, fftc_scan_role role,
                               bool of_totals, uint32_t length)
{
    fftc_scan_dispatch *d = &plan->dispatch[plan->count++];
    d->key = *key;
    d->key.role = role;
    d->key.of_totals = of_totals;
    d->numbers.length = length;
    d->numbers.blocks = (uint32_t)(((uint64_t)length + FFTC_SCAN_BLOCK - 1) / FFTC_SCAN_BLOCK);
    d->numbers.segments = plan->request.description.segments < UINT32_MAX
                              ? (uint32_t)plan->request.description.segments
                              : UINT32_MAX;
    d->workgroups = d->numbers.blocks;
    return d;
}

/* One pass: scratch has the counter, and then the words of each block. */
static void plan_one_pass(fftc_scan_plan *plan, const fftc_scan_key *key)
{
    uint32_t length = (uint32_t)plan->request.description.length;
    fftc_scan_dispatch *clear = add(plan, key, FFTC_SCAN_ROLE_CLEAR, false, length);
    uint32_t words = 1 + FFTC_SCAN_STATES(clear->numbers.blocks) * FFTC_SCAN_STATE_WORDS;
    clear->numbers.length = words;
    clear->workgroups =
        (uint32_t)(((uint64_t)words + (1u << key->workgroup_log2) - 1) >> key->workgroup_log2);
    fftc_scan_dispatch *pass = add(plan, key, FFTC_SCAN_ROLE_PASS, false, length);
    pass->numbers.totals_at = 1;
    plan->scratch_words = words;
}

/* Replaces `length` totals at `at` by what is before each of them, with totals of totals behind
 * them. */
static void plan_totals(fftc_scan_plan *plan, const fftc_scan_key *key, uint32_t length,
                        uint32_t at)
{
    uint32_t behind = at + length * key->words;
    plan->scratch_words = behind > plan->scratch_words ? behind : plan->scratch_words;
    bool long_array = length > FFTC_SCAN_BLOCK;
    if (long_array) {
        fftc_scan_dispatch *reduce = add(plan, key, FFTC_SCAN_ROLE_REDUCE, true, length);
        uint32_t blocks = reduce->numbers.blocks;
        reduce->numbers.array_at = at;
        reduce->numbers.totals_at = behind;
        plan_totals(plan, key, blocks, behind);
    }
    fftc_scan_dispatch *finish = add(plan, key, FFTC_SCAN_ROLE_FINISH, true, length);
    finish->numbers.array_at = at;
    finish->numbers.totals_at = behind;
    finish->numbers.has_before = long_array;
}

static void plan_several(fftc_scan_plan *plan, const fftc_scan_key *key)
{
    uint32_t length = (uint32_t)plan->request.description.length;
    bool long_array = length > FFTC_SCAN_BLOCK;
    if (long_array) {
        fftc_scan_dispatch *reduce = add(plan, key, FFTC_SCAN_ROLE_REDUCE, false, length);
        plan_totals(plan, key, reduce->numbers.blocks, 0);
    }
    fftc_scan_dispatch *finish = add(plan, key, FFTC_SCAN_ROLE_FINISH, false, length);
    finish->numbers.has_before = long_array;
}

/* Totals of blocks, again and again; the last one is the result. */
static void plan_reduction(fftc_scan_plan *plan, const fftc_scan_key *key)
{
    uint32_t length = (uint32_t)plan->request.description.length;
    uint32_t at = 0;
    fftc_scan_dispatch *d = add(plan, key, FFTC_SCAN_ROLE_REDUCE, false, length);
    uint32_t blocks = d->numbers.blocks;
    plan->scratch_words = (uint64_t)blocks * key->words;
    while (blocks > 1) {
        uint32_t behind = at + blocks * key->words;
        d = add(plan, key, FFTC_SCAN_ROLE_REDUCE, true, blocks);
        d->numbers.array_at = at;
        d->numbers.totals_at = behind;
        blocks = d->numbers.blocks;
        at = behind;
        plan->scratch_words = at + (uint64_t)blocks * key->words;
    }
    d = add(plan, key, FFTC_SCAN_ROLE_PUT, true, 1);
    d->numbers.array_at = at;
    d->numbers.has_before = length != 0;
}

fftc_status fftc_scan_plan_make(const fftc_scan_request *request,
                                const fftc_scan_pass_options *options,
                                const fftc_scan_limits *limits, fftc_scan_plan *plan,
                                fftc_error *error)
{
    const fftc_scan_description *d = &request->description;
    const fftc_scan_pass_options none = {.items = 0};
    const fftc_scan_pass_options *o = options != NULL ? options : &none;
    fftc_scan_key key;
    if (d->length > ITEMS_MAX) {
        return fftc_fail(error, FFTC_TOO_LARGE,
                         "length is %llu: a device scans at most 2^31 items at once",
                         (unsigned long long)d->length);
    }
    fftc_status status = check_options(o, error);
    if (status == FFTC_SUCCESS) {
        status = choose_key(request, o, limits, &key, error);
    }
    if (status != FFTC_SUCCESS) {
        return status;
    }
    *plan = (fftc_scan_plan){.request = *request};
    if (d->kind == FFTC_REDUCTION && !d->segmented) {
        plan_reduction(plan, &key);
    } else if (d->length == 0) {
        return FFTC_SUCCESS; /* nothing to do */
    } else if (is_one_pass(d, o)) {
        plan_one_pass(plan, &key);
    } else {
        plan_several(plan, &key);
    }
    return FFTC_SUCCESS;
}
