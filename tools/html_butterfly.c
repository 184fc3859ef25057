/* SPDX-License-Identifier: MIT
 *
 * The butterfly diagram, coloured by owning invocation. Who owns what is asked of the kernel's own
 * header.
 */
#include <math.h>
#include <string.h>

#include "fftcore/kernel/butterfly.h"
#include "fftcore/kernel/order.h"
#include "html.h"

#define DIAGRAM_LOG2 5u /* 32 points fit a screen */
#define ROW 19.0
#define LEFT 62.0
#define TOP 66.0
#define TRADE 74.0 /* width of what comes before the butterflies of a stage */
#define CROSS 96.0 /* width of the butterflies */

/* A transform of at most 2^DIAGRAM_LOG2 points with every kind of exchange of the real one. */
static fftc_workgroup_fft diagram_fft(const fftc_workgroup_fft *fft)
{
    fftc_workgroup_fft small = *fft;
    uint32_t n = fftc_workgroup_fft_stage_count(fft);
    uint32_t most = n < DIAGRAM_LOG2 ? n : DIAGRAM_LOG2;
    uint32_t elements = fft->elements_log2 < 2 ? fft->elements_log2 : 2;
    uint32_t workgroup =
        most - elements < fft->workgroup_log2 ? most - elements : fft->workgroup_log2;
    small.workgroup_log2 = workgroup;
    small.elements_log2 = most - workgroup;
    if (fft->subgroup_log2 >= fft->workgroup_log2) {
        small.subgroup_log2 = workgroup;
    } else if (fft->subgroup_log2 > 0 && n > DIAGRAM_LOG2) {
        uint32_t part =
            (fft->subgroup_log2 * workgroup + fft->workgroup_log2 / 2) / fft->workgroup_log2;
        uint32_t limit = workgroup > 1 ? workgroup - 1 : workgroup;
        small.subgroup_log2 = part < 1 ? 1 : part > limit ? limit : part;
    }
    return small;
}

/* The invocation that makes the butterfly at a position: butterfly v belongs to v mod 2^W. */
static uint32_t owner(const fftc_workgroup_fft *fft, uint32_t stage, uint32_t position)
{
    uint32_t stride_log2 = fftc_workgroup_fft_stage_count(fft) - 1 - stage;
    uint32_t low = position & ((1u << stride_log2) - 1u);
    uint32_t v = (position >> (stride_log2 + 1) << stride_log2) | low;
    return v & ((1u << fft->workgroup_log2) - 1u);
}

static double row_y(uint32_t position)
{
    return TOP + ROW * position;
}

static void draw_stage_head(FILE *file, const fftc_workgroup_fft *fft, uint32_t stage, double x,
                            double bottom)
{
    static const char *const words[] = {"loads", "trade by shared memory", "subgroup shuffle"};
    static const char *const classes[] = {"accessor", "shared", "subgroup"};
    fftc_exchange exchange = fftc_workgroup_fft_exchange(fft, stage);
    uint32_t stride = 1u << (fftc_workgroup_fft_stage_count(fft) - 1 - stage);
    (void)fprintf(file,
                  "<rect class='zone %s' x=%.1f y=%.1f width=%.1f height=%.1f rx=6 />"
                  "<text class=head x=%.1f y=20 text-anchor=middle>stage %u</text>"
                  "<text class=sub x=%.1f y=38 text-anchor=middle>stride %u</text>"
                  "<text class='sub %s-ink' x=%.1f y=%.1f text-anchor=middle>%s</text>",
                  classes[exchange], x + 6.0, TOP - 14.0, TRADE - 12.0, bottom - TOP + 28.0,
                  x + TRADE + CROSS / 2.0, (unsigned)stage, x + TRADE + CROSS / 2.0,
                  (unsigned)stride, classes[exchange], x + TRADE / 2.0, bottom + 32.0,
                  exchange == FFTC_EXCHANGE_SHARED ? "shared" : words[exchange]);
    if (exchange == FFTC_EXCHANGE_SHARED) {
        (void)fprintf(file,
                      "<text class='sub %s-ink' x=%.1f y=%.1f text-anchor=middle>memory</text>",
                      classes[exchange], x + TRADE / 2.0, bottom + 47.0);
    } else if (exchange == FFTC_EXCHANGE_SUBGROUP) {
        (void)fprintf(file, "<text class='sub %s-ink' x=%.1f y=%.1f text-anchor=middle></text>",
                      classes[exchange], x + TRADE / 2.0, bottom + 47.0);
    }
}

