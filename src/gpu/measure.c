/* SPDX-License-Identifier: MIT
 *
 * FFTC_MEASURE on a device. The estimate's plan is the first champion. For each of its choices in
 * turn the cost model's next best ones are challengers. A challenger becomes a whole plan, so that
 * the measured time includes all consequences of the choice. Champion and challenger take turns in
 * one submission, between time stamps, so that both run at the same clocks. Their shortest times
 * count, since a disturbance can only make a run longer.
 */
#include <stdlib.h>
#include <string.h>

#include "describe/real_layout.h"
#include "device/convolution_plan.h"
#include "device/pass_factors.h"
#include "gpu/plan.h"
#include "gpu/times.h"
#include "support/error.h"

/* A challenger must take less than this part of the champion's time: two measurements of the same
 * plan differ by less. */
#define CLEARLY 0.98
#define SECONDS_DEFAULT 10.0
/* A batch that exceeds the caches is shortened to so many bytes. */
#define SIDE_BYTES_MAX ((uint64_t)256 << 20)
#define ROUNDS 6u /* how often a submission executes each plan */
#define SLOW_ROUNDS 2u
#define SLOW_SECONDS \
    5e-3              /* the time of an execution from which on differences are more than
                         noise */
#define SUBMISSIONS 3 /* of a comparison, beside the first, which does not count */
#define STAMPS_MAX (2 * ROUNDS + 1)
#define RUN_SECONDS \
    100e-6 /* the least time between two stamps; short plans are executed several
              times */
#define CHAIN_MAX 64u
/* A device that idled while a plan was compiled has lowered its clocks, those of arithmetic more
 * than those of memory, and raises them within this time. Without warming up, an H200 found three
 * light passes faster than two, and lost a sixth by that. At most this part of the remaining time
 * is spent. */
#define WARM_SECONDS 0.4
#define WARM_PART 0.05
#define CANDIDATES 5u /* ways to make an axis of passes */

/* The arrays of a trial. */
enum { SRC, DST, SRC_IM, DST_IM, WORK, SPECTRUM, ARRAYS };

typedef struct array {
    VkBuffer buffer;
    VkDeviceMemory memory;
    uint64_t bytes;
} array;

typedef struct measurement {
    fftc_vulkan *context;
    fftc_transform transform;                        /* of the trial: perhaps a smaller batch */
    const fftc_convolution_description *convolution; /* whose signal that is; NULL: none */
    fftc_vulkan_plan_options options;
    double deadline;
    double make_seconds; /* what making a challenger took */
    double seconds;      /* of one execution of the champion */
    fftc_vulkan_plan *champion;
    array arrays[ARRAYS];
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkQueryPool queries;
    double tick_seconds;
    uint64_t stamp_mask; /* of the bits that stamps have */
    bool lost;           /* the device is */
} measurement;

/* --- what there is to measure with ------------------------------------------------------------ */

static bool find_stamps(measurement *m)
{
    VkQueueFamilyProperties families[16];
    VkPhysicalDeviceProperties properties;
    uint32_t count = 16;
    vkGetPhysicalDeviceProperties(m->context->physical, &properties);
    vkGetPhysicalDeviceQueueFamilyProperties(m->context->physical, &count, families);
    uint32_t bits = m->context->queue_family < count
                        ? families[m->context->queue_family].timestampValidBits
                        : 0;
    m->tick_seconds = (double)properties.limits.timestampPeriod * 1e-9;
    m->stamp_mask = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    return bits != 0;
}

