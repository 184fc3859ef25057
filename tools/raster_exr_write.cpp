/* SPDX-License-Identifier: MIT
 *
 * Writes OpenEXR pictures of floats, by its library for C++. No exception leaves this file.
 */
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfOutputFile.h>
#include <new>

extern "C" {
#include "raster.h"
}

namespace
{

/* Whether a write failed is asked in the end, when the file is closed: what is thrown while the
 * library destroys its own object is lost. */
class output : public Imf::OStream
{
  public:
    output(FILE *file, const char *path) : Imf::OStream(path), file_(file) {}

    void write(const char from[], int bytes) override
    {
        (void)std::fwrite(from, 1, static_cast<size_t>(bytes), file_);
    }
    uint64_t tellp() override
    {
        return static_cast<uint64_t>(ftello(file_));
    }
    void seekp(uint64_t at) override
    {
        (void)fseeko(file_, static_cast<off_t>(at), SEEK_SET);
    }

  private:
    FILE *file_;
};

Imf::Header describe(const tool_raster *raster)
{
    const tool_frame &frame = raster->frame;
    Imath::Box2i data(Imath::V2i(frame.left, frame.top),
                      Imath::V2i(frame.left + static_cast<int>(raster->width - 1),
                                 frame.top + static_cast<int>(raster->height - 1)));
    Imath::Box2i shown = data;
    if (frame.shown_width != 0) {
        shown.min = Imath::V2i(frame.shown_left, frame.shown_top);
        shown.max = Imath::V2i(frame.shown_left + static_cast<int>(frame.shown_width - 1),
                               frame.shown_top + static_cast<int>(frame.shown_height - 1));
    }
    return Imf::Header(shown, data, frame.pixel_aspect > 0.0F ? frame.pixel_aspect : 1.0F,
                       Imath::V2f(0.0F, 0.0F), 1.0F, Imf::INCREASING_Y, Imf::NO_COMPRESSION);
}

void write(const tool_raster *raster, output &to)
{
    static const char *const names[] = {"R", "G", "B", "A"};
    Imf::Header header = describe(raster);
    Imf::FrameBuffer buffer;
    for (int channel = 0; channel < TOOL_CHANNELS + (raster->alpha != nullptr); ++channel) {
        float *plane = channel < TOOL_CHANNELS ? tool_raster_plane(raster, channel) : raster->alpha;
        header.channels().insert(names[channel], Imf::Channel(Imf::FLOAT));
        buffer.insert(names[channel],
                      Imf::Slice::Make(Imf::FLOAT, plane, header.dataWindow(), sizeof(float),
                                       raster->width * sizeof(float)));
    }
    Imf::OutputFile file(to, header, 0);
    file.setFrameBuffer(buffer);
    file.writePixels(static_cast<int>(raster->height));
}

} // namespace

extern "C" bool tool_raster_write_exr(const tool_raster *raster, const char *path)
{
    FILE *file = tool_file_create(path);
    bool good = false;
    if (file == nullptr) {
        return false;
    }
    try {
        output to(file, path);
        write(raster, to);
        good = true;
    } catch (const std::exception &problem) {
        (void)tool_refuse("%s: cannot be written: %s", path, problem.what());
    } catch (...) {
        (void)tool_refuse("%s: cannot be written", path);
    }
    if (!good) {
        tool_file_discard(file);
        return false;
    }
    return tool_file_close(file, path);
}
