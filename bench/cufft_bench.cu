// SPDX-License-Identifier: MIT
//
// What `fftcore bench --device` measures, by cuFFT: the same lists, as much data, time stamps
// around each of 12 executions after 0.4 s of warming up, their median. Built where CMake finds
// a CUDA compiler; needs nothing of fftcore's but the list reader. bench/compare_device.py puts
// both into one table.
//
//   cufft_bench [--lengths LIST] [--precision f16|f32|f64] [--mib N] [--single]
//               [--inverse] [--json FILE]
//
// Cases of the list: "1024", "1024x1024", "r2c:1024", "c2r:1024"; no cosine transforms,
// which cuFFT lacks.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <cufftXt.h>
#include <getopt.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
#include "bench.h"
}

namespace
{

constexpr int RUNS = 12;
constexpr int CHAIN = 50;
constexpr double WARM_SECONDS = 0.4;
const char *const USUAL = "2^5,2^6,2^7,2^8,2^9,2^10,2^11,2^12,2^13,2^14,2^15,2^16,2^17,2^18,2^19,2^20";

struct options {
    bench_cases cases = {nullptr, 0};
    std::string precision = "f32";
    uint64_t mib = 1024;
    bool single = false;
    bool inverse = false;
    const char *json = nullptr;
};

struct row {
    std::string name;
    uint64_t batch = 0;
    double seconds = 0.0;
    double error = NAN;
};

void must(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        std::fprintf(stderr, "cufft_bench: %s: %s\n", what, cudaGetErrorString(status));
        std::exit(2);
    }
}

double now()
{
    using clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

// Numbers in [-1, 1), made on the device: nothing is measured on zeros.
template <typename T> __global__ void fill(T *x, uint64_t count)
{
    for (uint64_t i = blockIdx.x * (uint64_t)blockDim.x + threadIdx.x; i < count;
         i += (uint64_t)gridDim.x * blockDim.x) {
        uint64_t s = (i + 1) * 0x9e3779b97f4a7c15u;
        s = (s ^ (s >> 30)) * 0xbf58476d1ce4e5b9u;
        s = (s ^ (s >> 27)) * 0x94d049bb133111ebu;
        x[i] = T((double)((s ^ (s >> 31)) >> 11) * 0x1p-52 - 1.0);
    }
}

struct shape {
    cudaDataType real;
    cudaDataType complex;
    size_t real_bytes;
};

shape shape_of(const std::string &precision)
{
    if (precision == "f64") {
        return {CUDA_R_64F, CUDA_C_64F, 8};
    }
    return precision == "f16" ? shape{CUDA_R_16F, CUDA_C_16F, 2} : shape{CUDA_R_32F, CUDA_C_32F, 4};
}

// Bytes of one transform's source and destination.
void bytes_of(const bench_case &c, const shape &s, uint64_t *src, uint64_t *dst)
{
    uint64_t last = c.length[c.rank - 1];
    uint64_t spectrum = c.points / last * (last / 2 + 1) * 2 * s.real_bytes;
    *src = *dst = c.points * 2 * s.real_bytes;
    if (c.kind == FFTC_REAL) {
        *src = c.direction == FFTC_FORWARD ? c.points * s.real_bytes : spectrum;
        *dst = c.direction == FFTC_FORWARD ? spectrum : c.points * s.real_bytes;
    }
}

bool make_plan(const bench_case &c, const shape &s, uint64_t batch, cufftHandle *plan)
{
    long long length[FFTC_MAX_RANK];
    size_t work = 0;
    bool real = c.kind == FFTC_REAL;
    bool forward = c.direction == FFTC_FORWARD;
    for (int i = 0; i < c.rank; ++i) {
        length[i] = (long long)c.length[i];
    }
    if (cufftCreate(plan) != CUFFT_SUCCESS) {
        return false;
    }
    bool made = cufftXtMakePlanMany(*plan, c.rank, length, nullptr, 1, 0,
                                    real && forward ? s.real : s.complex, nullptr, 1, 0,
                                    real && !forward ? s.real : s.complex, (long long)batch, &work,
                                    s.complex) == CUFFT_SUCCESS;
    if (!made) {
        cufftDestroy(*plan);
    }
    return made;
}

bool execute(cufftHandle plan, void *src, void *dst, int direction, int chain)
{
    bool good = true;
    for (int i = 0; i < chain && good; ++i) {
        good = cufftXtExec(plan, src, dst, direction) == CUFFT_SUCCESS;
    }
    return good;
}

// One submission of `chain` executions: a graph where they are many and short.
double time_plan(cufftHandle plan, void *src, void *dst, int direction, int chain)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready = nullptr;
    must(cudaStreamCreate(&stream), "cudaStreamCreate");
    cufftSetStream(plan, stream);
    (void)execute(plan, src, dst, direction, 1);
    must(cudaStreamSynchronize(stream), "the first execution");
    if (chain > 1) {
        must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "capture");
        (void)execute(plan, src, dst, direction, chain);
        must(cudaStreamEndCapture(stream, &graph), "capture");
        must(cudaGraphInstantiate(&ready, graph, 0), "cudaGraphInstantiate");
    }
    std::vector<double> runs;
    cudaEvent_t moment[2];
    must(cudaEventCreate(&moment[0]), "cudaEventCreate");
    must(cudaEventCreate(&moment[1]), "cudaEventCreate");
    for (double start = now(); now() - start < WARM_SECONDS || runs.size() < RUNS;) {
        float milliseconds = 0.0f;
        must(cudaEventRecord(moment[0], stream), "cudaEventRecord");
        if (ready != nullptr) {
            must(cudaGraphLaunch(ready, stream), "cudaGraphLaunch");
        } else {
            (void)execute(plan, src, dst, direction, 1);
        }
        must(cudaEventRecord(moment[1], stream), "cudaEventRecord");
        must(cudaEventSynchronize(moment[1]), "an execution");
        must(cudaEventElapsedTime(&milliseconds, moment[0], moment[1]), "cudaEventElapsedTime");
        runs.push_back(1e-3 * (double)milliseconds / chain);
        if (runs.size() > RUNS) {
            runs.erase(runs.begin());
        }
    }
    cudaEventDestroy(moment[0]);
    cudaEventDestroy(moment[1]);
    if (ready != nullptr) {
        cudaGraphExecDestroy(ready);
        cudaGraphDestroy(graph);
    }
    cudaStreamDestroy(stream);
    std::sort(runs.begin(), runs.end());
    return runs[runs.size() / 2];
}

