/* SPDX-License-Identifier: MIT */
#include "exr_chroma.hpp"

#include <ImfFrameBuffer.h>
#include <ImfRgba.h>
#include <ImfRgbaYca.h>
#include <ImfStandardAttributes.h>

namespace
{

using Imf::Rgba;
using Imf::RgbaYca::N;
using Imf::RgbaYca::N2;

/* Luminance in g, chroma in r and b. Rows are numbered from 0, which has chroma. */
struct chroma_picture {
    int width, height;
    Imath::V3f weights;
    std::vector<Rgba> pixels;

    Rgba *row(int y)
    {
        return &pixels[static_cast<size_t>(y) * static_cast<size_t>(width)];
    }

    /* Beyond the picture are its first row, and its last that has chroma. */
    Rgba *row_or_edge(int y)
    {
        return row(y < 0 ? 0 : y >= height ? height - 2 : y);
    }
};

void read_samples(Imf::InputPart &part, const exr_picture &picture, chroma_picture *into)
{
    const Imath::Box2i &data = part.header().dataWindow();
    Imf::FrameBuffer buffer;
    auto insert = [&](const char *name, half *at, int step, double otherwise) {
        auto channel = picture.channels.find(name);
        if (channel != picture.channels.end()) {
            size_t across = sizeof(Rgba) * static_cast<size_t>(step);
            buffer.insert(channel->second,
                          Imf::Slice::Make(Imf::HALF, at, data, across,
                                           across * static_cast<size_t>(into->width), step, step,
                                           otherwise));
        }
    };
    Rgba *first = into->pixels.data();
    insert("Y", &first->g, 1, 0.0);
    insert("RY", &first->r, 2, 0.0);
    insert("BY", &first->b, 2, 0.0);
    insert("A", &first->a, 1, 1.0);
    part.setFrameBuffer(buffer);
    part.readPixels(data.min.y, data.max.y);
}

/* For the rows that have chroma, at every other pixel. */
void complete_rows(chroma_picture *picture)
{
    const auto width = static_cast<size_t>(picture->width);
    std::vector<Rgba> padded(width + N - 1);
    for (int y = 0; y < picture->height; y += 2) {
        Rgba *row = picture->row(y);
        std::copy(row, row + width, padded.begin() + N2);
        for (size_t i = 0; i < N2; ++i) {
            padded[i] = row[0];
            padded[width + N2 + i] = row[width - 2];
        }
        Imf::RgbaYca::reconstructChromaHoriz(picture->width, padded.data(), row);
    }
}

/* One row of colours, whose saturation is not yet limited; `y` may be one beyond the picture. */
void make_row(chroma_picture *picture, int y, Rgba *colours)
{
    const Rgba *rows[N];
    if (y % 2 == 0) {
        Imf::RgbaYca::YCAtoRGBA(picture->weights, picture->width, picture->row_or_edge(y), colours);
        return;
    }
    for (int i = 0; i < N; ++i) {
        rows[i] = picture->row_or_edge(y - N2 + i);
    }
    Imf::RgbaYca::reconstructChromaVert(picture->width, rows, colours);
    Imf::RgbaYca::YCAtoRGBA(picture->weights, picture->width, colours, colours);
}

void store(const std::vector<Rgba> &row, size_t at, tool_raster *raster)
{
    for (size_t x = 0; x < row.size(); ++x) {
        tool_raster_plane(raster, 0)[at + x] = row[x].r;
        tool_raster_plane(raster, 1)[at + x] = row[x].g;
        tool_raster_plane(raster, 2)[at + x] = row[x].b;
        if (raster->alpha != nullptr) {
            raster->alpha[at + x] = row[x].a;
        }
    }
}

} // namespace

void read_exr_chroma(Imf::InputPart &part, const exr_picture &picture, tool_raster *raster)
{
    const Imf::Header &header = part.header();
    const Imath::Box2i &data = header.dataWindow();
    chroma_picture from = {data.max.x - data.min.x + 1,
                           data.max.y - data.min.y + 1,
                           Imf::RgbaYca::computeYw(Imf::hasChromaticities(header)
                                                       ? Imf::chromaticities(header)
                                                       : Imf::Chromaticities()),
                           {}};
    const auto width = static_cast<size_t>(from.width);
    from.pixels.assign(width * static_cast<size_t>(from.height), Rgba(0.0F, 0.0F, 0.0F, 1.0F));
    read_samples(part, picture, &from);
    complete_rows(&from);
    std::vector<Rgba> colours[3] = {std::vector<Rgba>(width), std::vector<Rgba>(width),
                                    std::vector<Rgba>(width)};
    std::vector<Rgba> limited(width);
    make_row(&from, -1, colours[0].data());
    make_row(&from, 0, colours[1].data());
    for (int y = 0; y < from.height; ++y) {
        make_row(&from, y + 1, colours[2].data());
        const Rgba *const three[] = {colours[0].data(), colours[1].data(), colours[2].data()};
        Imf::RgbaYca::fixSaturation(from.weights, from.width, three, limited.data());
        store(limited,
              static_cast<size_t>(data.min.y - raster->frame.top + y) * raster->width +
                  static_cast<size_t>(data.min.x - raster->frame.left),
              raster);
        colours[0].swap(colours[1]);
        colours[1].swap(colours[2]);
    }
}
