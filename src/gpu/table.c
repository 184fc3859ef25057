/* SPDX-License-Identifier: MIT
 *
 * Tables of factors on the device. Plans that need the same ones share them.
 */
#include <stdlib.h>
#include <string.h>

#include "device/table_jobs.h"
#include "gpu/internal.h"
#include "gpu/times.h"
#include "support/error.h"
#include "support/own_transform.h"

/* What decides the numbers of a pass. */
static void add_pass(fftc_digester *d, const fftc_pass_key *key)
{
    const uint32_t words[] = {key->lines, key->before, key->fine, key->precision};
    fftc_digest_add(d, words, sizeof words);
    fftc_digest_add(d, &key->line, sizeof key->line);
    fftc_digest_add(d, &key->real, sizeof key->real);
    fftc_digest_add(d, &key->convolution, sizeof key->convolution);
}

static fftc_digest name_of(const fftc_pass_plan *passes)
{
    fftc_digester d;
    fftc_digest_begin(&d);
    for (uint32_t i = 0; i < passes->count; ++i) {
        add_pass(&d, &passes->pass[i].key);
    }
    return fftc_digest_end(&d);
}

/* The context's table of this name, with one more user; NULL if there is none. */
static fftc_table *find(fftc_vulkan *context, const fftc_digest *name)
{
    pthread_mutex_lock(&context->tables_lock);
    fftc_table *t = context->tables;
    while (t != NULL && memcmp(&t->name, name, sizeof *name) != 0) {
        t = t->next;
    }
    if (t != NULL) {
        ++t->users;
    }
    pthread_mutex_unlock(&context->tables_lock);
    return t;
}

/* The first pass with the same table as number i. */
static uint32_t first_same(const fftc_pass_plan *passes, uint32_t i)
{
    uint32_t first = 0;
    while (first < i && !fftc_pass_table_same(&passes->pass[first].key, &passes->pass[i].key)) {
        ++first;
    }
    return first;
}

static bool fill(const fftc_pass_plan *passes, const fftc_table *table)
{
    fftc_table_jobs jobs = {.transform = fftc_own_transform};
    bool good = true;
    for (uint32_t i = 0; i < passes->count && good; ++i) {
        char *to = (char *)table->array.mapped + table->first[i];
        good = first_same(passes, i) != i || fftc_pass_table_begin(&passes->pass[i].key, to, &jobs);
    }
    fftc_table_jobs_run(&jobs);
    return good;
}

static fftc_status make(fftc_vulkan *context, const fftc_pass_plan *passes, uint32_t element_bytes,
                        fftc_table *table, fftc_vulkan_plan_times *times, fftc_error *error)
{
    uint64_t align =
        context->offset_alignment > element_bytes ? context->offset_alignment / element_bytes : 1;
    uint64_t total = 0;
    double start = fftc_seconds();
    for (uint32_t i = 0; i < passes->count; ++i) {
        uint32_t same = first_same(passes, i);
        if (same != i) {
            table->first[i] = table->first[same];
            continue;
        }
        table->first[i] = total * element_bytes;
        total += (fftc_pass_table_count(&passes->pass[i].key) + align) / align * align;
    }
    fftc_status status =
        fftc_array_create_sent(context, total * element_bytes, &table->array, error);
    start = fftc_seconds_add(&times->memory, start);
    if (status == FFTC_SUCCESS && !fill(passes, table)) {
        status = fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory to compute factors");
    }
    start = fftc_seconds_add(&times->tables, start);
    if (status == FFTC_SUCCESS) {
        status = fftc_array_upload(context, &table->array, error);
        (void)fftc_seconds_add(&times->memory, start);
    }
    return status;
}

fftc_status fftc_table_get(fftc_vulkan *context, const fftc_pass_plan *passes,
                           uint32_t element_bytes, fftc_table **table,
                           fftc_vulkan_plan_times *times, fftc_error *error)
{
    fftc_digest name = name_of(passes);
    *table = find(context, &name);
    if (*table != NULL) {
        return FFTC_SUCCESS;
    }
    fftc_table *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a plan");
    }
    made->name = name;
    made->users = 1;
    fftc_status status = make(context, passes, element_bytes, made, times, error);
    if (status != FFTC_SUCCESS) {
        fftc_array_destroy(context, &made->array);
        free(made);
        return status;
    }
    /* Another thread may have made an equal table meanwhile; then there are two. */
    pthread_mutex_lock(&context->tables_lock);
    made->next = context->tables;
    context->tables = made;
    pthread_mutex_unlock(&context->tables_lock);
    *table = made;
    return FFTC_SUCCESS;
}

void fftc_table_release(fftc_vulkan *context, fftc_table *table)
{
    if (table == NULL) {
        return;
    }
    pthread_mutex_lock(&context->tables_lock);
    fftc_table **link = &context->tables;
    bool last = --table->users == 0;
    while (last && *link != table) {
        link = &(*link)->next;
    }
    if (last) {
        *link = table->next;
    }
    pthread_mutex_unlock(&context->tables_lock);
    if (last) {
        fftc_array_destroy(context, &table->array);
        free(table);
    }
}
