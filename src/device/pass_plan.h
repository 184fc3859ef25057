/* SPDX-License-Identifier: MIT
 *
 * A transform as a list of dispatches of kernel/fft_pass.h, chosen by arithmetic on limits: for
 * Vulkan devices, and for the emulator that runs the same dispatches.
 */
#ifndef FFTC_DEVICE_PASS_PLAN_H
#define FFTC_DEVICE_PASS_PLAN_H

#include "describe/layout.h"
#include "device/chirp_plan.h"
#include "device/line_plan.h"
#include "device/pass_choices.h"
#include "fftcore/device.h"

#define FFTC_PASS_DIGITS_MAX 4

/* The most elements of an array in one dispatch: kernels count them in 32 bits, and SPIR-V takes an
 * index as signed. */
#define FFTC_PASS_ELEMENTS_MAX ((uint64_t)1 << 31)

/* Where a pass reads or writes. The spare is a second part of the scratch, for what can neither be
 * in dst nor be done in place. The work is a third part, for convolutions, which are longer than
 * what they transform. */
typedef enum fftc_place {
    FFTC_PLACE_SRC = 0,
    FFTC_PLACE_DST,
    FFTC_PLACE_SCRATCH,
    FFTC_PLACE_SPARE,
    FFTC_PLACE_WORK,
    FFTC_PLACE_SPECTRUM /* of a convolution's kernel, only read */
} fftc_place;
#define FFTC_PLACE_COUNT 6

/* How an array holds complex numbers. */
typedef enum fftc_form {
    FFTC_FORM_COMPLEX = 0, /* side by side, of the precision that is computed in */
    FFTC_FORM_HALVES,      /* two halves in a word, for float: kernel/halves.h */
    FFTC_FORM_SPLIT,       /* real and imaginary parts in arrays of their own */
    FFTC_FORM_REAL,        /* numbers without imaginary parts */
    FFTC_FORM_REAL_HALVES, /* halves without imaginary parts; two stand in a word, and need not
                              be neighbours of a line */
    FFTC_FORM_SPLIT_HALVES /* halves, with real and imaginary parts in arrays of their own */
} fftc_form;

/* Bytes of an item in each of the arrays of a place. `precision` is that of the computation. */
static inline uint32_t fftc_form_bytes(uint32_t form, uint32_t precision)
{
    uint32_t number = fftc_complex_bytes((fftc_precision)precision);
    return form == FFTC_FORM_COMPLEX                                         ? number
           : form == FFTC_FORM_REAL_HALVES || form == FFTC_FORM_SPLIT_HALVES ? 2
                                                                             : number / 2;
}

static inline bool fftc_form_is_split(uint32_t form)
{
    return form == FFTC_FORM_SPLIT || form == FFTC_FORM_SPLIT_HALVES;
}

static inline fftc_form fftc_form_of(fftc_storage storage)
{
    bool half = storage.precision == FFTC_FLOAT16;
    if (storage.real) {
        return half ? FFTC_FORM_REAL_HALVES : FFTC_FORM_REAL;
    }
    if (storage.split) {
        return half ? FFTC_FORM_SPLIT_HALVES : FFTC_FORM_SPLIT;
    }
    return half ? FFTC_FORM_HALVES : FFTC_FORM_COMPLEX;
}

/* The parameters of kernel/real_pass.h; all 0 for other passes. */
typedef struct fftc_pass_real {
    uint32_t used;
    uint32_t load; /* FFTC_EDGE_... */
    uint32_t store;
    uint32_t points;
    uint32_t sine;
    uint32_t orthogonal;
    uint32_t mirrored_load;
    uint32_t mirrored_store;
    uint32_t src_row;
    uint32_t dst_row;
} fftc_pass_real;

/* The parameters of kernel/mapped_pass.h; all 0 for other passes. */
typedef struct fftc_pass_map {
    uint32_t used;
    uint32_t src_real;
    uint32_t wrapped;
    uint32_t at;
    uint32_t modulus;
    uint32_t begin;
    uint32_t end;
    uint32_t mirrored;
    uint32_t last;
    uint32_t padding;
    uint32_t conjugate;
    uint32_t at_2;
    uint32_t count_2;
    uint32_t src_apart;
    uint32_t dst_real;
    uint32_t dst_count_2;
    uint32_t dst_apart;
    uint32_t signals;
    uint32_t digit;
    uint32_t block;
    uint32_t block_digit;
    uint32_t dst_all;
    uint32_t dst_all_2;
    uint32_t negated;
    uint32_t negative;
    uint32_t negative_2;
    uint32_t brick; /* 0: none */
    uint32_t brick_rows;
} fftc_pass_map;

/* The parameters of include/fftcore/kernel/bloom_edge.h for the first and the last pass of a bloom,
 * which do all channels of a line at once; all 0 for other passes. */