/* Draws each point on its way to its next butterfly. Where it goes to another invocation, the
 * colour changes. */
static void draw_trade(FILE *file, const fftc_workgroup_fft *fft, uint32_t before, uint32_t stage,
                       double x, uint32_t points)
{
    static const char *const classes[] = {"accessor", "shared", "subgroup"};
    const char *medium = classes[fftc_workgroup_fft_exchange(fft, stage)];
    for (uint32_t p = 0; p < points; ++p) {
        uint32_t from = owner(fft, before, p);
        uint32_t to = owner(fft, stage, p);
        double y = row_y(p);
        if (from == to) {
            (void)fprintf(file, "<path class='w t%u' d='M%.1f %.1fh%.1f'/>", (unsigned)to, x, y,
                          TRADE);
        } else {
            double middle = x + TRADE / 2.0;
            (void)fprintf(file,
                          "<path class='w t%u' d='M%.1f %.1fH%.1f'/>"
                          "<path class='w t%u' d='M%.1f %.1fh%.1f'/>"
                          "<path class='hand %s t%u t%u' d='M%.1f %.1fl5 -5l5 5l-5 5z'/>",
                          (unsigned)from, x, y, middle, (unsigned)to, middle, y, TRADE / 2.0,
                          medium, (unsigned)from, (unsigned)to, middle - 5.0, y);
        }
    }
}

static void draw_crosses(FILE *file, const fftc_workgroup_fft *fft, uint32_t stage, double x,
                         uint32_t points)
{
    uint32_t stride_log2 = fftc_workgroup_fft_stage_count(fft) - 1 - stage;
    for (uint32_t v = 0; v < points / 2; ++v) {
        uint32_t lo = fftc_butterfly_position(v, stride_log2);
        double y = row_y(lo);
        double z = row_y(lo + (1u << stride_log2));
        (void)fprintf(file,
                      "<path class='w t%u' d='M%.1f %.1fh%.1fM%.1f %.1fh%.1fM%.1f %.1fL%.1f %.1f"
                      "M%.1f %.1fL%.1f %.1f'/>",
                      (unsigned)owner(fft, stage, lo), x, y, CROSS, x, z, CROSS, x, y, x + CROSS, z,
                      x, z, x + CROSS, y);
    }
    for (uint32_t p = 0; p < points; ++p) {
        (void)fprintf(file,
                      "<circle class='n t%u' cx=%.1f cy=%.1f r=3.4 /><circle class='n t%u' "
                      "cx=%.1f cy=%.1f r=3.4 />",
                      (unsigned)owner(fft, stage, p), x, row_y(p), (unsigned)owner(fft, stage, p),
                      x + CROSS, row_y(p));
    }
}

/* Names of the points at both ends: time in order, frequency in bit-reversed order. */
static void draw_names(FILE *file, const fftc_workgroup_fft *fft, double right, uint32_t points)
{
    uint32_t n = fftc_workgroup_fft_stage_count(fft);
    bool inverse = fft->direction == FFTC_INVERSE;
    for (uint32_t p = 0; p < points; ++p) {
        uint32_t frequency = fftc_reverse_bits(p, n);
        (void)fprintf(file,
                      "<text class=name x=%.1f y=%.1f text-anchor=end>%s<tspan>%u</tspan></text>"
                      "<text class=name x=%.1f y=%.1f>%s<tspan>%u</tspan></text>",
                      LEFT - 10.0, row_y(p) + 4.0, inverse ? "X" : "x",
                      (unsigned)(inverse ? frequency : p), right + 10.0, row_y(p) + 4.0,
                      inverse ? "x" : "X", (unsigned)(inverse ? p : frequency));
    }
}

