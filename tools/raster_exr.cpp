/* SPDX-License-Identifier: MIT
 *
 * Reads OpenEXR pictures by its library for C++. (Its library for C, OpenEXRCore 3.1.5, mixes up
 * rows of B44 and B44A with floats, has no DWAA and DWAB, writes through the null pointers of
 * channels that are left out, if they are halves, and leaves what memory held in pixels that a
 * chunk lacks.) No exception leaves this file.
 */
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfIO.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfRgbaYca.h>
#include <ImfStandardAttributes.h>
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

#include "exr_chroma.hpp"
#include "exr_pictures.hpp"

extern "C" {
#include "colour.h"
#include "raster_exr.h"
}

namespace
{

class memory_file : public Imf::IStream
{
  public:
    memory_file(const unsigned char *bytes, size_t count)
        : Imf::IStream("picture"), bytes_(bytes), count_(count)
    {
    }

    bool read(char into[], int wanted) override
    {
        if (wanted < 0 || at_ > count_ || static_cast<uint64_t>(wanted) > count_ - at_) {
            throw Iex::InputExc("the file ends too early");
        }
        std::memcpy(into, bytes_ + at_, static_cast<size_t>(wanted));
        at_ += static_cast<uint64_t>(wanted);
        return at_ < count_;
    }

    uint64_t tellg() override
    {
        return at_;
    }
    void seekg(uint64_t at) override
    {
        at_ = at;
    }

