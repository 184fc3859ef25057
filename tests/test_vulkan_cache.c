/* SPDX-License-Identifier: MIT
 *
 * Compiled shaders kept: what is found is what runs, damage is noticed, folders are shared by
 * threads and processes and stay small. Most of it without a device, by emitted plans.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../bench/gpu.h"
#include "../src/gpu/digest.h"
#include "vulkan_testing.h"

#define SUFFIX ".fftcspv"
/* A module's file has its digest, its name, then the rest. */
#define AT_DIGEST 8u
#define AT_NAME 40u
#define AT_REST 72u

static char folder[64];

static void make_folder(void)
{
    strcpy(folder, "/tmp/fftcore-cache-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    ck_assert_int_eq(system(command), 0); // NOLINT: a name of our own
}

static fftc_vulkan_cache *open_cache(const char *where, uint64_t bytes_max)
{
    const fftc_vulkan_cache_options options = {.folder = where, .bytes_max = bytes_max};
    fftc_vulkan_cache *cache;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_cache_create(&options, &cache, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    return cache;
}

/* Small plans, each of one kernel: number 0, 1, ... Returns the words of its module. */
static size_t use(fftc_vulkan_cache *cache, unsigned number)
{
    const fftc_transform t = {.length = {2 + number}};
    fftc_emitted_plan plan;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_plan_emit(&t, NULL, NULL, cache, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_uint_eq(plan.kernels, 1);
    size_t words = plan.kernel[0].spirv_words;
    ck_assert_uint_eq(plan.kernel[0].spirv[0], 0x07230203);
    fftc_emitted_plan_free(&plan);
    return words;
}

static uint8_t *save(fftc_vulkan_cache *cache, size_t *bytes)
{
    ck_assert_int_eq(fftc_vulkan_cache_save(cache, NULL, 0, bytes, NULL), FFTC_SUCCESS);
    uint8_t *data = malloc(*bytes + 1);
    ck_assert_int_eq(fftc_vulkan_cache_save(cache, data, *bytes, bytes, NULL), FFTC_SUCCESS);
    return data;
}

static size_t saved_bytes(fftc_vulkan_cache *cache)
{
    size_t bytes = 1;
    ck_assert_int_eq(fftc_vulkan_cache_save(cache, NULL, 0, &bytes, NULL), FFTC_SUCCESS);
    return bytes;
}

/* Files of modules, and their bytes; the path of one of them. */
static unsigned list(const char *where, uint64_t *bytes, char path[400])
{
    DIR *directory = opendir(where);
    const struct dirent *found;
    unsigned count = 0;
    *bytes = 0;
    while (directory != NULL && (found = readdir(directory)) != NULL) {
        struct stat about;
        size_t length = strlen(found->d_name);
        if (length > sizeof SUFFIX &&
            strcmp(found->d_name + length + 1 - sizeof SUFFIX, SUFFIX) == 0) {
            snprintf(path, 400, "%s/%s", where, found->d_name);
            ck_assert_int_eq(stat(path, &about), 0);
            *bytes += (uint64_t)about.st_size;
            ++count;
        } else {
            ck_assert_msg(found->d_name[0] == '.' &&
                              strncmp(found->d_name, ".new-fftcspv-", 13) != 0,
                          "left over: %s", found->d_name);
        }
    }
    if (directory != NULL) {
        closedir(directory);
    }
    return count;
}

/* --- the digest ----------------------------------------------------------------------------- */

/* "abc" is RFC 7693's; the others by another implementation (Python's hashlib), of bytes 7 i + 3 in
 * two parts: around the length of a block, where what is last counts. */
START_TEST(digest_known_texts_known_digests)
{
    static const struct {
        size_t bytes;
        const char *hex;
    } known[] = {{0, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"},
                 {1, "e88bd757ad5b9bedf372d8d3f0cf6c962a469db61a265f6418e1ffed86da29ec"},
                 {127, "c9ae3859964b35f04c54b36d33cf299d7290ee621005d28e51598a943560aaaa"},
                 {128, "f0501d06597880592bc49234eef100ec1ff349058d0e9d9b753504e24af86dd6"},
                 {129, "a34a4e1e03c541dfbf3099c4b6c143c022ced65c28bd7e8a10e0a098461aecf0"},
                 {256, "d93ebb9c802f5630ab22516fd82b6c21bc8bd551d531349b715f046ed11ed871"},
                 {257, "4ce481b24d387422d2bc2baa03d1afd55a1327939ff537c71eb9b38709268649"},
                 {1000, "d62b6c768ce1afc8367e0498ab2f8e3f7c178c35b1429f14c4604b545d200f52"}};
    static uint8_t data[1000];
    fftc_digester d;
    for (size_t i = 0; i < sizeof data; ++i) {
        data[i] = (uint8_t)(7 * i + 3);
    }
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k) {
        char hex[65];
        fftc_digest_begin(&d);
        fftc_digest_add(&d, data, known[k].bytes / 3);
        fftc_digest_add(&d, data + known[k].bytes / 3, known[k].bytes - known[k].bytes / 3);
        fftc_digest digest = fftc_digest_end(&d);
        for (size_t i = 0; i < sizeof digest; ++i) {
            snprintf(hex + 2 * i, 3, "%02x", digest.byte[i]);
        }
        ck_assert_str_eq(hex, known[k].hex);
    }
    fftc_digest_begin(&d);
    fftc_digest_add(&d, "abc", 3);
    ck_assert_uint_eq(fftc_digest_end(&d).byte[0], 0xbd);
}
END_TEST

/* --- memory --------------------------------------------------------------------------------- */

START_TEST(cache_saved_and_loaded_same_bytes)
{
    fftc_vulkan_cache *one = open_cache("", 0);
    fftc_vulkan_cache *two = open_cache("", 0);
    size_t bytes;
    size_t again;
    ck_assert_uint_eq(saved_bytes(one), 0);
    (void)use(one, 0);
    (void)use(one, 1);
    (void)use(one, 0);
    uint8_t *data = save(one, &bytes);
    (void)use(two, 1); /* modules in another order, and one that is there already */
    ck_assert_int_eq(fftc_vulkan_cache_load(two, data, bytes, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_cache_load(two, data, bytes, NULL), FFTC_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_cache_load(two, NULL, 0, NULL), FFTC_SUCCESS);
    uint8_t *other = save(two, &again);
    ck_assert_uint_eq(again, bytes);
    ck_assert_mem_eq(other, data, bytes);
    free(data);
    free(other);
    fftc_vulkan_cache_destroy(one);
    fftc_vulkan_cache_destroy(two);
}
END_TEST

START_TEST(cache_damaged_data_refused_whole)
{
    fftc_vulkan_cache *one = open_cache("", 0);
    fftc_vulkan_cache *two = open_cache("", 0);
    testing_random random = testing_random_start("damage");
    fftc_error error;
    size_t bytes;
    (void)use(one, 0);
    size_t single = saved_bytes(one);
    (void)use(one, 1);
    uint8_t *data = save(one, &bytes);
    for (int i = 0; i < 300; ++i) {
        size_t at = i < 80 ? (size_t)i : (size_t)testing_random_below(&random, bytes);
        uint8_t flip = (uint8_t)(1u << testing_random_below(&random, 8));
        data[at] ^= flip;
        ck_assert_msg(fftc_vulkan_cache_load(two, data, bytes, &error) == FFTC_INVALID_ARGUMENT,
                      "byte %zu, bits %02x", at, flip);
        data[at] ^= flip;
        if (at != 0 && at != single && at != bytes - single) { /* at these places a module ends */
            ck_assert_int_eq(fftc_vulkan_cache_load(two, data, at, &error), FFTC_INVALID_ARGUMENT);
        }
        ck_assert_uint_eq(saved_bytes(two), 0);
    }
    ck_assert_ptr_nonnull(strstr(error.message, "damaged"));
    free(data);
    fftc_vulkan_cache_destroy(one);
    fftc_vulkan_cache_destroy(two);
}
END_TEST

START_TEST(cache_bad_arguments_refused)
{
    fftc_vulkan_cache *cache = open_cache("", 0);
    size_t bytes = 0;
    uint8_t little[10];
    memset(little, 0x5a, sizeof little);
    ck_assert_int_eq(fftc_vulkan_cache_create(NULL, NULL, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_cache_load(NULL, "", 0, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_cache_load(cache, NULL, 1, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_cache_save(NULL, NULL, 0, &bytes, NULL), FFTC_INVALID_ARGUMENT);
    ck_assert_int_eq(fftc_vulkan_cache_save(cache, NULL, 0, NULL, NULL), FFTC_INVALID_ARGUMENT);
    (void)use(cache, 0);
    ck_assert_int_eq(fftc_vulkan_cache_save(cache, little, sizeof little, &bytes, NULL),
                     FFTC_TOO_LARGE);
    ck_assert_uint_gt(bytes, sizeof little);
    for (size_t i = 0; i < sizeof little; ++i) {
        ck_assert_uint_eq(little[i], 0x5a);
    }
    fftc_vulkan_cache_destroy(cache);
    fftc_vulkan_cache_destroy(NULL);
}
END_TEST

/* --- folders -------------------------------------------------------------------------------- */

START_TEST(folder_made_where_the_environment_says)
{
    char path[400];
    char wanted[200];
    uint64_t bytes;
    make_folder();
    unsetenv("FFTCORE_CACHE_DIR");
    setenv("XDG_CACHE_HOME", folder, 1);
    setenv("HOME", "/nonexistent", 1);
    fftc_vulkan_cache *cache = open_cache(NULL, 0);
    (void)use(cache, 0);
    fftc_vulkan_cache_destroy(cache);
    snprintf(wanted, sizeof wanted, "%s/fftcore", folder);
    ck_assert_int_eq(access(wanted, F_OK), 0);
    snprintf(wanted, sizeof wanted, "%s/a/b", folder);
    setenv("FFTCORE_CACHE_DIR", wanted, 1);
    cache = open_cache(NULL, 0);
    (void)use(cache, 0);
    fftc_vulkan_cache_destroy(cache);
    ck_assert_uint_eq(list(wanted, &bytes, path), 1);
    setenv("FFTCORE_CACHE_DIR", "", 1); /* none: and nothing is written */
    setenv("XDG_CACHE_HOME", "/nonexistent/so/it/would/fail", 1);
    cache = open_cache(NULL, 0);
    (void)use(cache, 0);
    fftc_vulkan_cache_destroy(cache);
    remove_folder();
}
END_TEST

static void rewrite(const char *path, int how)
{
    FILE *file = fopen(path, "r+b");
    ck_assert_ptr_nonnull(file);
    if (how == 0) { /* cut short */
        ck_assert_int_eq(ftruncate(fileno(file), 1000), 0);
    } else if (how == 1) {
        ck_assert_int_eq(ftruncate(fileno(file), 0), 0);
    } else if (how == 2) { /* longer */
        ck_assert_int_eq(fseek(file, 0, SEEK_END), 0);
        ck_assert_int_eq(fputc('x', file), 'x');
    } else {
        ck_assert_int_eq(fseek(file, 500, SEEK_SET), 0);
        int byte = fgetc(file);
        ck_assert_int_eq(fseek(file, 500, SEEK_SET), 0);
        ck_assert_int_ne(fputc(byte ^ 0x10, file), EOF);
    }
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(folder_damaged_files_written_anew)
{
    char path[400];
    uint64_t bytes;
    uint64_t whole;
    make_folder();
    fftc_vulkan_cache *cache = open_cache(folder, 0);
    size_t words = use(cache, 0);
    fftc_vulkan_cache_destroy(cache);
    ck_assert_uint_eq(list(folder, &whole, path), 1);
    ck_assert_uint_gt(whole, 4 * words);
    for (int how = 0; how < 4; ++how) {
        struct stat before;
        struct stat after;
        rewrite(path, how);
        ck_assert_int_eq(stat(path, &before), 0);
        cache = open_cache(folder, 0);
        ck_assert_uint_eq(use(cache, 0), words);
        fftc_vulkan_cache_destroy(cache);
        ck_assert_uint_eq(list(folder, &bytes, path), 1);
        ck_assert_uint_eq(bytes, whole);
        cache = open_cache(folder, 0); /* a whole file is left alone */
        ck_assert_int_eq(stat(path, &before), 0);
        ck_assert_uint_eq(use(cache, 0), words);
        ck_assert_int_eq(stat(path, &after), 0);
        ck_assert_uint_eq(before.st_ino, after.st_ino);
        fftc_vulkan_cache_destroy(cache);
    }
    remove_folder();
}
END_TEST

START_TEST(folder_full_the_oldest_go_and_strangers_stay)
{
    char path[400];
    char oldest[400];
    uint64_t bytes;
    uint64_t one;
    make_folder();
    snprintf(path, sizeof path, "%s/.notes", folder);
    FILE *notes = fopen(path, "w");
    ck_assert_ptr_nonnull(notes);
    ck_assert_int_eq(fclose(notes), 0);
    const struct timespec long_ago[2] = {{.tv_sec = 1000000}, {.tv_sec = 1000000}};
    snprintf(path, sizeof path, "%s/.new-years-resolutions", folder);
    notes = fopen(path, "w");
    ck_assert_ptr_nonnull(notes);
    ck_assert_int_eq(fclose(notes), 0);
    ck_assert_int_eq(utimensat(AT_FDCWD, path, long_ago, 0), 0);
    fftc_vulkan_cache *cache = open_cache(folder, 0);
    (void)use(cache, 0);
    ck_assert_uint_eq(list(folder, &one, oldest), 1);
    ck_assert_int_eq(utimensat(AT_FDCWD, oldest, long_ago, 0), 0);
    (void)use(cache, 1);
    (void)use(cache, 2);
    ck_assert_uint_eq(list(folder, &bytes, path), 3);
    fftc_vulkan_cache_destroy(cache);
    cache = open_cache(folder, bytes);
    (void)use(cache, 3);
    ck_assert_uint_le(list(folder, &bytes, path), 3);
    ck_assert_int_ne(access(oldest, F_OK), 0);
    fftc_vulkan_cache_destroy(cache);
    snprintf(path, sizeof path, "%s/.notes", folder);
    ck_assert_int_eq(access(path, F_OK), 0);
    snprintf(path, sizeof path, "%s/.new-years-resolutions", folder);
    ck_assert_int_eq(access(path, F_OK), 0);
    cache = open_cache(folder, 100); /* smaller than any module: nothing is added */
    (void)use(cache, 4);
    fftc_vulkan_cache_destroy(cache);
    remove_folder();
}
END_TEST

#define USERS 4

static void *use_some(void *data)
{
    for (unsigned i = 0; i < 3; ++i) {
        fftc_vulkan_cache *cache = open_cache(folder, 0);
        (void)use(cache, (i + (unsigned)(size_t)data) % 3);
        fftc_vulkan_cache_destroy(cache);
    }
    return NULL;
}

START_TEST(folder_shared_by_threads_and_processes_stays_whole)
{
    pthread_t threads[USERS];
    pid_t children[USERS];
    char path[400];
    uint64_t bytes;
    make_folder();
    for (size_t i = 0; i < USERS; ++i) {
        children[i] = fork();
        if (children[i] == 0) {
            (void)use_some((void *)i);
            _exit(0);
        }
    }
    for (size_t i = 0; i < USERS; ++i) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, use_some, (void *)i), 0);
    }
    for (size_t i = 0; i < USERS; ++i) {
        int status;
        pthread_join(threads[i], NULL);
        ck_assert_int_eq(waitpid(children[i], &status, 0), children[i]);
        ck_assert_int_eq(status, 0);
    }
    ck_assert_uint_eq(list(folder, &bytes, path), 3);
    remove_folder();
}
END_TEST

/* --- devices -------------------------------------------------------------------------------- */

/* The first number of the transform of 1, 2, 3, 4, ... by a plan of a context with this cache. */
static double run(uint32_t device, fftc_vulkan_cache *cache, fftc_direction direction)
{
    const fftc_transform t = {.length = {16}, .direction = direction, .scaling = FFTC_SCALE_NONE};
    const fftc_vulkan_options options = {.device = device, .cache = cache};
    fftc_vulkan *context;
    fftc_vulkan_plan *plan;
    fftc_error error;
    gpu_queue queue;
    gpu_buffer src;
    gpu_buffer dst;
    ck_assert_msg(fftc_vulkan_create(&options, &context, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert_int_eq(gpu_open(context, &queue), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&queue, 128, false, &src), VK_SUCCESS);
    ck_assert_int_eq(gpu_buffer_create(&queue, 128, true, &dst), VK_SUCCESS);
    ck_assert_msg(fftc_vulkan_plan_create(context, &t, NULL, &plan, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    VkBufferCopy all = {0, 0, 128};
    float *numbers = dst.mapped;
    for (int i = 0; i < 32; ++i) {
        numbers[i] = (float)(i * i % 7);
    }
    gpu_buffer out;
    ck_assert_int_eq(gpu_buffer_create(&queue, 128, false, &out), VK_SUCCESS);
    const fftc_vulkan_buffers buffers = {.src = {.buffer = src.handle},
                                         .dst = {.buffer = out.handle}};
    ck_assert_int_eq(gpu_begin(&queue), VK_SUCCESS);
    vkCmdCopyBuffer(queue.commands, dst.handle, src.handle, 1, &all);
    gpu_barrier(&queue);
    ck_assert_int_eq(fftc_vulkan_plan_record(plan, queue.commands, &buffers, NULL), FFTC_SUCCESS);
    gpu_barrier(&queue);
    vkCmdCopyBuffer(queue.commands, out.handle, dst.handle, 1, &all);
    gpu_barrier(&queue);
    ck_assert_int_eq(gpu_submit(&queue), VK_SUCCESS);
    double second = (double)numbers[2];
    fftc_vulkan_plan_destroy(plan);
    gpu_buffer_destroy(&queue, &src);
    gpu_buffer_destroy(&queue, &dst);
    gpu_buffer_destroy(&queue, &out);
    gpu_close(&queue);
    fftc_vulkan_destroy(context);
    return second;
}

/* Exchanges the names of two modules and makes their digests right again. */
static void swap_names(uint8_t *a, size_t a_bytes, uint8_t *b, size_t b_bytes)
{
    uint8_t *module[2] = {a, b};
    size_t bytes[2] = {a_bytes, b_bytes};
    uint8_t name[AT_REST - AT_NAME];
    memcpy(name, a + AT_NAME, sizeof name);
    memcpy(a + AT_NAME, b + AT_NAME, sizeof name);
    memcpy(b + AT_NAME, name, sizeof name);
    for (int i = 0; i < 2; ++i) {
        fftc_digester d;
        fftc_digest_begin(&d);
        fftc_digest_add(&d, module[i] + AT_NAME, bytes[i] - AT_NAME);
        fftc_digest digest = fftc_digest_end(&d);
        memcpy(module[i] + AT_DIGEST, &digest, sizeof digest);
    }
}

/* That modules are taken from a cache and not compiled again shows when they are the wrong ones:
 * forward and inverse under each other's names. */
START_TEST(module_in_the_cache_is_what_runs)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        fftc_vulkan_cache *one = open_cache("", 0);
        double forward = run(numbers[i], one, FFTC_FORWARD);
        size_t first;
        free(save(one, &first));
        fftc_vulkan_cache_destroy(one);
        one = open_cache("", 0);
        double inverse = run(numbers[i], one, FFTC_INVERSE);
        size_t second;
        uint8_t *b = save(one, &second);
        ck_assert_double_ne(forward, inverse);
        ck_assert_double_eq(forward, run(numbers[i], one, FFTC_FORWARD));
        fftc_vulkan_cache_destroy(one);
        one = open_cache("", 0);
        (void)run(numbers[i], one, FFTC_FORWARD);
        uint8_t *a = save(one, &first);
        fftc_vulkan_cache_destroy(one);
        swap_names(a, first, b, second);
        fftc_vulkan_cache *swapped = open_cache("", 0);
        ck_assert_int_eq(fftc_vulkan_cache_load(swapped, a, first, NULL), FFTC_SUCCESS);
        ck_assert_int_eq(fftc_vulkan_cache_load(swapped, b, second, NULL), FFTC_SUCCESS);
        ck_assert_double_eq(run(numbers[i], swapped, FFTC_FORWARD), inverse);
        ck_assert_double_eq(run(numbers[i], swapped, FFTC_INVERSE), forward);
        fftc_vulkan_cache_destroy(swapped);
        free(a);
        free(b);
    }
}
END_TEST

/* An emitted plan's modules are those that a device with these limits asks for. */
START_TEST(emitted_modules_serve_the_device)
{
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        const fftc_transform t = {.length = {16}, .scaling = FFTC_SCALE_NONE};
        fftc_vulkan_cache *cache = open_cache("", 0);
        fftc_emitted_plan plan;
        ck_assert_int_eq(
            fftc_vulkan_plan_emit(&t, vulkan_testing_device(numbers[i]), NULL, cache, &plan, NULL),
            FFTC_SUCCESS);
        fftc_emitted_plan_free(&plan);
        size_t before = saved_bytes(cache);
        (void)run(numbers[i], cache, FFTC_FORWARD);
        ck_assert_uint_eq(saved_bytes(cache), before); /* nothing was missing */
        fftc_vulkan_cache_destroy(cache);
    }
}
END_TEST

/* What halves need on a device is not known before: all of it is there. */
START_TEST(emitted_modules_of_halves_serve_any_device)
{
    const fftc_transform t[] = {
        {.length = {512}, .precision = FFTC_FLOAT16},
        {.length = {15}, .batch = 3, .precision = FFTC_FLOAT16, .kind = FFTC_REAL}};
    uint32_t numbers[VULKAN_TESTING_DEVICES_MAX];
    uint32_t count = vulkan_testing_devices(numbers);
    for (uint32_t i = 0; i < count; ++i) {
        fftc_vulkan_cache *cache = open_cache("", 0);
        const fftc_vulkan_options options = {.device = numbers[i], .cache = cache};
        fftc_vulkan_device other = *vulkan_testing_device(numbers[i]);
        fftc_vulkan *context;
        fftc_vulkan_plan *plan;
        fftc_emitted_plan emitted;
        other.storage16 = !other.storage16;
        ck_assert_int_eq(fftc_vulkan_create(&options, &context, NULL), FFTC_SUCCESS);
        for (int k = 0; k < 2; ++k) { /* the first tries the device's halves, by a module */
            ck_assert_int_eq(fftc_vulkan_plan_emit(&t[k], &other, NULL, cache, &emitted, NULL),
                             FFTC_SUCCESS);
            fftc_emitted_plan_free(&emitted);
            size_t before = saved_bytes(cache);
            ck_assert_int_eq(fftc_vulkan_plan_create(context, &t[k], NULL, &plan, NULL),
                             FFTC_SUCCESS);
            fftc_vulkan_plan_destroy(plan);
            ck_assert(k == 0 || saved_bytes(cache) == before);
        }
        fftc_vulkan_destroy(context);
        fftc_vulkan_cache_destroy(cache);
    }
}
END_TEST

VULKAN_TESTING_MAIN("vulkan_cache", digest_known_texts_known_digests,
                    cache_saved_and_loaded_same_bytes, cache_damaged_data_refused_whole,
                    cache_bad_arguments_refused, folder_made_where_the_environment_says,
                    folder_damaged_files_written_anew, folder_full_the_oldest_go_and_strangers_stay,
                    folder_shared_by_threads_and_processes_stays_whole,
                    module_in_the_cache_is_what_runs, emitted_modules_serve_the_device,
                    emitted_modules_of_halves_serve_any_device)