// Numbers of the device, floats or halves, as doubles.
std::vector<double> read_wide(const shape &s, const void *data, size_t numbers)
{
    std::vector<double> wide(numbers);
    if (s.real == CUDA_R_16F) {
        std::vector<__half> x(numbers);
        must(cudaMemcpy(x.data(), data, numbers * sizeof(__half), cudaMemcpyDeviceToHost), "a copy");
        std::transform(x.begin(), x.end(), wide.begin(),
                       [](__half h) { return (double)__half2float(h); });
    } else {
        std::vector<float> x(numbers);
        must(cudaMemcpy(x.data(), data, numbers * sizeof(float), cudaMemcpyDeviceToHost), "a copy");
        std::copy(x.begin(), x.end(), wide.begin());
    }
    return wide;
}

// Of the first transform, against cuFFT in double; complex float and half.
double error_of(const bench_case &c, const shape &s, const void *src, const void *dst, int direction)
{
    size_t numbers = 2 * c.points;
    std::vector<double> wide = read_wide(s, src, numbers);
    std::vector<double> y = read_wide(s, dst, numbers);
    void *device = nullptr;
    cufftHandle plan;
    double difference = 0.0;
    double norm = 0.0;
    if (!make_plan(c, shape_of("f64"), 1, &plan) ||
        cudaMalloc(&device, numbers * sizeof(double)) != cudaSuccess) {
        return NAN;
    }
    must(cudaMemcpy(device, wide.data(), numbers * sizeof(double), cudaMemcpyHostToDevice), "a copy");
    bool good = execute(plan, device, device, direction, 1);
    must(cudaMemcpy(wide.data(), device, numbers * sizeof(double), cudaMemcpyDeviceToHost), "a copy");
    for (size_t i = 0; i < numbers; ++i) {
        difference += (y[i] - wide[i]) * (y[i] - wide[i]);
        norm += wide[i] * wide[i];
    }
    cudaFree(device);
    cufftDestroy(plan);
    return good ? std::sqrt(difference / norm) : NAN;
}

bool run_case(const options &o, const bench_case &c, void *src, void *dst, uint64_t bytes, row *r)
{
    shape s = shape_of(o.precision);
    uint64_t src_bytes;
    uint64_t dst_bytes;
    cufftHandle plan;
    bool real = c.kind == FFTC_REAL;
    int direction = real ? (c.direction == FFTC_FORWARD ? CUFFT_FORWARD : CUFFT_INVERSE)
                         : (o.inverse ? CUFFT_INVERSE : CUFFT_FORWARD);
    bytes_of(c, s, &src_bytes, &dst_bytes);
    uint64_t most = bytes / std::max(src_bytes, dst_bytes);
    r->name = c.name;
    r->batch = c.batch > 1 ? c.batch : o.single ? 1 : most;
    if (c.kind == FFTC_REAL_TO_REAL || c.convolution || !bench_case_packed(&c) || r->batch == 0 || r->batch > most ||
        !make_plan(c, s, r->batch, &plan)) {
        return false;
    }
    r->seconds = time_plan(plan, src, dst, direction, o.single ? CHAIN : 1);
    if (!real && o.precision != "f64") {
        r->error = error_of(c, s, src, dst, direction);
    }
    cufftDestroy(plan);
    return true;
}