static bool create_commands(measurement *m)
{
    VkDevice device = m->context->device;
    VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                    .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                    .queueFamilyIndex = m->context->queue_family};
    VkQueryPoolCreateInfo queries = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                     .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                     .queryCount = STAMPS_MAX};
    if (!find_stamps(m) || vkCreateCommandPool(device, &pool, NULL, &m->pool) != VK_SUCCESS) {
        m->pool = VK_NULL_HANDLE;
        return false;
    }
    VkCommandBufferAllocateInfo commands = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = m->pool,
                                            .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                            .commandBufferCount = 1};
    if (vkCreateQueryPool(device, &queries, NULL, &m->queries) != VK_SUCCESS) {
        m->queries = VK_NULL_HANDLE;
        return false;
    }
    return vkAllocateCommandBuffers(device, &commands, &m->commands) == VK_SUCCESS;
}

static void release_array(measurement *m, array *a)
{
    vkDestroyBuffer(m->context->device, a->buffer, NULL);
    vkFreeMemory(m->context->device, a->memory, NULL);
    *a = (array){.bytes = 0};
}

static bool begin(measurement *m)
{
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    return vkBeginCommandBuffer(m->commands, &info) == VK_SUCCESS;
}

static bool submit(measurement *m)
{
    if (vkEndCommandBuffer(m->commands) != VK_SUCCESS) {
        return false;
    }
    VkResult result = fftc_submit_and_wait(m->context, m->commands);
    m->lost = m->lost || result == VK_ERROR_DEVICE_LOST;
    return result == VK_SUCCESS;
}

/* Provides an array of at least so many bytes, all zero. Zeros stay zeros, however often they are
 * transformed, and no arithmetic takes longer for them. */
static bool provide(measurement *m, array *a, uint64_t bytes)
{
    if (bytes <= a->bytes) {
        return true;
    }
    release_array(m, a);
    if (fftc_device_buffer_create(m->context, (bytes + 3) / 4 * 4, &a->buffer, &a->memory, NULL) !=
            FFTC_SUCCESS ||
        !begin(m)) {
        release_array(m, a);
        return false;
    }
    a->bytes = bytes;
    vkCmdFillBuffer(m->commands, a->buffer, 0, VK_WHOLE_SIZE, 0);
    fftc_memory_barrier(m->commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                        VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                        VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    return submit(m);
}

static bool provide_all(measurement *m, const fftc_vulkan_plan *plan)
{
    bool in_place = m->transform.placement == FFTC_IN_PLACE;
    const bool *split = plan->passes.split;
    uint64_t src = in_place ? 0 : fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SRC);
    uint64_t dst = fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_DST);
    return provide(m, &m->arrays[SPECTRUM], fftc_plan_spectrum_bytes(plan)) &&
           provide(m, &m->arrays[SRC], src) && provide(m, &m->arrays[DST], dst) &&
           provide(m, &m->arrays[SRC_IM], split[FFTC_PLACE_SRC] ? src : 0) &&
           provide(m, &m->arrays[DST_IM], split[FFTC_PLACE_DST] ? dst : 0) &&
           provide(m, &m->arrays[WORK], fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SCRATCH));
}

static void release_all(measurement *m)
{
    for (int i = 0; i < ARRAYS; ++i) {
        release_array(m, &m->arrays[i]);
    }
    vkDestroyQueryPool(m->context->device, m->queries, NULL);
    vkDestroyCommandPool(m->context->device, m->pool, NULL);
}

/* --- time ------------------------------------------------------------------------------------- */

