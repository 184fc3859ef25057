/* SPDX-License-Identifier: MIT
 *
 * Cases of the program `huge_device`: large transforms on a Vulkan device.
 */
#ifndef FFTC_TESTS_HUGE_DEVICE_CASE_H
#define FFTC_TESTS_HUGE_DEVICE_CASE_H

#include "../../bench/gpu.h"
#include "numbers.h"
#include "report.h"

typedef struct device_case {
    const char *name;
    fftc_transform transform;
    bool descriptors;    /* false: arrays by their addresses */
    const char *refused; /* part of the message; NULL: it is carried out */
} device_case;

typedef struct device_run {
    fftc_vulkan *context;
    gpu_queue queue;
    gpu_buffer array[3]; /* src, dst and scratch of all cases; made longer where that is needed */
    gpu_buffer staging;
    huge_report report;
} device_run;

/* Makes array `number` at least so long. False: the device has no room, which is reported. */
bool device_provide(device_run *run, int number, uint64_t bytes);

/* Submits the queue's commands; false after reporting. */
bool device_submit(device_run *run, const char *what);

void device_case_run(device_run *run, const device_case *c);

/* A convolution of real or complex floats with a few taps around the corner, in blocks. */
typedef struct device_convolution {
    const char *name;
    uint64_t period;
    fftc_kind kind;
} device_convolution;

void device_convolution_run(device_run *run, const device_convolution *c);

#endif
