/* SPDX-License-Identifier: MIT
 *
 * Repeats a macro for each lane, f(0, x) to f(FFTC_LANES - 1, x): EACH_LANE as a list, such as a
 * vector's initialiser, EVERY_LANE as a condition. A loop over the lanes gives the same vector, but
 * compilers would unroll it and fold its iterations wherever it is inlined, which was a large part
 * of the engine's compile time.
 */
#ifndef FFTC_CPU_ENGINE_EACH_LANE_H
#define FFTC_CPU_ENGINE_EACH_LANE_H

#define LANE_COMMA() ,
#define LANE_AND() &&

/* From lane i on; c() stands in between. */
#define LANES_1(c, f, i, ...) f((i), __VA_ARGS__)
#define LANES_2(c, f, i, ...) LANES_1(c, f, i, __VA_ARGS__) c() LANES_1(c, f, i + 1, __VA_ARGS__)
#define LANES_4(c, f, i, ...) LANES_2(c, f, i, __VA_ARGS__) c() LANES_2(c, f, i + 2, __VA_ARGS__)
#define LANES_8(c, f, i, ...) LANES_4(c, f, i, __VA_ARGS__) c() LANES_4(c, f, i + 4, __VA_ARGS__)
#define LANES_16(c, f, i, ...) LANES_8(c, f, i, __VA_ARGS__) c() LANES_8(c, f, i + 8, __VA_ARGS__)
#define LANES_OF_2 LANES_1
#define LANES_OF_4 LANES_2
#define LANES_OF_8 LANES_4
#define LANES_OF_16 LANES_8
#define LANE_LIST__(lanes, count, ...) lanes##count(__VA_ARGS__)
#define LANE_LIST_(lanes, count, ...) LANE_LIST__(lanes, count, __VA_ARGS__)

#define EACH_LANE(f, ...) LANE_LIST_(LANES_, FFTC_LANES, LANE_COMMA, f, 0, __VA_ARGS__)
#define EVERY_LANE(f, ...) LANE_LIST_(LANES_, FFTC_LANES, LANE_AND, f, 0, __VA_ARGS__)
/* As EACH_LANE, for half as many. */
#define EACH_PAIR(f, ...) LANE_LIST_(LANES_OF_, FFTC_LANES, LANE_COMMA, f, 0, __VA_ARGS__)

#endif