/* Records a barrier between dispatches that use the same arrays. */
static void barrier(const measurement *m)
{
    fftc_memory_barrier(m->commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                        VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                        VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

static void stamp(const measurement *m, uint32_t number)
{
    barrier(m);
    vkCmdWriteTimestamp(m->commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, m->queries, number);
}

static bool record_run(const measurement *m, const fftc_vulkan_plan *plan, uint32_t chain)
{
    const array *a = m->arrays;
    const fftc_vulkan_buffers buffers = {.src = {.buffer = a[SRC].buffer},
                                         .dst = {.buffer = a[DST].buffer},
                                         .scratch = {.buffer = a[WORK].buffer},
                                         .src_im = {.buffer = a[SRC_IM].buffer},
                                         .dst_im = {.buffer = a[DST_IM].buffer}};
    const fftc_vulkan_span spectrum = {.buffer = a[SPECTRUM].buffer};
    bool good = true;
    for (uint32_t i = 0; i < chain && good; ++i) {
        if (i != 0) {
            barrier(m);
        }
        good =
            fftc_plan_record(plan, m->commands, &buffers, &spectrum, false, NULL) == FFTC_SUCCESS;
    }
    return good;
}

static uint32_t rounds_of(const measurement *m)
{
    return m->seconds < SLOW_SECONDS ? ROUNDS : SLOW_ROUNDS;
}

/* Lets both take turns, and updates the shortest times of an execution of each. */
static bool take_turns(measurement *m, fftc_vulkan_plan *const plans[2], uint32_t chain,
                       double shortest[2])
{
    uint64_t stamps[STAMPS_MAX];
    uint32_t turns = 2 * rounds_of(m);
    bool good = begin(m);
    if (!good) {
        return false;
    }
    vkCmdResetQueryPool(m->commands, m->queries, 0, turns + 1);
    stamp(m, 0);
    for (uint32_t i = 0; i < turns && good; ++i) {
        good = record_run(m, plans[i % 2], chain);
        stamp(m, i + 1);
    }
    if (!submit(m) || !good ||
        vkGetQueryPoolResults(m->context->device, m->queries, 0, turns + 1, sizeof stamps, stamps,
                              sizeof *stamps, VK_QUERY_RESULT_64_BIT) != VK_SUCCESS) {
        return false;
    }
    for (uint32_t i = 0; i < turns; ++i) {
        uint64_t ticks = (stamps[i + 1] - stamps[i]) & m->stamp_mask;
        double seconds = (double)ticks * m->tick_seconds / chain;
        shortest[i % 2] = seconds < shortest[i % 2] ? seconds : shortest[i % 2];
    }
    return true;
}

static uint32_t chain_of(const measurement *m)
{
    double wanted = RUN_SECONDS / (m->seconds + 1e-9);
    return wanted <= 1.0 ? 1 : wanted >= CHAIN_MAX ? CHAIN_MAX : (uint32_t)wanted + 1;
}

/* Runs the champion for as long as the device idled while the last plan was made. A processor does
 * not idle then, and needs no warming up. */
static bool warm_up(measurement *m)
{
    bool idled = m->context->info.type != VK_PHYSICAL_DEVICE_TYPE_CPU;
    uint32_t chain = m->seconds > 0.0 ? chain_of(m) : 1;
    double now = fftc_seconds();
    double part = WARM_PART * (m->deadline - now);
    double idle = m->make_seconds < WARM_SECONDS ? m->make_seconds : WARM_SECONDS;
    double end = now + (part < idle ? part : idle);
    bool good = true;
    while (good && idled && fftc_seconds() < end) {
        good = begin(m) && record_run(m, m->champion, chain) && submit(m);
    }
    return good;
}

/* Whether the challenger is clearly faster. */
static bool challenger_wins(measurement *m, fftc_vulkan_plan *challenger)
{
    fftc_vulkan_plan *const plans[2] = {m->champion, challenger};
    double shortest[2] = {1e300, 1e300};
    double first[2] = {1e300, 1e300};
    uint32_t chain = chain_of(m);
    /* The champion's arrays may be missing, if there was no memory for an earlier challenger's. */
    if (!provide_all(m, m->champion) || !provide_all(m, challenger) || !warm_up(m) ||
        !take_turns(m, plans, chain, first)) {
        return false;
    }
    for (int i = 0; i < SUBMISSIONS; ++i) {
        if (!take_turns(m, plans, chain, shortest)) {
            return false;
        }
        if (shortest[1] > 1.1 * shortest[0] || fftc_seconds() > m->deadline) {
            break;
        }
    }
    bool wins = shortest[1] < CLEARLY * shortest[0];
    m->seconds = shortest[wins];
    return wins;
}

/* --- challengers ------------------------------------------------------------------------------ */

/* Whether making a plan and timing it against the champion would be over in time. */
static bool has_time(const measurement *m)
{
    double turns = 2.0 * (SUBMISSIONS + 1) * rounds_of(m) * chain_of(m);
    return fftc_seconds() + m->make_seconds + 1.2 * turns * m->seconds < m->deadline;
}

static bool same_passes(const fftc_pass_plan *a, const fftc_pass_plan *b)
{
    bool same = a->count == b->count;
    for (uint32_t i = 0; i < a->count && same; ++i) {
        same = memcmp(&a->pass[i].key, &b->pass[i].key, sizeof a->pass[i].key) == 0;
    }
    return same;
}

static fftc_convolution_description trial_of(const measurement *m)
{
    fftc_convolution_description d = *m->convolution;
    d.signal.batch = m->transform.batch;
    return d;
}

static fftc_status make_passes(const measurement *m, const fftc_pass_limits *limits,
                               fftc_pass_plan *passes)
{
    if (m->convolution == NULL) {
        return fftc_pass_plan_make(&m->transform, limits, passes, NULL);
    }
    const fftc_convolution_description d = trial_of(m);
    fftc_convolution_passes *both = malloc(sizeof *both);
    fftc_status status =
        both != NULL ? fftc_convolution_passes_make(&d, limits, both, NULL) : FFTC_OUT_OF_MEMORY;
    if (status == FFTC_SUCCESS) {
        *passes = both->execute;
    }
    free(both);
    return status;
}

static fftc_status make_plan(const measurement *m, const fftc_pass_choices *choices,
                             fftc_vulkan_plan **plan)
{
    if (m->convolution == NULL) {
        return fftc_plan_make_chosen(m->context, &m->transform, &m->options, choices, plan, NULL);
    }
    const fftc_convolution_description d = trial_of(m);
    return fftc_convolution_make_execute(m->context, &d, &m->options, choices, plan, NULL);
}

static uint64_t reach_of(const measurement *m)
{
    return fftc_plan_reach(
        m->context, fftc_plan_by_addresses(m->context, m->options.accessors, m->options.addresses));
}

/* Whether these choices lead to other passes than the champion's. */
static bool differs(const measurement *m, const fftc_pass_choices *choices, fftc_pass_plan *passes)
{
    const fftc_vulkan_device *info = &m->context->info;
    fftc_pass_limits limits = fftc_plan_limits(info, reach_of(m), &m->options);
    limits.choices = choices;
    return make_passes(m, &limits, passes) == FFTC_SUCCESS &&
           !same_passes(passes, &m->champion->passes);
}

static void try_choices(measurement *m, const fftc_pass_choices *choices)
{
    fftc_vulkan_plan *challenger;
    fftc_pass_plan *passes = malloc(sizeof *passes);
    bool worth = passes != NULL && !m->lost && has_time(m) && differs(m, choices, passes);
    free(passes);
    if (!worth) {
        return;
    }
    double start = fftc_seconds();
    fftc_status status = make_plan(m, choices, &challenger);
    m->make_seconds = fftc_seconds() - start;
    if (status != FFTC_SUCCESS) {
        return;
    }
    fftc_vulkan_plan *loser = challenger;
    if (challenger_wins(m, challenger)) {
        loser = m->champion;
        m->champion = challenger;
    }
    fftc_vulkan_plan_destroy(loser);
}

/* Tries other passes for the points of an axis than the planner's. */
static void try_factors(measurement *m, int axis, uint64_t points)
{
    const fftc_vulkan_device *info = &m->context->info;
    fftc_pass_limits limits = fftc_plan_limits(info, info->buffer_bytes_max, &m->options);
    fftc_factors list[CANDIDATES];
    uint32_t count =
        fftc_factors_list(&limits, m->champion->element_bytes, points, list, CANDIDATES);
    for (uint32_t i = 0; i < count; ++i) {
        /* Factors are tried with the largest one first, and in the opposite order. */
        for (int reversed = 0; reversed < (list[i].count > 1 ? 2 : 1); ++reversed) {
            fftc_pass_choices choices = {.axis = {{0}}};
            memcpy(choices.axis, m->champion->choices.axis, sizeof choices.axis);
            fftc_axis_choice *wish = &choices.axis[axis];
            wish->count = list[i].count;
            for (uint32_t k = 0; k < wish->count; ++k) {
                wish->points[k] = (uint32_t)list[i].points[reversed != 0 ? wish->count - 1 - k : k];
            }
            try_choices(m, &choices);
        }
    }
}

static void try_schedules(measurement *m, uint32_t pass)
{
    static const uint32_t registers[] = {4, 8, 16, 32};
    static const uint32_t invocations[] = {64, 128, 256, 512};
    for (size_t i = 0; i < sizeof registers / sizeof *registers; ++i) {
        fftc_pass_choices choices = m->champion->choices;
        choices.pass[pass].registers = registers[i];
        try_choices(m, &choices);
    }
    for (size_t i = 0; i < sizeof invocations / sizeof *invocations; ++i) {
        fftc_pass_choices choices = m->champion->choices;
        choices.pass[pass].invocations = invocations[i];
        try_choices(m, &choices);
    }
}

/* Tries other periods along each axis of a convolution. */
static void improve_periods(measurement *m)
{
    const fftc_vulkan_device *info = &m->context->info;
    fftc_pass_limits limits = fftc_plan_limits(info, reach_of(m), &m->options);
    fftc_convolution_candidates lists[FFTC_MAX_RANK];
    const fftc_convolution_description d = trial_of(m);
    int axes = fftc_convolution_list(&d, &limits, lists);
    for (int axis = 0; axis < axes; ++axis) {
        for (uint32_t i = 0; i < lists[axis].count; ++i) {
            fftc_pass_choices choices = {.axis = {{0}}};
            memcpy(choices.axis, m->champion->choices.axis, sizeof choices.axis);
            choices.axis[axis] = lists[axis].choice[i];
            try_choices(m, &choices);
        }
    }
}

/* Tries other passes for all axes. An axis of real numbers may be a transform of half as many
 * points, or of as many. */
static void improve_factors(measurement *m)
{
    fftc_layout layout;
    if (fftc_layout_read(&m->transform, &layout, NULL) != FFTC_SUCCESS) {
        return;
    }
    for (int i = layout.loops; i < layout.rank; ++i) {
        uint64_t n = layout.axis[i].length;
        if (n > 1) {
            try_factors(m, i, n);
            if (m->transform.kind != FFTC_COMPLEX && n % 2 == 0) {
                try_factors(m, i, n / 2);
            }
        }
    }
}

static void improve(measurement *m)
{
    if (m->convolution != NULL) {
        improve_periods(m);
    } else {
        improve_factors(m);
    }
    for (uint32_t i = 0; i < m->champion->passes.count; ++i) {
        try_schedules(m, i);
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static uint64_t side_bytes(const fftc_vulkan_plan *plan)
{
    uint64_t src = fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_SRC);
    uint64_t dst = fftc_vulkan_plan_bytes(plan, FFTC_VULKAN_DST);
    return src > dst ? src : dst;
}

/* Makes the first champion; m->champion is NULL if there is no memory for one. */
static void make_champion(measurement *m, const fftc_vulkan_plan *whole)
{
    const fftc_pass_choices none = {.axis = {{0}}};
    double bytes = (double)side_bytes(whole);
    while (m->transform.batch > 1 &&
           (bytes > (double)SIDE_BYTES_MAX ||
            (m->convolution == NULL && m->transform.batch > whole->sub_batches.transforms))) {
        m->transform.batch /= 2;
        bytes /= 2.0;
    }
    (void)make_plan(m, &none, &m->champion);
}

static void measure(measurement *m)
{
    fftc_vulkan_plan *const alone[2] = {m->champion, m->champion};
    double shortest[2] = {1e300, 1e300};
    double start = fftc_seconds();
    if (m->champion->passes.count == 0 || !create_commands(m) || !provide_all(m, m->champion) ||
        fftc_seconds() + (fftc_seconds() - start) > m->deadline || !warm_up(m) ||
        !take_turns(m, alone, 1, shortest)) {
        return;
    }
    m->seconds = shortest[shortest[1] < shortest[0]];
    improve(m);
}

/* Finds the choices of the fastest plan; the estimate's if none is faster. */
static fftc_status find_choices(measurement *m, const fftc_vulkan_plan *estimate, double start,
                                fftc_pass_choices *choices, fftc_error *error)
{
    double seconds = m->options.seconds;
    *choices = estimate->choices;
    m->options.own_scratch = false;
    m->options.recordings = 0; /* trials are recorded many times into one command buffer */
    /* Making the estimate's plan counts: it took part of the time, and others are expected to take
     * as long. */
    m->make_seconds =
        estimate->times.glslang + estimate->times.unrolling + estimate->times.pipelines;
    m->deadline = start + (seconds > 0.0 ? seconds : SECONDS_DEFAULT) - m->make_seconds;
    if (fftc_seconds() < m->deadline) {
        make_champion(m, estimate);
    }
    if (m->champion == NULL) {
        return FFTC_SUCCESS;
    }
    measure(m);
    release_all(m);
    *choices = m->champion->choices;
    fftc_vulkan_plan_destroy(m->champion);
    return m->lost ? fftc_vk_fail(error, VK_ERROR_DEVICE_LOST, "measuring plans") : FFTC_SUCCESS;
}

fftc_status fftc_convolution_measure_choices(fftc_vulkan *context,
                                             const fftc_convolution_description *description,
                                             const fftc_vulkan_plan_options *options,
                                             const fftc_vulkan_plan *estimate,
                                             fftc_pass_choices *choices, fftc_error *error)
{
    measurement m = {.context = context,
                     .transform = description->signal,
                     .convolution = description,
                     .options = *options};
    return find_choices(&m, estimate, fftc_seconds(), choices, error);
}

fftc_status fftc_vulkan_plan_measure(fftc_vulkan *context, const fftc_transform *transform,
                                     const fftc_vulkan_plan_options *options,
                                     fftc_vulkan_plan **plan, fftc_error *error)
{
    measurement m = {.context = context, .transform = *transform, .options = *options};
    double start = fftc_seconds();
    fftc_vulkan_plan *estimate = *plan;
    fftc_pass_choices choices;
    fftc_status status = find_choices(&m, estimate, start, &choices, error);
    if (status != FFTC_SUCCESS) {
        fftc_vulkan_plan_destroy(estimate);
        *plan = NULL;
        return status;
    }
    bool same = memcmp(&choices, &estimate->choices, sizeof choices) == 0;
    fftc_vulkan_plan *better = NULL;
    status = same ? FFTC_SUCCESS
                  : fftc_plan_make_chosen(context, transform, options, &choices, &better, error);
    /* What was found for a smaller batch may not suit all of it: there may be no memory for a
     * scratch of its own, say. Then the estimate stays. */
    if (status != FFTC_SUCCESS && status != FFTC_DEVICE_FAILED) {
        status = fftc_succeed(error);
    } else if (!same) {
        if (status == FFTC_SUCCESS) {
            fftc_times_add(&better->times, &estimate->times);
        }
        fftc_vulkan_plan_destroy(estimate);
        *plan = better;
    }
    if (status == FFTC_SUCCESS) {
        (void)fftc_seconds_add(&(*plan)->times.measuring, start);
    }
    return status;
}