  private:
    const unsigned char *bytes_;
    uint64_t count_;
    uint64_t at_ = 0;
};

/* What cannot be read for a reason that the user understands. */
struct refusal {
    fftc_status status;
};

struct reader {
    memory_file file;
    const unsigned char *bytes;
    uint64_t count;
    uint64_t tables; /* where the parts' tables of chunks begin */
    bool several_parts;
    tool_raster *raster;
    fftc_error *error;
};

uint64_t span(int first, int last)
{
    return static_cast<uint64_t>(static_cast<int64_t>(last) - first + 1);
}

void demand(fftc_status status)
{
    if (status != FFTC_SUCCESS) {
        throw refusal{status};
    }
}

const char *compression_name(Imf::Compression compression)
{
    static const char *const names[] = {"not compressed", "RLE", "ZIPS", "ZIP",  "PIZ",
                                        "PXR24",          "B44", "B44A", "DWAA", "DWAB"};
    return static_cast<unsigned>(compression) < 10 ? names[compression] : "unknown compression";
}

int lines_per_chunk(Imf::Compression compression)
{
    static const int lines[] = {1, 1, 1, 16, 32, 16, 32, 32, 32, 256};
    return static_cast<unsigned>(compression) < 10 ? lines[compression] : 1;
}

uint64_t bytes_per_pixel(const Imf::Header &header)
{
    uint64_t bytes = 0;
    for (auto i = header.channels().begin(); i != header.channels().end(); ++i) {
        bytes += i.channel().type == Imf::HALF ? 2 : 4;
    }
    return bytes;
}

/* The library allocates room for the largest chunk before it reads one. A file holds at most some
 * 2^17 times as much as it has bytes: flat blocks of 64 floats in DWAA become one number, and
 * zlib makes 1032 of those one byte. */
void check_sizes(const reader &r, const Imf::Header &header)
{
    const uint64_t most = uint64_t{1} << 30;
    const Imath::Box2i &data = header.dataWindow();
    uint64_t width = span(data.min.x, data.max.x);
    uint64_t height = span(data.min.y, data.max.y);
    uint64_t bytes = bytes_per_pixel(header);
    uint64_t pixels = width * static_cast<uint64_t>(lines_per_chunk(header.compression()));
    if (header.hasTileDescription()) {
        const Imf::TileDescription &tiles = header.tileDescription();
        pixels = tiles.xSize <= most && tiles.ySize <= most
                     ? static_cast<uint64_t>(tiles.xSize) * tiles.ySize
                     : most;
    }
    if (pixels > most / bytes) {
        demand(tool_fail(r.error, FFTC_TOO_LARGE,
                         "is an OpenEXR picture in pieces of more than %llu bytes",
                         static_cast<unsigned long long>(most)));
    }
    if (width * height > (r.count << 17) / bytes) {
        demand(tool_fail(r.error, FFTC_INVALID_ARGUMENT,
                         "is an OpenEXR picture that is cut off or damaged: %llu x %llu pixels do "
                         "not fit its %llu bytes",
                         static_cast<unsigned long long>(width),
                         static_cast<unsigned long long>(height),
                         static_cast<unsigned long long>(r.count)));
    }
}

/* A few pixels of a large picture are common (a part of it was rendered), not of a giant one. */
void check_window(const reader &r, const Imath::Box2i &data, const Imath::Box2i &all)
{
    const uint64_t giant = uint64_t{1} << 26;
    uint64_t width = span(all.min.x, all.max.x);
    uint64_t height = span(all.min.y, all.max.y);
    uint64_t pixels = span(data.min.x, data.max.x) * span(data.min.y, data.max.y);
    if (width > giant / height && width > 64 * pixels / height) {
        demand(tool_fail(r.error, FFTC_TOO_LARGE,
                         "has %llu pixels in a window of %llu x %llu, nearly all of which would "
                         "be black: crop its display window",
                         static_cast<unsigned long long>(pixels),
                         static_cast<unsigned long long>(width),
                         static_cast<unsigned long long>(height)));
    }
}

/* The data window and the display window together. Where there are no data it is black. */
void create_planes(const reader &r, const Imf::Header &header)
{
    const Imath::Box2i &data = header.dataWindow();
    const Imath::Box2i &shown = header.displayWindow();
    char format[sizeof r.raster->format];
    char taken[sizeof r.raster->taken];
    Imath::Box2i all = data;
    tool_frame frame = {};
    if (!shown.isEmpty()) {
        all.extendBy(shown);
        check_window(r, data, all);
        frame.shown_left = shown.min.x;
        frame.shown_top = shown.min.y;
        frame.shown_width = static_cast<uint32_t>(span(shown.min.x, shown.max.x));
        frame.shown_height = static_cast<uint32_t>(span(shown.min.y, shown.max.y));
    }
    frame.left = all.min.x;
    frame.top = all.min.y;
    frame.pixel_aspect = header.pixelAspectRatio();
    std::memcpy(taken, r.raster->taken, sizeof taken);
    demand(tool_raster_create(span(all.min.x, all.max.x), span(all.min.y, all.max.y), r.raster,
                              r.error));
    std::memcpy(r.raster->taken, taken, sizeof taken);
    (void)std::snprintf(format, sizeof format, "OpenEXR (%s), %u x %u pixels",
                        compression_name(header.compression()), r.raster->width, r.raster->height);
    std::memcpy(r.raster->format, format, sizeof format);
    r.raster->frame = frame;
    if (all != data) {
        tool_raster_note(r.raster, "black beyond its %llu x %llu pixels",
                         static_cast<unsigned long long>(span(data.min.x, data.max.x)),
                         static_cast<unsigned long long>(span(data.min.y, data.max.y)));
    }
}

Imf::Slice slice_of(const reader &r, const Imf::Header &header, float *plane)
{
    const Imath::Box2i &data = header.dataWindow();
    const tool_frame &frame = r.raster->frame;
    auto x = static_cast<size_t>(static_cast<int64_t>(data.min.x) - frame.left);
    auto y = static_cast<size_t>(static_cast<int64_t>(data.min.y) - frame.top);
    return Imf::Slice::Make(Imf::FLOAT, plane + y * r.raster->width + x, data, sizeof(float),
                            r.raster->width * sizeof(float));
}

/* Of every channel that is taken, and of the luminance of one whose colours are coarser. */
void check_sampling(const reader &r, const Imf::Header &header, const std::string &name, int step)
{
    const Imf::Channel &channel = header.channels()[name];
    if (channel.xSampling != step || channel.ySampling != step) {
        demand(tool_fail(r.error, FFTC_UNSUPPORTED,
                         "has a channel %.60s of fewer pixels than the picture (one of %d x %d): "
                         "write it with all of them",
                         name.c_str(), channel.xSampling, channel.ySampling));
    }
}

/* What the library (3.1.5) unpacks without a word although it is less than it should be: what is
 * missing is what lay in memory before. Other compressions notice what happens by accident; forged
 * tables of PIZ are not looked for. */
bool leaves_gaps(Imf::Compression compression)
{
    return compression == Imf::NO_COMPRESSION || compression == Imf::RLE_COMPRESSION;
}

/* What is no smaller is stored as it is. */
uint64_t unpacked_bytes(Imf::Compression compression, const unsigned char *packed, uint64_t bytes,
                        uint64_t expected)
{
    if (compression != Imf::RLE_COMPRESSION || bytes >= expected) {
        return bytes;
    }
    uint64_t unpacked = 0;
    for (uint64_t at = 0; at < bytes;) {
        int run = static_cast<signed char>(packed[at]);
        unpacked += static_cast<uint64_t>(run < 0 ? -run : run + 1);
        at += run < 0 ? static_cast<uint64_t>(1 - run) : 2;
    }
    return unpacked;
}

uint64_t number_at(const reader &r, uint64_t at, int bytes)
{
    uint64_t number = 0;
    if (at > r.count || r.count - at < static_cast<uint64_t>(bytes)) {
        throw Iex::InputExc("a chunk lies outside the file");
    }
    for (int i = 0; i < bytes; ++i) {
        number |= static_cast<uint64_t>(r.bytes[at + static_cast<uint64_t>(i)]) << 8 * i;
    }
    return number;
}

/* The chunk's place is in the table; before its bytes are the part's number, if there may be
 * several, its row, or the place and the level of its tile, and how many they are. */
void check_chunk(const reader &r, const Imf::Header &header, uint64_t entry, uint64_t expected)
{
    uint64_t at = number_at(r, entry, 8);
    at += header.hasTileDescription() ? 16 : 4;
    at += r.several_parts ? 4 : 0;
    uint64_t bytes = number_at(r, at, 4);
    at += 4;
    if (bytes > r.count - at ||
        unpacked_bytes(header.compression(), r.bytes + at, bytes, expected) != expected) {
        throw Iex::InputExc("a chunk has not the bytes that its pixels need");
    }
}

/* Of the largest level, whose chunks are the first in the part's table. */
void check_tiles(const reader &r, const Imf::Header &header, uint64_t table)
{
    const Imath::Box2i &data = header.dataWindow();
    const Imf::TileDescription &tiles = header.tileDescription();
    uint64_t width = span(data.min.x, data.max.x);
    uint64_t height = span(data.min.y, data.max.y);
    for (uint64_t y = 0; y < height; y += tiles.ySize) {
        for (uint64_t x = 0; x < width; x += tiles.xSize) {
            uint64_t pixels = std::min<uint64_t>(tiles.xSize, width - x) *
                              std::min<uint64_t>(tiles.ySize, height - y);
            check_chunk(r, header, table, pixels * bytes_per_pixel(header));
            table += 8;
        }
    }
}

void check_rows(const reader &r, const Imf::Header &header, uint64_t table)
{
    const Imath::Box2i &data = header.dataWindow();
    for (int64_t y = data.min.y; y <= data.max.y; ++y) {
        uint64_t expected = 0;
        for (auto i = header.channels().begin(); i != header.channels().end(); ++i) {
            const Imf::Channel &c = i.channel();
            uint64_t width = span(data.min.x, data.max.x) / static_cast<uint64_t>(c.xSampling);
            expected += y % c.ySampling == 0 ? width * (c.type == Imf::HALF ? 2 : 4) : 0;
        }
        check_chunk(r, header, table, expected);
        table += 8;
    }
}

void check_chunks(const reader &r, const std::vector<const Imf::Header *> &parts, int part)
{
    const Imf::Header &header = *parts[static_cast<size_t>(part)];
    uint64_t table = r.tables;
    for (int before = 0; before < part; ++before) {
        table += 8 * static_cast<uint64_t>(parts[static_cast<size_t>(before)]->chunkCount());
    }
    if (!leaves_gaps(header.compression())) {
        return;
    }
    if (header.hasTileDescription()) {
        check_tiles(r, header, table);
    } else {
        check_rows(r, header, table);
    }
}

/* Luminance and colours relative to it, each pixel by itself: RY = (R - Y) / Y. */
void make_colours(const reader &r, const Imf::Header &header)
{
    Imf::Chromaticities chromaticities;
    if (Imf::hasChromaticities(header)) {
        chromaticities = Imf::chromaticities(header);
    }
    const Imath::V3f weights = Imf::RgbaYca::computeYw(chromaticities);
    float *red = tool_raster_plane(r.raster, 0);
    float *green = tool_raster_plane(r.raster, 1);
    float *blue = tool_raster_plane(r.raster, 2);
    for (size_t i = 0; i < static_cast<size_t>(r.raster->width) * r.raster->height; ++i) {
        float y = green[i];
        red[i] = (red[i] + 1.0F) * y;
        blue[i] = (blue[i] + 1.0F) * y;
        green[i] = (y - red[i] * weights.x - blue[i] * weights.z) / weights.y;
    }
}

void read_channels(reader &r, Imf::InputPart &part, const exr_picture &picture)
{
    const Imf::Header &header = part.header();
    static const char *const names[2][TOOL_CHANNELS] = {{"R", "G", "B"}, {"RY", "Y", "BY"}};
    Imf::FrameBuffer buffer;
    bool colours = picture.has("R") && picture.has("G") && picture.has("B");
    bool chroma = !colours && picture.has("RY") && picture.has("BY");
    auto take = [&](const char *name, float *plane) {
        const std::string &full = picture.channels.at(name);
        check_sampling(r, header, full, 1);
        buffer.insert(full, slice_of(r, header, plane));
    };
    if (picture.has("A")) {
        check_sampling(r, header, picture.channels.at("A"), 1);
        demand(tool_raster_add_alpha(r.raster, r.error));
    }
    if (chroma && header.channels()[picture.channels.at("RY")].xSampling != 1) {
        check_sampling(r, header, picture.channels.at("Y"), 1);
        check_sampling(r, header, picture.channels.at("RY"), 2);
        check_sampling(r, header, picture.channels.at("BY"), 2);
        read_exr_chroma(part, picture, r.raster);
        return;
    }
    if (picture.has("A")) {
        take("A", r.raster->alpha);
    }
    for (int channel = 0; channel < TOOL_CHANNELS && (colours || chroma); ++channel) {
        take(names[chroma][channel], tool_raster_plane(r.raster, channel));
    }
    if (!colours && !chroma) {
        take("Y", r.raster->planes);
    }
    part.setFrameBuffer(buffer);
    part.readPixels(header.dataWindow().min.y, header.dataWindow().max.y);
    if (chroma) {
        make_colours(r, header);
    } else if (!colours) {
        size_t pixels = static_cast<size_t>(r.raster->width) * r.raster->height;
        std::memcpy(tool_raster_plane(r.raster, 1), r.raster->planes, pixels * sizeof(float));
        std::memcpy(tool_raster_plane(r.raster, 2), r.raster->planes, pixels * sizeof(float));
    }
}

bool is_used(const exr_picture &picture, const std::string &name)
{
    bool colours = picture.has("R") && picture.has("G") && picture.has("B");
    bool chroma = !colours && picture.has("RY") && picture.has("BY");
    return name == "A" || (colours ? name == "R" || name == "G" || name == "B"
                                   : name == "Y" || (chroma && (name == "RY" || name == "BY")));
}

/* What of the picture is not used, and of its part what is no picture and cannot be chosen. */
void note_the_rest(const reader &r, const std::vector<exr_picture> &pictures,
                   const exr_picture &chosen)
{
    std::string rest;
    int count = 0;
    for (const exr_picture &picture : pictures) {
        bool other = &picture != &chosen;
        if (picture.part != chosen.part || (other && picture.has_colours())) {
            continue;
        }
        for (const auto &channel : picture.channels) {
            if (other || !is_used(picture, channel.first)) {
                rest += (rest.empty() ? "" : ", ") + channel.second;
                ++count;
            }
        }
    }
    if (rest.size() > 100) {
        tool_raster_note(r.raster, "left out: %d channels", count);
    } else if (!rest.empty()) {
        tool_raster_note(r.raster, "left out: %s", rest.c_str());
    }
}

void convert(const reader &r, const Imf::Header &header, const exr_picture &picture)
{
    bool grey = !picture.has("R") && !picture.has("RY");
    if (grey || !(Imf::hasChromaticities(header) || Imf::hasAdoptedNeutral(header))) {
        return;
    }
    Imf::Chromaticities of;
    double neutral[2] = {0.0, 0.0};
    if (Imf::hasChromaticities(header)) {
        of = Imf::chromaticities(header);
    }
    const tool_primaries primaries = {{of.red.x, of.red.y},
                                      {of.green.x, of.green.y},
                                      {of.blue.x, of.blue.y},
                                      {of.white.x, of.white.y}};
    if (Imf::hasAdoptedNeutral(header)) {
        neutral[0] = Imf::adoptedNeutral(header).x;
        neutral[1] = Imf::adoptedNeutral(header).y;
    }
    tool_raster_convert(r.raster, &primaries, Imf::hasAdoptedNeutral(header) ? neutral : nullptr);
}

void read(reader &r, const tool_raster_choice *choice)
{
    Imf::MultiPartInputFile file(r.file, 0, false);
    std::vector<const Imf::Header *> parts;
    for (int part = 0; part < file.parts(); ++part) {
        parts.push_back(&file.header(part));
    }
    std::vector<exr_picture> pictures = list_exr_pictures(parts);
    const exr_picture *picture = choose_exr_picture(parts, pictures, choice, r.raster, r.error);
    if (picture == nullptr) {
        throw refusal{r.error != nullptr ? r.error->status : FFTC_UNSUPPORTED};
    }
    const Imf::Header &header = *parts[static_cast<size_t>(picture->part)];
    check_sizes(r, header);
    create_planes(r, header);
    note_the_rest(r, pictures, *picture);
    check_chunks(r, parts, picture->part);
    Imf::InputPart part(file, picture->part);
    read_channels(r, part, *picture);
    convert(r, header, *picture);
}

/* The library's own words, without the name of the file, which is ours, and on one line. */
fftc_status damaged(const char *what, fftc_error *error)
{
    static const char file[] = "\"picture\". ";
    std::string text = what;
    size_t at = text.rfind(file);
    text = at != std::string::npos ? text.substr(at + sizeof file - 1) : text;
    for (char &letter : text) {
        letter = letter < ' ' ? ' ' : letter;
    }
    return tool_fail(error, FFTC_INVALID_ARGUMENT, "is a damaged OpenEXR picture: %s",
                     text.c_str());
}

} // namespace

extern "C" fftc_status tool_raster_parse_exr(const unsigned char *bytes, size_t count,
                                             const tool_raster_choice *choice, tool_raster *raster,
                                             fftc_error *error)
{
    tool_exr_headers headers = {};
    fftc_status status = tool_exr_check_headers(bytes, count, &headers, error);
    if (status != FFTC_SUCCESS) {
        return status;
    }
    try {
        reader r = {memory_file(bytes, count), bytes,  count, headers.end,
                    headers.several_parts,     raster, error};
        read(r, choice);
        return FFTC_SUCCESS;
    } catch (const refusal &because) {
        return because.status;
    } catch (const std::bad_alloc &) {
        return tool_fail(error, FFTC_OUT_OF_MEMORY, "no memory for an OpenEXR picture");
    } catch (const std::exception &problem) {
        return damaged(problem.what(), error);
    } catch (...) {
        return damaged("its library gives no reason", error);
    }
}