/* Hues far apart for neighbours, since neighbours trade with each other. */
static void write_colours(FILE *file, uint32_t invocations)
{
    (void)fputs("<style>", file);
    for (uint32_t t = 0; t < invocations; ++t) {
        double hue = 360.0 * t / invocations + 18.0;
        (void)fprintf(file,
                      ".t%u{--c:oklch(var(--wire-l) var(--wire-c) %.1f)}"
                      ".follow[data-t='%u'] .t%u{opacity:1}",
                      (unsigned)t, hue, (unsigned)t, (unsigned)t);
    }
    (void)fputs("</style>", file);
}

static void write_caption(FILE *file, const diff_run *run, const fftc_workgroup_fft *small)
{
    uint32_t points = 1u << fftc_workgroup_fft_stage_count(small);
    uint32_t invocations = 1u << small->workgroup_log2;
    if (points < run->length) {
        (void)fprintf(file,
                      "<p>%llu points do not fit a screen: this is the same kernel at N = %u, with "
                      "%u invocations of %u points and subgroups of %u. ",
                      (unsigned long long)run->length, points, invocations,
                      1u << small->elements_log2, 1u << small->subgroup_log2);
    } else {
        (void)fprintf(file, "<p>All %u points, %u invocation%s of %u points each. ", points,
                      invocations, invocations == 1 ? "" : "s", 1u << small->elements_log2);
    }
    (void)fputs("Each colour is one invocation. A crossing is one butterfly: two points in, two "
                "points out. Where a line changes colour at a diamond, the point changes hands: "
                "exactly one of the two points of every invocation is traded. Point at an "
                "invocation to follow it.</p><div class=chips>",
                file);
    for (uint32_t t = 0; t < invocations; ++t) {
        (void)fprintf(file, "<button type=button class='chip t%u' data-t=%u>%u</button>",
                      (unsigned)t, (unsigned)t, (unsigned)t);
    }
    (void)fputs("<span class=key><i class='hand shared'></i>traded through shared memory</span>"
                "<span class=key><i class='hand subgroup'></i>traded by a subgroup shuffle</span>"
                "<span class=key><i class='bar accessor'></i>loaded, nothing to trade</span></div>",
                file);
}

void html_butterfly(FILE *file, const diff_run *run)
{
    fftc_workgroup_fft small = diagram_fft(&run->options.fft);
    uint32_t stages = fftc_workgroup_fft_stage_count(&small);
    uint32_t points = 1u << stages;
    double right = LEFT + stages * (TRADE + CROSS) + 14.0;
    double bottom = row_y(points - 1);
    bool inverse = small.direction == FFTC_INVERSE;
    write_colours(file, 1u << small.workgroup_log2);
    write_caption(file, run, &small);
    (void)fprintf(file,
                  "<div class=wide><svg id=butterfly class=follow viewBox='0 0 %.0f %.0f' role=img "
                  "aria-label='Butterfly diagram'>",
                  right + 62.0, bottom + 58.0);
    uint32_t before = inverse ? stages - 1 : 0;
    for (uint32_t step = 0; step < stages; ++step) {
        uint32_t stage = inverse ? stages - 1 - step : step;
        double x = LEFT + step * (TRADE + CROSS);
        draw_stage_head(file, &small, stage, x, bottom);
        draw_trade(file, &small, before, stage, x, points);
        draw_crosses(file, &small, stage, x + TRADE, points);
        before = stage;
    }
    for (uint32_t p = 0; p < points; ++p) {
        (void)fprintf(file, "<path class='w t%u' d='M%.1f %.1fh14'/>",
                      (unsigned)owner(&small, before, p), right - 14.0, row_y(p));
    }
    draw_names(file, &small, right, points);
    (void)fputs("</svg></div>", file);
}

#define ARC_WIDTH 880.0
#define ARC_LEFT 210.0

/* One stage's trades: an arc from the middle of each lower half-block to the middle of the upper.
 */
