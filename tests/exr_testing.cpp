/* SPDX-License-Identifier: MIT */
#include "exr_testing.h"

#include <ImfChannelList.h>
#include <ImfDeepFrameBuffer.h>
#include <ImfDeepScanLineOutputFile.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfRgbaFile.h>
#include <ImfStandardAttributes.h>
#include <ImfStdIO.h>
#include <ImfTiledOutputPart.h>
#include <cstdlib>
#include <cstring>
#include <half.h>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace
{

enum { TILE = 8 };

struct channel {
    std::string name;
    int step; /* one number for step x step pixels */
    int number;
};

std::vector<std::string> split(const std::string &list)
{
    std::vector<std::string> items;
    std::stringstream stream(list);
    for (std::string item; std::getline(stream, item, ',');) {
        items.push_back(item);
    }
    return items;
}

std::vector<channel> channels_of(const exr_testing_part &part, int *number)
{
    std::vector<channel> channels;
    for (const std::string &item : split(part.channels)) {
        size_t slash = item.find('/');
        channels.push_back({item.substr(0, slash),
                            slash == std::string::npos ? 1 : std::stoi(item.substr(slash + 1)),
                            (*number)++});
    }
    return channels;
}

Imath::Box2i box(const int *from)
{
    return Imath::Box2i(Imath::V2i(from[0], from[1]),
                        Imath::V2i(from[0] + from[2] - 1, from[1] + from[3] - 1));
}

bool is_tiled(const exr_testing_shape &shape)
{
    return shape.arrangement >= EXR_TILES;
}

Imf::Header header_of(const exr_testing_shape &shape, const exr_testing_part &part,
                      const std::vector<channel> &channels)
{
    static const Imf::LineOrder orders[] = {Imf::INCREASING_Y, Imf::DECREASING_Y, Imf::INCREASING_Y,
                                            Imf::DECREASING_Y, Imf::RANDOM_Y,     Imf::INCREASING_Y,
                                            Imf::INCREASING_Y};
    Imath::Box2i data = box(&shape.left);
    Imf::Header header(shape.shown[2] != 0 ? box(shape.shown) : data, data,
                       shape.pixel_aspect > 0.0F ? shape.pixel_aspect : 1.0F);
    header.lineOrder() = orders[shape.arrangement];
    header.compression() = static_cast<Imf::Compression>(shape.compression);
    for (const channel &c : channels) {
        header.channels().insert(
            c.name, Imf::Channel(static_cast<Imf::PixelType>(shape.type), c.step, c.step));
    }
    if (is_tiled(shape)) {
        header.setTileDescription(
            Imf::TileDescription(TILE, TILE,
                                 shape.arrangement == EXR_MIPMAP   ? Imf::MIPMAP_LEVELS
                                 : shape.arrangement == EXR_RIPMAP ? Imf::RIPMAP_LEVELS
                                                                   : Imf::ONE_LEVEL));
    }
    header.setName(part.name != nullptr ? part.name : "part");
    header.setType(is_tiled(shape) ? Imf::TILEDIMAGE : Imf::SCANLINEIMAGE);
    if (part.view != nullptr) {
        header.setView(part.view);
    }
    if (shape.views != nullptr) {
        Imf::addMultiView(header, split(shape.views));
    }
    if (shape.primaries[7] != 0.0F) {
        const float *p = shape.primaries;
        Imf::addChromaticities(header,
                               Imf::Chromaticities(Imath::V2f(p[0], p[1]), Imath::V2f(p[2], p[3]),
                                                   Imath::V2f(p[4], p[5]), Imath::V2f(p[6], p[7])));
    }
    if (shape.neutral[1] != 0.0F) {
        Imf::addAdoptedNeutral(header, Imath::V2f(shape.neutral[0], shape.neutral[1]));
    }
    return header;
}

void store(int type, float value, char *at)
{
    if (type == EXR_HALF) {
        const half number(value);
        std::memcpy(at, &number, sizeof number);
    } else if (type == EXR_FLOAT) {
        std::memcpy(at, &value, sizeof value);
    } else {
        const auto number = static_cast<unsigned>(value);
        std::memcpy(at, &number, sizeof number);
    }
}

/* The numbers of one channel. Those of smaller levels (`level`) are no part of the picture. */
std::vector<char> numbers(const exr_testing_shape &shape, const channel &c, exr_testing_value value,
                          bool level)
{
    size_t bytes = shape.type == EXR_HALF ? 2 : 4;
    int width = shape.width / c.step;
    std::vector<char> all(bytes * static_cast<size_t>(width) *
                          static_cast<size_t>(shape.height / c.step));
    for (size_t i = 0; i < all.size() / bytes; ++i) {
        int x = static_cast<int>(i) % width * c.step;
        int y = static_cast<int>(i) / width * c.step;
        store(shape.type, level ? 999.0F : value(c.number, x, y), &all[i * bytes]);
    }
    return all;
}

struct planes {
    std::vector<std::vector<char>> numbers;
    Imf::FrameBuffer buffer;
};

planes planes_of(const exr_testing_shape &shape, const std::vector<channel> &channels,
                 exr_testing_value value, bool level)
{
    planes result;
    const auto type = static_cast<Imf::PixelType>(shape.type);
    const size_t bytes = shape.type == EXR_HALF ? 2 : 4;
    for (const channel &c : channels) {
        result.numbers.push_back(numbers(shape, c, value, level));
        result.buffer.insert(
            c.name,
            Imf::Slice::Make(type, result.numbers.back().data(), Imath::V2i(shape.left, shape.top),
                             shape.width, shape.height, bytes,
                             bytes * static_cast<size_t>(shape.width / c.step), c.step, c.step));
    }
    return result;
}

void write_levels(Imf::MultiPartOutputFile &file, int number, const Imf::FrameBuffer &picture,
                  const Imf::FrameBuffer &levels)
{
    Imf::TiledOutputPart part(file, number);
    bool mipmap = part.levelMode() != Imf::RIPMAP_LEVELS;
    for (int ly = 0; ly < part.numYLevels(); ++ly) {
        for (int lx = mipmap ? ly : 0; lx < (mipmap ? ly + 1 : part.numXLevels()); ++lx) {
            part.setFrameBuffer(lx == 0 && ly == 0 ? picture : levels);
            bool backwards = part.header().lineOrder() == Imf::RANDOM_Y;
            for (int y = 0; y < part.numYTiles(ly); ++y) {
                for (int x = 0; x < part.numXTiles(lx); ++x) {
                    part.writeTile(backwards ? part.numXTiles(lx) - 1 - x : x,
                                   part.header().lineOrder() != Imf::INCREASING_Y
                                       ? part.numYTiles(ly) - 1 - y
                                       : y,
                                   lx, ly);
                }
            }
        }
    }
}

exr_testing_bytes copy(const std::string &text)
{
    exr_testing_bytes file = {static_cast<unsigned char *>(std::malloc(text.size())), text.size()};
    std::memcpy(file.at, text.data(), text.size());
    return file;
}

/* Two samples for each pixel, all of them 1. */
exr_testing_bytes write_deep(Imf::Header header, const std::vector<channel> &channels, int width,
                             int height)
{
    header.setType(Imf::DEEPSCANLINE);
    header.compression() = Imf::ZIPS_COMPRESSION;
    Imf::StdOSStream stream;
    {
        Imf::DeepScanLineOutputFile file(stream, header, 0);
        std::vector<unsigned> counts(static_cast<size_t>(width * height), 2);
        float samples[2] = {1.0F, 1.0F};
        std::vector<float *> pointers(counts.size(), samples);
        Imf::DeepFrameBuffer buffer;
        buffer.insertSampleCountSlice(
            Imf::Slice::Make(Imf::UINT, counts.data(), header.dataWindow()));
        size_t row = sizeof(float *) * static_cast<size_t>(width);
        for (const channel &c : channels) {
            buffer.insert(c.name,
                          Imf::DeepSlice(Imf::FLOAT,
                                         reinterpret_cast<char *>(pointers.data() -
                                                                  header.dataWindow().min.x) -
                                             header.dataWindow().min.y * static_cast<long>(row),
                                         sizeof(float *), row, sizeof(float)));
        }
        file.setFrameBuffer(buffer);
        file.writePixels(height);
    }
    return copy(stream.str());
}

} // namespace

