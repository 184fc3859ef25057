/* SPDX-License-Identifier: MIT
 *
 * The sums of bench/scan_device.c by CUB's DeviceScan and DeviceReduce:
 *
 *     nvcc -O3 -arch=native bench/cub_scan.cu -o cub_scan && ./cub_scan [ITEMS]
 *
 * Medians by events, in microseconds.
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/cub.cuh>

template <class F> static void measure(const char *name, F run)
{
    std::vector<float> times;
    cudaEvent_t start;
    cudaEvent_t end;
    cudaEventCreate(&start);
    cudaEventCreate(&end);
    for (int i = 0; i < 60; ++i) {
        float ms;
        cudaEventRecord(start);
        run();
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&ms, start, end);
        if (i >= 30) {
            times.push_back(ms);
        }
    }
    std::sort(times.begin(), times.end());
    std::printf("%-20s %8.1f us\n", name, 1e3 * times[times.size() / 2]);
}

template <class T> static void scans(const char *name, void *src, void *dst, size_t items)
{
    size_t bytes = 0;
    void *work;
    char label[64];
    cub::DeviceScan::InclusiveSum(nullptr, bytes, (T *)src, (T *)dst, items);
    size_t reduce_bytes = 0;
    cub::DeviceReduce::Sum(nullptr, reduce_bytes, (T *)src, (T *)dst, items);
    bytes = std::max(bytes, reduce_bytes);
    cudaMalloc(&work, bytes);
    std::snprintf(label, sizeof label, "sum of %s", name);
    measure(label, [&] { cub::DeviceScan::InclusiveSum(work, bytes, (T *)src, (T *)dst, items); });
    std::snprintf(label, sizeof label, "reduction, %s", name);
    measure(label, [&] { cub::DeviceReduce::Sum(work, bytes, (T *)src, (T *)dst, items); });
    cudaFree(work);
}

int main(int argc, char **argv)
{
    size_t items = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : (size_t)1 << 28;
    std::vector<unsigned> host(items);
    unsigned random = 1;
    for (auto &x : host) {
        random = random * 1664525u + 1013904223u;
        x = 0x3f800000u + (random >> 9);
    }
    void *src;
    void *dst;
    cudaMalloc(&src, 4 * items);
    cudaMalloc(&dst, 4 * items);
    cudaMemcpy(src, host.data(), 4 * items, cudaMemcpyHostToDevice);
    measure("cudaMemcpy", [&] { cudaMemcpyAsync(dst, src, 4 * items, cudaMemcpyDeviceToDevice); });
    scans<unsigned>("uint32", src, dst, items);
    scans<float>("floats", src, dst, items);
    scans<unsigned long long>("uint64", src, dst, items / 2);
    scans<double>("doubles", src, dst, items / 2);
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