typedef struct fftc_pass_bloom {
    uint32_t channels;
    uint32_t width;
    uint32_t src_picture;
    uint32_t src_row;
    uint32_t src_pixel;
    uint32_t src_channel;
    uint32_t dst_picture;
    uint32_t dst_row;
    uint32_t dst_pixel;
    uint32_t dst_channel;
    uint32_t halves;
    uint32_t beyond[4]; /* the bits of floats */
    uint32_t infinities;
    uint32_t clamped;
} fftc_pass_bloom;

/* The parameters of kernel/resample_line.h for the product of a bloom with a resampled kernel; all
 * 0 for other passes. */
typedef struct fftc_pass_resampled {
    uint32_t used; /* FFTC_RESAMPLED */
    uint32_t along;
    uint32_t period;
    uint32_t beside;
    uint32_t halved;
    uint32_t rows;
    uint32_t quarter;
    uint32_t shifted;
    uint32_t shift_along; /* places that the kernel's centre is moved down by, along the lines */
    uint32_t shift_beside;
} fftc_pass_resampled;

/* How an intermediate result is laid out: FFTC_PASS_..._COLUMNS and _ROWS of kernel/fft_pass.h,
 * less one. */
typedef struct fftc_pass_bricks {
    uint32_t columns;
    uint32_t rows;
} fftc_pass_bricks;

/* The kernel's parameters. Only uint32_t: two passes can share a kernel if these
 * bytes are the same. */
typedef struct fftc_pass_key {
    fftc_line_schedule line;
    uint32_t lines;  /* of one transform: M */
    uint32_t before; /* P */
    uint32_t even;   /* the lines fill their workgroups */
    uint32_t digits;
    uint32_t across; /* FFTC_PASS_ACROSS; 0: not defined */
    uint32_t beside; /* FFTC_PASS_BESIDE; 0: not defined */
    uint32_t beside_all;
    uint32_t src_stride;
    uint32_t dst_stride;
    uint32_t src_row; /* of planes: FFTC_PASS_SRC_ROW, _DST_ROW; else 0 */
    uint32_t dst_row;
    uint32_t precision;
    uint32_t in_place;
    uint32_t inverse;
    uint32_t scaled;
    uint32_t scale[2];     /* the bits of a double, low word first */
    uint32_t src_range[2]; /* begin and end, in elements of the axis */
    uint32_t dst_range[2];
    uint32_t src_form; /* fftc_form */
    uint32_t dst_form;
    uint32_t fine; /* FFTC_PASS_FINE; 0: all powers are in the table */
    fftc_pass_bricks src_bricks;
    fftc_pass_bricks dst_bricks;
    uint32_t src_all; /* FFTC_PASS_SRC_ALL; 0: not defined */
    uint32_t load;    /* by an accessor of the user's: kernel/edge.h */
    uint32_t store;   /* by an accessor of the user's */
    fftc_pass_real real;
    fftc_pass_map map;
    fftc_convolution_key convolution;
    fftc_pass_bloom bloom;
    fftc_pass_resampled resampled;
} fftc_pass_key;

/* Words of shared memory that a workgroup has. */
FFTC_API uint32_t fftc_pass_shared_words(const fftc_pass_key *key);

/* Whether the pass reads the spectrum of a convolution from an array of its own. */
static inline bool fftc_pass_has_spectrum(const fftc_pass_key *key)
{
    return key->map.used != 0 && key->convolution.role == FFTC_ROLE_PRODUCT;
}

/* The kernel's fftc_pass_layout, word by word. */
typedef struct fftc_pass_numbers {
    uint32_t first_line;
    uint32_t lines;
    uint32_t src_first;
    uint32_t dst_first;
    uint32_t count[FFTC_PASS_DIGITS_MAX];
    uint32_t src_step[FFTC_PASS_DIGITS_MAX];
    uint32_t dst_step[FFTC_PASS_DIGITS_MAX];
} fftc_pass_numbers;

typedef struct fftc_pass {
    fftc_pass_key key;
    fftc_pass_numbers numbers; /* first_line 0; src_first and dst_first of where the ranges begin */
    fftc_place src;
    fftc_place dst;
    uint32_t groups; /* workgroups of all dispatches */
} fftc_pass;

typedef struct fftc_pass_plan {
    fftc_pass pass[FFTC_PASSES_MAX];
    uint32_t count;
    uint64_t elements[FFTC_PLACE_COUNT]; /* how many each place spans, in whole words; 0: not
                                            used */
    uint32_t item[FFTC_PLACE_COUNT];     /* bytes of an element in each of the place's arrays */
    bool split[FFTC_PLACE_COUNT];        /* the place has two arrays; src and dst only */
} fftc_pass_plan;

