/* SPDX-License-Identifier: MIT
 *
 * One context, several threads: plans made and recorded at the same time, some of them the same,
 * are those that one thread makes; a kernel that several want is made once; a failure reaches all
 * who wait for it.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bench/gpu.h"
#include "vulkan_testing.h"

#define THREADS 4
#define ROUNDS 3
#define POINTS_MAX 1000

static fftc_vulkan *context;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t made;

typedef struct worker {
    pthread_t thread;
    unsigned number;
    char why[300]; /* empty: all was right */
} worker;

/* Two threads each, in another order; the inverse of a length shares no kernel with it. */
static fftc_transform transform_of(unsigned number, unsigned round)
{
    static const uint64_t lengths[ROUNDS] = {60, 256, POINTS_MAX};
    return (fftc_transform){.length = {lengths[(number / 2 + round) % ROUNDS]},
                            .direction = number % 2 == 0 ? FFTC_FORWARD : FFTC_INVERSE};
}

typedef struct work {
    gpu_queue queue;
    gpu_buffer host;
    gpu_buffer src;
    gpu_buffer dst;
    gpu_buffer scratch;
    fftc_vulkan_plan *plan;
    float x[2 * POINTS_MAX];
} work;

static bool open_work(work *w)
{
    return gpu_open(context, &w->queue) == VK_SUCCESS &&
           gpu_buffer_create(&w->queue, sizeof w->x, true, &w->host) == VK_SUCCESS &&
           gpu_buffer_create(&w->queue, sizeof w->x, false, &w->src) == VK_SUCCESS &&
           gpu_buffer_create(&w->queue, sizeof w->x, false, &w->dst) == VK_SUCCESS &&
           gpu_buffer_create(&w->queue, sizeof w->x, false, &w->scratch) == VK_SUCCESS;
}

static void close_work(work *w)
{
    gpu_buffer_destroy(&w->queue, &w->host);
    gpu_buffer_destroy(&w->queue, &w->src);
    gpu_buffer_destroy(&w->queue, &w->dst);
    gpu_buffer_destroy(&w->queue, &w->scratch);
    gpu_close(&w->queue);
}

static bool record(work *w, fftc_error *error)
{
    const fftc_vulkan_buffers buffers = {.src = {.buffer = w->src.handle},
                                         .dst = {.buffer = w->dst.handle},
                                         .scratch = {.buffer = w->scratch.handle}};
    VkBufferCopy all = {0, 0, sizeof w->x};
    if (gpu_begin(&w->queue) != VK_SUCCESS) {
        return false;
    }
    vkCmdCopyBuffer(w->queue.commands, w->host.handle, w->src.handle, 1, &all);
    gpu_barrier(&w->queue);
    if (fftc_vulkan_plan_record(w->plan, w->queue.commands, &buffers, error) != FFTC_SUCCESS) {
        return false;
    }
    gpu_barrier(&w->queue);
    vkCmdCopyBuffer(w->queue.commands, w->dst.handle, w->host.handle, 1, &all);
    gpu_barrier(&w->queue);
    return true;
}

static double error_of(const work *w, const fftc_transform *t)
{
    fftc_plan *cpu;
    float y[2 * POINTS_MAX];
    long double expected[2 * POINTS_MAX];
    if (fftc_plan_create(t, NULL, &cpu, NULL) != FFTC_SUCCESS ||
        fftc_plan_execute(cpu, w->x, y, NULL) != FFTC_SUCCESS) {
        return 1.0;
    }
    fftc_plan_destroy(cpu);
    for (size_t i = 0; i < 2 * t->length[0]; ++i) {
        expected[i] = (long double)y[i];
    }
    return testing_relative_error(FFTC_FLOAT32, w->host.mapped, expected, t->length[0]);
}

/* One round of a thread. All threads are at the same round, and submit only when none of them
 * plans, since a queue is for one thread at a time. */
