/* SPDX-License-Identifier: MIT
 *
 * `fftcore diff`: one transform carried out by every execution at hand, stage by stage.
 */
#ifndef TOOL_DIFF_H
#define TOOL_DIFF_H

#include "fftcore/emulate.h"
#include "recording.h"
#include "scalar.h"
#include "shape_options.h"

#define DIFF_LENGTH_LOG2 20u /* every stage of every execution is kept */
#define DIFF_FINDINGS 64u

typedef struct diff_options {
    const char *file; /* NULL: random */
    tool_source_choice choice;
    uint64_t offset; /* TOOL_NOT_GIVEN: the loudest stretch */
    tool_shape shape;
    fftc_workgroup_fft fft;
    fftc_schedule schedule;
    uint64_t seed;
    const char *device;
    const char *json, *html; /* NULL: none; "-": stdout */
} diff_options;

/* One execution against the emulator and against FFTW. */
typedef struct diff_stage {
    tool_comparison bits;
    double error; /* relative L2; negative if there is no FFTW */
} diff_stage;

typedef enum diff_kind { DIFF_EMULATOR = 0, DIFF_SIMD, DIFF_DEVICE } diff_kind;

typedef struct diff_execution {
    diff_kind kind;
    char name[256];
    char label[20]; /* the name, short enough for a column */
    uint32_t device;
    uint32_t subgroup_size;
    fftc_status status;
    char reason[FFTC_MESSAGE_BYTES]; /* if it did not run */
    double milliseconds;
    unsigned char *stages; /* [stage][position] */
    unsigned char *result; /* [slot] */
    diff_stage stage[FFTC_STAGE_LIMIT];
    diff_stage final;
} diff_execution;

typedef struct diff_run {
    diff_options options;
    tool_signal recording; /* the whole of it; empty if random */
    uint64_t offset;       /* of the first point in the recording */
    uint32_t stage_count;
    uint64_t length;       /* N */
    size_t array_bytes;    /* of N complex numbers */
    unsigned char *source; /* what every execution was given, N complex numbers */
    double *wave;          /* the points in the time domain, as precision holds them */
    double *spectrum;      /* X of oracle.h */
    double *expected;      /* the result by FFTW, by slot */
    bool oracle;
    char oracle_reason[FFTC_MESSAGE_BYTES]; /* why there is no FFTW */
    char device_reason[FFTC_MESSAGE_BYTES]; /* why there is no device, if there is none */
    diff_execution *executions;             /* the first is the emulator */
    uint32_t execution_count;
    fftc_report report;
    fftc_finding findings[DIFF_FINDINGS];
    uint64_t subnormal; /* scalars of all stages outside of what exact mode promises */
    double bound;
} diff_run;

/* Runs and compares everything. TOOL_GOOD if it could be done, whatever came out; otherwise after
 * refusing. `run` holds the options; diff_run_free releases the rest. */
int diff_run_all(diff_run *run);
void diff_run_free(diff_run *run);

typedef struct diff_verdict {
    bool equal; /* every execution that ran, every stage, every bit */
    bool ran;   /* nothing failed; an execution that cannot do this is left out, not failed */
    bool within_bound;  /* true too if there is no FFTW */
    double worst_error; /* negative if there is no FFTW */
    uint64_t findings;
    bool good;
} diff_verdict;

diff_verdict diff_judge(const diff_run *run);

/* Distance from FFTW of every element of the emulator's array after a stage, over the root mean
 * square of that array; N numbers. False without FFTW. */
bool diff_element_errors(const diff_run *run, uint32_t stage, double *errors);

uint64_t diff_stride(const diff_run *run, uint32_t stage);
const char *diff_exchange_name(fftc_exchange exchange);
/* The stage that is carried out as number `step`: the inverse starts from the last. */
uint32_t diff_stage_at(const diff_run *run, uint32_t step);
/* "Front_Center.wav, points 1024 to 5119 of 68640, 48000 Hz" or "random, seed 1" */
void diff_describe_source(const diff_run *run, char *text, size_t bytes);

void diff_print_table(const diff_run *run);
bool diff_write_json(const diff_run *run, const char *path);
bool diff_write_html(const diff_run *run, const char *path);

#endif
