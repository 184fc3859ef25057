/* SPDX-License-Identifier: MIT
 *
 * Scans of driver.c: of a workgroup's numbers, and of arrays in blocks.
 */
#ifndef DRIVER_SCANS_H
#define DRIVER_SCANS_H

#define FFTC_SCAN_WORDS 2u
#include "fftcore/kernel/scan.h"
#define FFTC_SCAN_BLOCK_LOG2 (driver_e + driver_w)
#define FFTC_SCAN_ITEMS_LOG2 0u
#define FFTC_SCAN_SEGMENTED 0u
static unsigned driver_exact; /* each kernel of blocks sets it */
#define FFTC_SCAN_EXACT driver_exact
#define FFTC_SCAN_LOADS_MAX 8
#define FFTC_SCAN_ITEMS_MAX 1
#include "fftcore/kernel/scan_block.h"

/* Scans are sums of the numbers' bits. */
fftc_scan_value fftc_scan_combine(fftc_scan_value earlier, fftc_scan_value later)
{
    later.word[0] += earlier.word[0];
    later.word[1] += earlier.word[1];
    return later;
}

fftc_scan_value fftc_scan_identity(void)
{
    fftc_scan_value zero = {{0u, 0u}};
    return zero;
}

fftc_scan_value fftc_scan_load(fftc_uint index)
{
    fftc_scan_value value;
    fftc_complex z;
    fftc_memory_load(MEMORY_DATA, index, &z);
    memcpy(value.word, &z, sizeof z);
    return value;
}

void fftc_scan_store(fftc_uint index, fftc_scan_value value)
{
    fftc_complex z;
    memcpy(&z, value.word, sizeof z);
    fftc_memory_store(MEMORY_RESULT, index, &z);
}

static void kernel_scan(void *user)
{
    (void)user;
    uint32_t t = fftc_invocation_index();
    fftc_scan_store(t, fftc_workgroup_scan_inclusive(fftc_scan_load(t)));
}

static void kernel_scan_exclusive(void *user)
{
    (void)user;
    uint32_t t = fftc_invocation_index();
    fftc_scan_store(t, fftc_workgroup_scan_exclusive(fftc_scan_load(t)));
}

static void kernel_reduce(void *user)
{
    (void)user;
    uint32_t t = fftc_invocation_index();
    fftc_scan_store(t, fftc_workgroup_reduce(fftc_scan_load(t)));
}

static void kernel_scan_subgroup(void *user)
{
    (void)user;
    uint32_t t = fftc_invocation_index();
    fftc_scan_store(t, fftc_subgroup_scan_exclusive(fftc_scan_load(t), fftc_scan_lanes_log2()));
}

static void kernel_scan_array(void *user)
{
    (void)user;
    (void)fftc_workgroup_scan_array(1u << driver_e, FFTC_SCAN_EXCLUSIVE, fftc_scan_identity());
}

/* Blocks of an array: all of them have the same items. */
fftc_scan_items fftc_scan_items_load(fftc_uint index)
{
    fftc_scan_items items;
    items.item[0] = fftc_scan_load(index & ((1u << (driver_e + driver_w)) - 1u));
    return items;
}

void fftc_scan_items_store(fftc_uint index, fftc_scan_items items)
{
    fftc_scan_store(index & ((1u << (driver_e + driver_w)) - 1u), items.item[0]);
}

fftc_scan_value fftc_scan_total_load(fftc_uint index)
{
    return fftc_scan_load(index);
}

void fftc_scan_total_store(fftc_uint index, fftc_scan_value value)
{
    fftc_scan_store(index, value);
}

/* Blocks 0 and 1 have a total, but the former says so only when it is looked at for the third
 * time. */
static unsigned driver_looks[3];

fftc_uint fftc_scan_state_load(fftc_uint index)
{
    unsigned block = index / FFTC_SCAN_STATE_WORDS;
    if (driver_looks[block]++ < 2u * FFTC_SCAN_STATE_WORDS * (1u - block)) {
        return 0;
    }
    return ((index * 7919u + 3u) & 0xffffu) | FFTC_SCAN_THERE;
}

void fftc_scan_state_store(fftc_uint index, fftc_uint word)
{
    (void)index;
    (void)word;
}

fftc_uint fftc_scan_take_block(void)
{
    memset(driver_looks, 0, sizeof driver_looks);
    return 2;
}

/* Workgroups have 16 invocations or more, blocks 2^12 items or fewer. */
static void kernel_scan_block(void *user)
{
    (void)user;
    driver_exact = 0;
    if (driver_w >= 4u && driver_e + driver_w <= 12u) {
        fftc_scan_finish(0u, 1, FFTC_SCAN_EXCLUSIVE);
    }
}

static void kernel_scan_pass(void *user)
{
    (void)user;
    driver_exact = 0;
    if (driver_w >= 4u && driver_e + driver_w <= 12u) {
        fftc_scan_pass(3u, FFTC_SCAN_INCLUSIVE);
    }
}

/* Where any order has the same bits. */
static void kernel_scan_pass_exact(void *user)
{
    (void)user;
    driver_exact = 2;
    if (driver_w >= 4u && driver_e + driver_w <= 12u) {
        fftc_scan_pass(3u, FFTC_SCAN_INCLUSIVE);
    }
}

#endif