static void one_round(worker *self, work *w, unsigned round)
{
    const fftc_transform t = transform_of(self->number, round);
    fftc_error error = {.message = "a call of Vulkan failed"};
    bool good = true;
    for (size_t i = 0; i < sizeof w->x / sizeof *w->x; ++i) {
        w->x[i] = (float)((i * (7 + self->number) + round) % 31) - 15.0f;
    }
    memcpy(w->host.mapped, w->x, sizeof w->x);
    good = fftc_vulkan_plan_create(context, &t, NULL, &w->plan, &error) == FFTC_SUCCESS;
    good = good && record(w, &error);
    pthread_barrier_wait(&made);
    if (good) {
        pthread_mutex_lock(&queue_lock);
        good = gpu_submit(&w->queue) == VK_SUCCESS;
        pthread_mutex_unlock(&queue_lock);
    }
    double off = good ? error_of(w, &t) : 0.0;
    if (!good || !(off <= 2.0 * fftc_transform_error_bound(FFTC_FLOAT32, t.length[0]))) {
        snprintf(self->why, sizeof self->why, "thread %u, round %u: %.200s, error %g", self->number,
                 round, good ? "wrong" : error.message, off);
    }
    fftc_vulkan_plan_destroy(w->plan);
    pthread_barrier_wait(&made);
}

static void *run(void *data)
{
    worker *self = data;
    work *w = calloc(1, sizeof *w);
    if (w == NULL || !open_work(w)) {
        snprintf(self->why, sizeof self->why, "no buffers");
        abort(); /* the other threads would wait for this one */
    }
    for (unsigned round = 0; round < ROUNDS; ++round) {
        one_round(self, w, round);
    }
    close_work(w);
    free(w);
    return NULL;
}

START_TEST(threads_plan_and_record_at_the_same_time)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t d = 0; d < count; ++d) {
        worker workers[THREADS];
        context = vulkan_testing_open(numbers[d]);
        ck_assert_int_eq(pthread_barrier_init(&made, NULL, THREADS), 0);
        for (unsigned i = 0; i < THREADS; ++i) {
            workers[i] = (worker){.number = i};
            ck_assert_int_eq(pthread_create(&workers[i].thread, NULL, run, &workers[i]), 0);
        }
        for (unsigned i = 0; i < THREADS; ++i) {
            pthread_join(workers[i].thread, NULL);
            ck_assert_msg(workers[i].why[0] == '\0', "%s", workers[i].why);
        }
        pthread_barrier_destroy(&made);
        vulkan_testing_close(context);
    }
}
END_TEST

/* Plans with a kernel that does not compile. Whoever waits for the kernel is told, and whoever asks
 * later is told, too. */
static void *plan_badly(void *data)
{
    const fftc_transform t = {.length = {64}};
    const fftc_accessors accessors = {
        .load = "fftc_complex fftc_user_load(fftc_uint index) { return nonsense; }"};
    const fftc_vulkan_plan_options options = {.accessors = &accessors};
    fftc_vulkan_plan *plan;
    fftc_error error;
    atomic_uint *refused = data;
    error.message[0] = 0;
    if (fftc_vulkan_plan_create(context, &t, &options, &plan, &error) == FFTC_COMPILE_FAILED &&
        plan == NULL && strstr(error.message, "nonsense") != NULL) {
        atomic_fetch_add(refused, 1);
    }
    return NULL;
}

START_TEST(threads_wait_for_a_kernel_that_fails_all_told)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    pthread_t threads[THREADS];
    atomic_uint refused = 0;
    uint32_t count = vulkan_testing_devices(numbers);
    uint32_t d = 0;
    context = vulkan_testing_open(numbers[d]);
    while (!fftc_vulkan_device_info(context)->push_descriptor && d + 1 < count) {
        vulkan_testing_close(context); /* accessors need these */
        context = vulkan_testing_open(numbers[++d]);
    }
    if (!fftc_vulkan_device_info(context)->push_descriptor) {
        vulkan_testing_close(context);
        return;
    }
    for (unsigned i = 0; i < THREADS; ++i) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, plan_badly, &refused), 0);
    }
    for (unsigned i = 0; i < THREADS; ++i) {
        pthread_join(threads[i], NULL);
    }
    (void)plan_badly(&refused);
    ck_assert_uint_eq(atomic_load(&refused), THREADS + 1);
    vulkan_testing_close(context);
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_threads", threads_plan_and_record_at_the_same_time,
                    threads_wait_for_a_kernel_that_fails_all_told)