extern "C" exr_testing_bytes exr_testing_write(const exr_testing_shape *shape,
                                               exr_testing_value value)
{
    std::vector<Imf::Header> headers;
    std::vector<std::vector<channel>> channels;
    int number = 0;
    for (const exr_testing_part &part : shape->parts) {
        if (part.channels != nullptr) {
            channels.push_back(channels_of(part, &number));
            headers.push_back(header_of(*shape, part, channels.back()));
        }
    }
    if (shape->deep != 0) {
        return write_deep(headers[0], channels[0], shape->width, shape->height);
    }
    Imf::StdOSStream stream;
    {
        Imf::MultiPartOutputFile file(stream, headers.data(), static_cast<int>(headers.size()),
                                      false, 0);
        for (size_t part = 0; part < headers.size(); ++part) {
            planes picture = planes_of(*shape, channels[part], value, false);
            if (is_tiled(*shape)) {
                planes levels = planes_of(*shape, channels[part], value, true);
                write_levels(file, static_cast<int>(part), picture.buffer, levels.buffer);
            } else {
                Imf::OutputPart out(file, static_cast<int>(part));
                out.setFrameBuffer(picture.buffer);
                out.writePixels(shape->height);
            }
        }
    }
    return copy(stream.str());
}

extern "C" float *exr_testing_read(const exr_testing_bytes *file)
{
    Imf::StdISStream stream;
    stream.str(std::string(reinterpret_cast<const char *>(file->at), file->count));
    Imf::RgbaInputFile input(stream, 0);
    const Imath::Box2i &data = input.dataWindow();
    int width = data.max.x - data.min.x + 1;
    int height = data.max.y - data.min.y + 1;
    std::vector<Imf::Rgba> pixels(static_cast<size_t>(width * height));
    input.setFrameBuffer(pixels.data() - data.min.x - static_cast<long>(data.min.y) * width, 1,
                         static_cast<size_t>(width));
    input.readPixels(data.min.y, data.max.y);
    auto *numbers = static_cast<float *>(std::malloc(pixels.size() * 4 * sizeof(float)));
    for (size_t i = 0; i < pixels.size(); ++i) {
        numbers[4 * i] = pixels[i].r;
        numbers[4 * i + 1] = pixels[i].g;
        numbers[4 * i + 2] = pixels[i].b;
        numbers[4 * i + 3] = pixels[i].a;
    }
    return numbers;
}

extern "C" exr_testing_header exr_testing_read_header(const exr_testing_bytes *file)
{
    Imf::StdISStream stream;
    stream.str(std::string(reinterpret_cast<const char *>(file->at), file->count));
    Imf::RgbaInputFile input(stream, 0);
    const Imf::Header &header = input.header();
    auto put = [](const Imath::Box2i &from, int *to) {
        to[0] = from.min.x;
        to[1] = from.min.y;
        to[2] = from.max.x - from.min.x + 1;
        to[3] = from.max.y - from.min.y + 1;
    };
    exr_testing_header result = {};
    put(header.dataWindow(), result.data);
    put(header.displayWindow(), result.shown);
    result.pixel_aspect = header.pixelAspectRatio();
    for (auto i = header.channels().begin(); i != header.channels().end(); ++i) {
        ++result.channels;
    }
    result.has_alpha = header.channels().findChannel("A") != nullptr;
    return result;
}