static void draw_arcs(FILE *file, uint32_t invocations, uint32_t stride, const char *medium,
                      double base, double height)
{
    double step = ARC_WIDTH / invocations;
    /* Narrow arcs would merge: a band is drawn instead. */
    bool dense = stride * step < 2.0;
    if (dense) {
        (void)fprintf(file, "<rect class='band %s' x=%.1f y=%.1f width=%.1f height=%.1f />", medium,
                      ARC_LEFT, base - height, ARC_WIDTH, height);
        return;
    }
    (void)fprintf(file, "<path class='arc %s' d='", medium);
    for (uint32_t block = 0; block < invocations; block += 2 * stride) {
        /* Every pair where there is room, else the first, the middle and the last of a block. */
        uint32_t skip = step >= 5.0 ? 1 : (uint32_t)ceil(5.0 / step);
        for (uint32_t t = 0; t < stride; t += skip) {
            double from = ARC_LEFT + (block + t + 0.5) * step;
            (void)fprintf(file, "M%.2f %.1fq%.2f %.1f %.2f 0", from, base, stride * step / 2.0,
                          -2.0 * height, stride * step);
        }
    }
    (void)fputs("'/>", file);
}

static uint32_t traded_stride(const diff_run *run, uint32_t stage)
{
    uint64_t stride = diff_stride(run, stage);
    return (uint32_t)(run->options.fft.direction == FFTC_INVERSE ? stride / 2 : stride);
}

void html_exchanges(FILE *file, const diff_run *run)
{
    const fftc_workgroup_fft *fft = &run->options.fft;
    uint32_t invocations = 1u << fft->workgroup_log2;
    double y = 8.0;
    double heights[FFTC_STAGE_LIMIT];
    double total = 0.0;
    for (uint32_t step = 0; step < run->stage_count; ++step) {
        uint32_t stage = diff_stage_at(run, step);
        bool trades = fftc_workgroup_fft_exchange(fft, stage) != FFTC_EXCHANGE_ACCESSOR;
        double wide = trades ? ARC_WIDTH * traded_stride(run, stage) / invocations : 0.0;
        heights[step] = trades ? fmin(fmax(6.0, wide * 0.14), 52.0) : 8.0;
        total += heights[step] + 20.0;
    }
    (void)fprintf(file,
                  "<div class=wide><svg viewBox='0 0 %.0f %.0f' role=img aria-label='Exchanges of "
                  "each stage'>",
                  ARC_LEFT + ARC_WIDTH + 10.0, total + 30.0);
    for (uint32_t step = 0; step < run->stage_count; ++step) {
        uint32_t stage = diff_stage_at(run, step);
        fftc_exchange exchange = fftc_workgroup_fft_exchange(fft, stage);
        const char *medium = diff_exchange_name(exchange);
        double base = y + heights[step];
        (void)fprintf(
            file,
            "<text class=row x=0 y=%.1f>stage %u</text><text class=sub x=70 y=%.1f>stride "
            "%llu</text><text class='sub %s-ink' x=%.1f y=%.1f text-anchor=end>%s</text>",
            base, (unsigned)stage, base, (unsigned long long)diff_stride(run, stage), medium,
            ARC_LEFT - 10.0, base, medium);
        if (exchange == FFTC_EXCHANGE_ACCESSOR) {
            (void)fprintf(file, "<rect class='band %s' x=%.1f y=%.1f width=%.1f height=3 />",
                          medium, ARC_LEFT, base - 4.0, ARC_WIDTH);
        } else {
            draw_arcs(file, invocations, traded_stride(run, stage), medium, base, heights[step]);
        }
        y = base + 20.0;
    }
    for (uint32_t i = 0; i <= 4; ++i) {
        uint32_t t = i == 4 ? invocations - 1 : invocations / 4 * i;
        double x = ARC_LEFT + (t + 0.5) * ARC_WIDTH / invocations;
        if (i == 0 || i == 4 || invocations >= 8) {
            (void)fprintf(file, "<text class=tick x=%.1f y=%.1f text-anchor=%s>%u</text>", x,
                          total + 12.0,
                          i == 4   ? "end"
                          : i == 0 ? "start"
                                   : "middle",
                          (unsigned)t);
        }
    }
    (void)fprintf(file,
                  "<text class=unit x=%.1f y=%.1f text-anchor=end>invocation</text></svg></div>",
                  ARC_LEFT + ARC_WIDTH, total + 27.0);
}
