/* SPDX-License-Identifier: MIT */
#include "spirv/math.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "support/half.h"

double fftc_spirv_to_double(uint64_t bits, unsigned width)
{
    double x;
    if (width == 32) {
        return (double)fftc_float_of_bits((uint32_t)bits);
    }
    if (width == 16) {
        return (double)fftc_float_from_half((uint16_t)bits);
    }
    memcpy(&x, &bits, sizeof x);
    return x;
}

uint64_t fftc_spirv_from_double(double x, unsigned width)
{
    uint64_t bits;
    if (width == 32) {
        return fftc_bits_of_float((float)x);
    }
    if (width == 16) {
        return fftc_half_from_double(x);
    }
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double smooth_step(double low, double high, double x)
{
    double t = (x - low) / (high - low);
    t = fmin(fmax(t, 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

static double sign_of(double x)
{
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0;
}

static double fraction(unsigned width, double x)
{
    const double below_one[] = {0x1.ffcp-1, 0x1.fffffep-1, 0x1.fffffffffffffp-1};
    double most = below_one[width == 16 ? 0 : width == 32 ? 1 : 2];
    double f = x - floor(x);
    return f < most ? f : isnan(f) ? f : most; /* [0, 1), though f may round to 1 */
}

double fftc_spirv_math(unsigned number, unsigned width, double x, double y, double z)
{
    const double pi = 3.14159265358979323846;
    switch (number) {
    case MathRound: return round(x);
    case MathRoundEven: return rint(x);
    case MathTrunc: return trunc(x);
    case MathFAbs: return fabs(x);
    case MathFSign: return sign_of(x);
    case MathFloor: return floor(x);
    case MathCeil: return ceil(x);
    case MathFract: return fraction(width, x);
    case MathRadians: return x * (pi / 180.0);
    case MathDegrees: return x * (180.0 / pi);
    case MathSin: return sin(x);
    case MathCos: return cos(x);
    case MathTan: return tan(x);
    case MathAsin: return asin(x);
    case MathAcos: return acos(x);
    case MathAtan: return atan(x);
    case MathSinh: return sinh(x);
    case MathCosh: return cosh(x);
    case MathTanh: return tanh(x);
    case MathAsinh: return asinh(x);
    case MathAcosh: return acosh(x);
    case MathAtanh: return atanh(x);
    case MathAtan2: return atan2(x, y);
    case MathPow: return pow(x, y);
    case MathExp: return exp(x);
    case MathLog: return log(x);
    case MathExp2: return exp2(x);
    case MathLog2: return log2(x);
    case MathSqrt: return sqrt(x);
    case MathInverseSqrt: return 1.0 / sqrt(x);
    case MathFMin:
    case MathNMin: return fmin(x, y);
    case MathFMax:
    case MathNMax: return fmax(x, y);
    case MathFClamp:
    case MathNClamp: return fmin(fmax(x, y), z);
    case MathFMix: return x * (1.0 - z) + y * z;
    case MathStep: return y < x ? 0.0 : 1.0;
    case MathSmoothStep: return smooth_step(x, y, z);
    case MathFma: return width == 32 ? (double)fmaf((float)x, (float)y, (float)z) : fma(x, y, z);
    default: return 0.0;
    }
}

double fftc_spirv_split(unsigned number, double x, double *second)
{
    int exponent = 0;
    if (number == MathModfStruct) {
        return modf(x, second);
    }
    x = frexp(x, &exponent);
    *second = exponent;
    return x;
}

/* --- vectors */

static double dot(unsigned n, const double *x, const double *y)
{
    double sum = 0.0;
    for (unsigned i = 0; i < n; ++i) {
        sum += x[i] * y[i];
    }
    return sum;
}

/* The determinant of an n x n matrix without a row and a column. */
static double minor(unsigned n, const double *x, unsigned row, unsigned column);

static double determinant(unsigned n, const double *x)
{
    double sum = 0.0;
    if (n == 1) {
        return x[0];
    }
    for (unsigned i = 0; i < n; ++i) {
        sum += (i % 2 == 0 ? x[i] : -x[i]) * minor(n, x, i, 0);
    }
    return sum;
}

static double minor(unsigned n, const double *x, unsigned row, unsigned column)
{
    double rest[9];
    unsigned count = 0;
    for (unsigned j = 0; j < n; ++j) {
        for (unsigned i = 0; i < n; ++i) {
            if (i != row && j != column) {
                rest[count++] = x[j * n + i];
            }
        }
    }
    return determinant(n - 1, rest);
}

static void inverse(unsigned n, const double *x, double *result)
{
    double whole = determinant(n, x);
    for (unsigned j = 0; j < n; ++j) {
        for (unsigned i = 0; i < n; ++i) {
            double cofactor = minor(n, x, j, i);
            result[j * n + i] = ((i + j) % 2 == 0 ? cofactor : -cofactor) / whole;
        }
    }
}

static void refract(unsigned n, const double *x, const double *normal, double eta, double *result)
{
    double cosine = dot(n, normal, x);
    double k = 1.0 - eta * eta * (1.0 - cosine * cosine);
    for (unsigned i = 0; i < n; ++i) {
        result[i] = k < 0.0 ? 0.0 : eta * x[i] - (eta * cosine + sqrt(k)) * normal[i];
    }
}

/* Those that give a vector. */
static void vectors(unsigned number, unsigned n, const double *x, const double *y, const double *z,
                    double *result)
{
    double factor = 0.0;
    switch (number) {
    case MathNormalize: factor = sqrt(dot(n, x, x)); break;
    case MathFaceForward: factor = dot(n, z, y) < 0.0 ? 1.0 : -1.0; break;
    case MathReflect: factor = 2.0 * dot(n, y, x); break;
    case MathRefract: refract(n, x, y, z[0], result); return;
    default: break;
    }
    for (unsigned i = 0; i < n; ++i) {
        unsigned j = (i + 1) % 3, k = (i + 2) % 3;
        switch (number) {
        case MathCross: result[i] = x[j] * y[k] - y[j] * x[k]; break;
        case MathNormalize: result[i] = x[i] / factor; break;
        case MathFaceForward: result[i] = x[i] * factor; break;
        default: result[i] = x[i] - factor * y[i]; break;
        }
    }
}

void fftc_spirv_geometry(unsigned number, unsigned width, unsigned n, uint64_t *d,
                         const uint64_t *a, const uint64_t *b, const uint64_t *c)
{
    bool matrix = number == MathDeterminant || number == MathMatrixInverse;
    bool second = !matrix && number != MathLength && number != MathNormalize;
    unsigned count = matrix ? n * n : n, results = count;
    double x[16], y[16] = {0}, z[16] = {0}, result[16];
    for (unsigned i = 0; i < count; ++i) {
        x[i] = fftc_spirv_to_double(a[i], width);
        y[i] = second ? fftc_spirv_to_double(b[i], width) : 0.0;
        if (number == MathFaceForward || (number == MathRefract && i == 0)) {
            z[i] = fftc_spirv_to_double(c[i], width);
        }
    }
    switch (number) {
    case MathDistance:
        for (unsigned i = 0; i < n; ++i) {
            x[i] -= y[i];
        } /* fall through */
    case MathLength:
        result[0] = sqrt(dot(n, x, x));
        results = 1;
        break;
    case MathDeterminant:
        result[0] = determinant(n, x);
        results = 1;
        break;
    case MathMatrixInverse: inverse(n, x, result); break;
    default: vectors(number, n, x, y, z, result); break;
    }
    for (unsigned i = 0; i < results; ++i) {
        d[i] = fftc_spirv_from_double(result[i], width);
    }
}

/* --- packing */

/* x in [low, 1] as a whole number of `most`. */
static uint32_t normalized(uint64_t bits, double low, double most)
{
    double x = fftc_spirv_to_double(bits, 32);
    x = isnan(x) ? 0.0 : fmin(fmax(x, low), 1.0);
    return (uint32_t)(int32_t)rint(x * most);
}

static uint64_t from_normalized(double x, double low)
{
    return fftc_spirv_from_double(fmax(x, low), 32);
}

static void unpack(unsigned number, uint64_t *d, uint64_t a)
{
    for (unsigned i = 0; i < 4; ++i) {
        uint16_t half = (uint16_t)(a >> (16 * (i & 1)));
        uint8_t byte = (uint8_t)(a >> (8 * i));
        switch (number) {
        case MathUnpackSnorm4x8: d[i] = from_normalized((int8_t)byte / 127.0, -1.0); break;
        case MathUnpackUnorm4x8: d[i] = from_normalized(byte / 255.0, 0.0); break;
        default:
            if (i == 2) {
                return;
            }
            d[i] = number == MathUnpackSnorm2x16   ? from_normalized((int16_t)half / 32767.0, -1.0)
                   : number == MathUnpackUnorm2x16 ? from_normalized(half / 65535.0, 0.0)
                   : number == MathUnpackHalf2x16  ? fftc_bits_of_float(fftc_float_from_half(half))
                                                   : a >> (32 * i) & 0xffffffff;
        }
    }
}

void fftc_spirv_pack(unsigned number, uint64_t *d, const uint64_t *a)
{
    uint64_t bits = 0;
    if (number >= MathUnpackSnorm2x16) {
        unpack(number, d, a[0]);
        return;
    }
    for (unsigned i = 0; i < (number <= MathPackUnorm4x8 ? 4u : 2u); ++i) {
        switch (number) {
        case MathPackSnorm4x8: bits |= (normalized(a[i], -1.0, 127.0) & 0xff) << (8 * i); break;
        case MathPackUnorm4x8: bits |= (normalized(a[i], 0.0, 255.0) & 0xff) << (8 * i); break;
        case MathPackSnorm2x16:
            bits |= (normalized(a[i], -1.0, 32767.0) & 0xffff) << (16 * i);
            break;
        case MathPackUnorm2x16:
            bits |= (normalized(a[i], 0.0, 65535.0) & 0xffff) << (16 * i);
            break;
        case MathPackHalf2x16:
            bits |= (uint64_t)fftc_half_from_float(fftc_float_of_bits((uint32_t)a[i])) << (16 * i);
            break;
        default: bits |= a[i] << (32 * i); break; /* PackDouble2x32 */
        }
    }
    d[0] = bits;
}