typedef struct fftc_pass_limits {
    const char *name; /* of the device, for messages */
    uint32_t invocations_max;
    uint32_t shared_bytes;
    uint32_t subgroup_size; /* see fftc_line_request */
    uint32_t subgroups_max;
    uint64_t buffer_bytes_max;
    fftc_pass_options passes; /* no_subgroups is subgroup_size 0 already */
    /* Whether the user's accessors replace the first loads and the last stores, and whether they
     * touch src and dst nevertheless. */
    bool load;
    bool store;
    bool load_src;
    bool store_dst;
    /* Of pixels at the edges of a convolution, all of which an invocation holds; 0: no pixels. With
     * pixels the first axis is not divided into blocks. */
    uint32_t channels;
    bool joined;                      /* nor into halves: FFTC_SIGNALS_HALVED */
    const fftc_pass_choices *choices; /* NULL: none */
    uint32_t *used; /* gets a bit for each axis whose choice was taken; may be NULL */
} fftc_pass_limits;

/* What the user can change if no passes are found: the choices asked for, if there are any. */
static inline const char *fftc_pass_advice(const fftc_pass_limits *limits, const char *otherwise)
{
    bool wished = limits->passes.registers != 0 || limits->passes.invocations != 0 ||
                  limits->passes.line_invocations != 0;
    return wished ? "leave registers, invocations and line_invocations 0" : otherwise;
}

/* FFTC_UNSUPPORTED where no way of passes fits the limits; FFTC_TOO_LARGE beyond the buffers or
 * FFTC_PASS_ELEMENTS_MAX. */
FFTC_API fftc_status fftc_pass_plan_make(const fftc_transform *transform,
                                         const fftc_pass_limits *limits, fftc_pass_plan *plan,
                                         fftc_error *error);

/* Whether a place is an array at all, for planners of other kinds, and not replaced by an accessor
 * of the user's. */
bool fftc_pass_is_array(const fftc_transform *transform, const fftc_pass_limits *limits,
                        fftc_place place);

/* Whether dst can hold an intermediate result that has `have` of each axis: in full precision, and
 * without touching elements that are not wanted. */
bool fftc_pass_dst_holds(const fftc_transform *transform, const fftc_pass_limits *limits,
                         const fftc_layout *layout, const fftc_range have[FFTC_MAX_RANK]);

/* The table of one pass: factors of the line's stages, of the pass, and what a convolution needs.
 * False if there was no memory. */
FFTC_API uint64_t fftc_pass_table_count(const fftc_pass_key *key);
FFTC_API bool fftc_pass_table_fill(const fftc_pass_key *key, fftc_table_transform *transform,
                                   void *table);
/* Makes the table of one pass, except that long parts become jobs. Until these have run, `key` must
 * be there. */
FFTC_API bool fftc_pass_table_begin(const fftc_pass_key *key, void *table, fftc_table_jobs *jobs);

/* True only if the tables of two passes have the same numbers, as those of a chirp's columns there
 * and back often do. */
FFTC_API bool fftc_pass_table_same(const fftc_pass_key *a, const fftc_pass_key *b);

/* Where the convolution's part of the table begins, and the turns and weights of
 * kernel/resample_line.h. */
FFTC_API uint64_t fftc_pass_table_convolution(const fftc_pass_key *key);
FFTC_API uint64_t fftc_pass_table_turns(const fftc_pass_key *key);
FFTC_API uint64_t fftc_pass_table_weights(const fftc_pass_key *key);
/* The weights: how many complex numbers, and these. */
uint64_t fftc_resample_table_count(const fftc_pass_key *key);
void fftc_resample_table_fill(const fftc_pass_key *key, void *table);

FFTC_API double fftc_pass_scale(const fftc_pass_key *key);
void fftc_pass_set_scale(fftc_pass_key *key, double scale);

/* Where the twiddles of kernel/real_pass.h begin in the table. */
FFTC_API uint64_t fftc_pass_load_twiddles(const fftc_pass_key *key);
FFTC_API uint64_t fftc_pass_store_twiddles(const fftc_pass_key *key);

/* Which pass pairs lines with their mirror images: the first one, which reads half spectra, or the
 * last one, which writes them. */
typedef enum fftc_pass_pairs {
    FFTC_PASS_PAIRS_NONE,
    FFTC_PASS_PAIRS_LOADED,
    FFTC_PASS_PAIRS_STORED
} fftc_pass_pairs;

/* For planners of other kinds: the request for a pass, and the points of the passes of `points`
 * (see fftc_factors_choose_pairs, whose lines and columns these are). fftc_pass_factors returns how
 * many there are, 0 if there is no way. */
fftc_line_request fftc_pass_request(const fftc_transform *transform, const fftc_pass_limits *limits,
                                    uint64_t points, uint64_t lines);
uint32_t fftc_pass_factors(const fftc_transform *transform, const fftc_pass_limits *limits,
                           int axis, uint64_t points, uint64_t lines, uint64_t across,
                           fftc_pass_pairs pairs, uint64_t factors[FFTC_AXIS_PASSES_MAX]);
/* Applies what the limits' choices say about pass number `pass` of the plan. */
void fftc_pass_wish_apply(const fftc_pass_limits *limits, uint32_t pass,
                          fftc_line_request *request);
/* Lines that should stand side by side. */
uint32_t fftc_pass_tile(const fftc_transform *transform);

#endif
