/* SPDX-License-Identifier: MIT */
#include "exr_pictures.hpp"

#include <ImfChannelList.h>
#include <ImfPartType.h>
#include <ImfStandardAttributes.h>
#include <algorithm>

static std::vector<std::string> split(const std::string &name)
{
    std::vector<std::string> pieces;
    size_t at = 0;
    for (size_t dot; (dot = name.find('.', at)) != std::string::npos; at = dot + 1) {
        pieces.push_back(name.substr(at, dot - at));
    }
    pieces.push_back(name.substr(at));
    return pieces;
}

/* A channel is called LAYER.VIEW.R, where either may be missing (and a layer's name have dots).
 * What stands before R is a view if the header lists it, or the part is of a view. */
static exr_picture place(int part, const Imf::Header &header, const std::string &name,
                         std::string *channel)
{
    std::vector<std::string> pieces = split(name);
    exr_picture picture = {part, "", "", true, false, {}};
    *channel = pieces.back();
    pieces.pop_back();
    if (header.hasView()) {
        picture.view = header.view();
    }
    if (Imf::hasMultiView(header) && !Imf::multiView(header).empty()) {
        const std::vector<std::string> &views = Imf::multiView(header);
        if (pieces.empty()) {
            picture.view = views[0];
        } else if (std::find(views.begin(), views.end(), pieces.back()) != views.end()) {
            picture.view = pieces.back();
            pieces.pop_back();
        }
        picture.default_view = picture.view.empty() || picture.view == views[0];
    }
    for (const std::string &piece : pieces) {
        picture.layer += picture.layer.empty() ? piece : "." + piece;
    }
    picture.deep = header.hasType() && Imf::isDeepData(header.type());
    return picture;
}

std::vector<exr_picture> list_exr_pictures(const std::vector<const Imf::Header *> &parts)
{
    std::vector<exr_picture> pictures;
    for (size_t part = 0; part < parts.size(); ++part) {
        const Imf::ChannelList &channels = parts[part]->channels();
        std::map<std::pair<std::string, std::string>, size_t> found;
        size_t first = pictures.size();
        for (auto i = channels.begin(); i != channels.end(); ++i) {
            std::string channel;
            exr_picture picture = place(static_cast<int>(part), *parts[part], i.name(), &channel);
            auto at = found.insert({{picture.view, picture.layer}, pictures.size()});
            if (at.second) {
                pictures.push_back(picture);
            }
            pictures[at.first->second].channels[channel] = i.name();
        }
        std::stable_sort(pictures.begin() + static_cast<std::ptrdiff_t>(first), pictures.end(),
                         [](const exr_picture &a, const exr_picture &b) {
                             return a.layer.empty() != b.layer.empty()
                                        ? a.layer.empty()
                                        : a.default_view && !b.default_view;
                         });
    }
    return pictures;
}

static std::string describe(const std::vector<const Imf::Header *> &parts,
                            const exr_picture &picture)
{
    std::string text;
    if (parts.size() > 1) {
        const Imf::Header &header = *parts[static_cast<size_t>(picture.part)];
        text = "part " + std::to_string(picture.part);
        text += header.hasName() ? " (" + header.name() + ")" : "";
    }
    if (!picture.view.empty()) {
        text += (text.empty() ? "view " : ", view ") + picture.view;
    }
    if (!picture.layer.empty()) {
        text += (text.empty() ? "layer " : ", layer ") + picture.layer;
    }
    return text.empty() ? "no layer" : text;
}

/* A part's number is what its name does not say. */
static bool fits(const std::vector<const Imf::Header *> &parts, const exr_picture &picture,
                 const tool_raster_choice &choice)
{
    if (choice.part != nullptr) {
        auto is_called = [&](const Imf::Header *header) {
            return header->hasName() && header->name() == choice.part;
        };
        bool name = std::any_of(parts.begin(), parts.end(), is_called);
        if (name ? !is_called(parts[static_cast<size_t>(picture.part)])
                 : std::to_string(picture.part) != choice.part) {
            return false;
        }
    }
    return (choice.layer == nullptr || picture.layer == choice.layer) &&
           (choice.view == nullptr || picture.view == choice.view);
}

static std::string list_channels(const exr_picture &picture)
{
    std::string names;
    for (const auto &channel : picture.channels) {
        names += (names.empty() ? "" : ", ") + channel.second;
    }
    return names;
}

static void refuse(const std::vector<const Imf::Header *> &parts,
                   const std::vector<exr_picture> &pictures, const tool_raster_choice &choice,
                   fftc_error *error)
{
    std::string others;
    std::string options;
    for (const exr_picture &picture : pictures) {
        if (picture.has_colours() && !picture.deep && others.size() < 100) {
            others += (others.empty() ? "" : "; ") + describe(parts, picture);
        }
    }
    if (choice.option != nullptr) {
        options = std::string(", to be chosen by ") + choice.option + "part, " + choice.option +
                  "view and " + choice.option + "layer";
    }
    if (others.empty()) {
        (void)tool_fail(error, FFTC_UNSUPPORTED,
                        "has no picture that can be read: that has channels R, G and B, or Y, or "
                        "Y, RY and BY; its channels are %.60s",
                        pictures.empty() ? "none" : list_channels(pictures[0]).c_str());
    } else {
        (void)tool_fail(error, FFTC_INVALID_ARGUMENT,
                        "has not the picture that was asked for; it has %s%s", others.c_str(),
                        options.c_str());
    }
}

const exr_picture *choose_exr_picture(const std::vector<const Imf::Header *> &parts,
                                      const std::vector<exr_picture> &pictures,
                                      const tool_raster_choice *choice, tool_raster *raster,
                                      fftc_error *error)
{
    const tool_raster_choice nothing = {nullptr, nullptr, nullptr, nullptr};
    const tool_raster_choice &wish = choice != nullptr ? *choice : nothing;
    const exr_picture *chosen = nullptr;
    const exr_picture *deep = nullptr;
    int others = -1;
    for (const exr_picture &picture : pictures) {
        if (picture.has_colours() && !picture.deep) {
            chosen = chosen == nullptr && fits(parts, picture, wish) ? &picture : chosen;
            ++others;
        } else if (picture.has_colours() && deep == nullptr && fits(parts, picture, wish)) {
            deep = &picture;
        }
    }
    if (chosen == nullptr && deep != nullptr) {
        (void)tool_fail(error, FFTC_UNSUPPORTED,
                        "has several samples for each pixel (deep data): flatten it first");
    } else if (chosen == nullptr) {
        refuse(parts, pictures, wish, error);
    } else if (others > 0) {
        tool_raster_note(raster, "%s taken, of %d pictures in it", describe(parts, *chosen).c_str(),
                         others + 1);
    }
    return chosen;
}