void write_json(const options &o, const std::vector<row> &rows)
{
    cudaDeviceProp properties;
    int version = 0;
    must(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
    cufftGetVersion(&version);
    FILE *file = std::strcmp(o.json, "-") == 0 ? stdout : std::fopen(o.json, "w");
    if (file == nullptr) {
        std::fprintf(stderr, "cufft_bench: %s cannot be written\n", o.json);
        std::exit(2);
    }
    std::fprintf(file, "{\"device\": \"%s\", \"cufft\": %d, \"rows\": [", properties.name, version);
    for (size_t i = 0; i < rows.size(); ++i) {
        std::fprintf(file, "%s\n{\"case\": \"%s\", \"batch\": %" PRIu64 ", \"seconds\": %.9g",
                     i == 0 ? "" : ",", rows[i].name.c_str(), rows[i].batch, rows[i].seconds);
        if (!std::isnan(rows[i].error)) {
            std::fprintf(file, ", \"error\": %.4g", rows[i].error);
        }
        std::fprintf(file, "}");
    }
    std::fprintf(file, "]}\n");
    if (file != stdout) {
        std::fclose(file);
    }
}

bool read_options(int argc, char **argv, options *o)
{
    static const option names[] = {
        {"lengths", required_argument, nullptr, 'n'}, {"precision", required_argument, nullptr, 'p'},
        {"mib", required_argument, nullptr, 'm'},     {"single", no_argument, nullptr, 's'},
        {"inverse", no_argument, nullptr, 'v'},       {"json", required_argument, nullptr, 'j'},
        {nullptr, 0, nullptr, 0}};
    char why[300] = "";
    bool good = true;
    for (int key; (key = getopt_long(argc, argv, "", names, nullptr)) != -1;) {
        switch (key) {
        case 'n': good = bench_cases_parse(optarg, &o->cases, why, sizeof why) && good; break;
        case 'p': o->precision = optarg; break;
        case 'm': o->mib = std::strtoull(optarg, nullptr, 10); break;
        case 's': o->single = true; break;
        case 'v': o->inverse = true; break;
        case 'j': o->json = optarg; break;
        default: good = false;
        }
    }
    bool known = o->precision == "f16" || o->precision == "f32" || o->precision == "f64";
    if (!good || !known || optind != argc || o->mib == 0 || o->mib > 1 << 20) {
        std::fprintf(stderr,
                     "cufft_bench [--lengths LIST] [--precision f16|f32|f64] [--mib N] [--single] "
                     "[--inverse] [--json FILE]\n%s\n",
                     why);
        return false;
    }
    return o->cases.count != 0 || bench_cases_parse(USUAL, &o->cases, why, sizeof why);
}

} // namespace

int main(int argc, char **argv)
{
    options o;
    void *src = nullptr;
    void *dst = nullptr;
    std::vector<row> rows;
    if (!read_options(argc, argv, &o)) {
        return 2;
    }
    uint64_t bytes = o.mib << 20;
    must(cudaMalloc(&src, bytes), "the source");
    must(cudaMalloc(&dst, bytes), "the destination");
    for (size_t i = 0; i < o.cases.count; ++i) {
        row r;
        if (o.precision == "f64") {
            fill<<<4096, 256>>>((double *)src, bytes / 8);
        } else if (o.precision == "f16") {
            fill<<<4096, 256>>>((__half *)src, bytes / 2);
        } else {
            fill<<<4096, 256>>>((float *)src, bytes / 4);
        }
        must(cudaDeviceSynchronize(), "the source");
        if (!run_case(o, o.cases.list[i], src, dst, bytes, &r)) {
            std::printf("%16s  cuFFT has no plan for it\n", o.cases.list[i].name);
            continue;
        }
        std::printf("%16s %10" PRIu64 " %10.2f us %9.2e\n", r.name.c_str(), r.batch, 1e6 * r.seconds,
                    r.error);
        std::fflush(stdout);
        rows.push_back(r);
    }
    if (o.json != nullptr) {
        write_json(o, rows);
    }
    cudaFree(src);
    cudaFree(dst);
    std::free(o.cases.list);
    return 0;
}
