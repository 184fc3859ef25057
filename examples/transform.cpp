// SPDX-License-Identifier: MIT
//
// From C++17, without a wrapper: a plan is a std::unique_ptr, descriptions are filled field by
// field (C++20 has designated initialisers too), arrays hold std::complex. Prints how far a picture
// is from itself after the way there and back.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

#include "fftcore/fftcore.h"

struct plan_deleter {
    void operator()(fftc_plan *plan) const { fftc_plan_destroy(plan); }
};
using plan_handle = std::unique_ptr<fftc_plan, plan_deleter>;

static plan_handle make_plan(const fftc_transform &transform)
{
    fftc_plan *plan = nullptr;
    fftc_error error;
    if (fftc_plan_create(&transform, nullptr, &plan, &error) != FFTC_SUCCESS) {
        throw std::runtime_error(error.message);
    }
    return plan_handle(plan);
}

static void execute(const plan_handle &plan, const void *src, void *dst)
{
    fftc_error error;
    if (fftc_plan_execute(plan.get(), src, dst, &error) != FFTC_SUCCESS) {
        throw std::runtime_error(error.message);
    }
}

int main()
{
    constexpr std::size_t height = 270;
    constexpr std::size_t width = 480;
    std::vector<float> picture(height * width);
    std::vector<std::complex<float>> spectrum(height * (width / 2 + 1));
    std::vector<float> back(picture.size());
    for (std::size_t i = 0; i < picture.size(); ++i) {
        picture[i] = static_cast<float>(i * 7919 % 256) / 255.0F;
    }

    fftc_transform transform{}; // zeroed: every field's default
    transform.length[0] = height;
    transform.length[1] = width;
    transform.kind = FFTC_REAL;
    const plan_handle there = make_plan(transform);
    transform.direction = FFTC_INVERSE;
    const plan_handle again = make_plan(transform);

    execute(there, picture.data(), spectrum.data());
    execute(again, spectrum.data(), back.data());
    float largest = 0.0F;
    for (std::size_t i = 0; i < picture.size(); ++i) {
        largest = std::max(largest, std::abs(back[i] - picture[i]));
    }
    std::printf("mean %.3f, farthest from itself %.1e\n",
                static_cast<double>(spectrum[0].real()) / static_cast<double>(picture.size()),
                static_cast<double>(largest));
    return largest < 1e-6F ? 0 : 1;
}
