/* SPDX-License-Identifier: MIT
 *
 * The pictures that an OpenEXR file holds: each layer of each view of each part is one.
 */
#ifndef TOOL_EXR_PICTURES_HPP
#define TOOL_EXR_PICTURES_HPP

#include <ImfHeader.h>
#include <map>
#include <string>
#include <vector>

extern "C" {
#include "raster.h"
}

struct exr_picture {
    int part;
    std::string view, layer;
    bool default_view;
    bool deep;                                   /* several numbers for each pixel */
    std::map<std::string, std::string> channels; /* "R", ... to the file's names of them */

    bool has(const char *name) const
    {
        return channels.count(name) != 0;
    }
    bool has_colours() const
    {
        return (has("R") && has("G") && has("B")) || has("Y");
    }
};

/* In the order of preference for those who choose nothing. */
std::vector<exr_picture> list_exr_pictures(const std::vector<const Imf::Header *> &parts);

/* The one that is chosen, also noted in raster->taken if there was a choice; NULL after filling
 * *error. */
const exr_picture *choose_exr_picture(const std::vector<const Imf::Header *> &parts,
                                      const std::vector<exr_picture> &pictures,
                                      const tool_raster_choice *choice, tool_raster *raster,
                                      fftc_error *error);

#endif
