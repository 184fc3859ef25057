/* SPDX-License-Identifier: MIT
 *
 * The library's messages name fields and constants of C; who reads them here has a command line.
 */
#include <ctype.h>
#include <string.h>

#include "command.h"

/* What the library calls it; with "[" at its end, that and an axis or number in brackets, which "#"
 * stands for behind it. Then the option in its place, where the command has an option of that name;
 * otherwise plain words. Longer ones stand before those that they begin with. */
typedef struct word {
    const char *library, *option, *otherwise;
} word;

static const word words[] = {
    {"operation is AND, OR or XOR and type is a float: pass an integer's type",
     "--operation: and, or and xor are of integers: give --type uint32, int32, uint64 or int64",
     "and, or and xor are of integers"},
    {"constants[", "--spec", "specialization constants"},
    {"word_count", NULL, "the number of words"},
    {", or handles.float64 is not set", NULL, ""},
    {"set float64, or pass FFTC_FLOAT32", "--limits f64 says that it has; or give --precision f32",
     "give --precision f32"},
    {"leave both 0 for all of the axis", NULL, "leave the option out for all of the axis"},
    {"length[0] to length[", "--length: axes 0 to #", "the lengths of axes 0 to #"},
    {"accessors.extra[", "--extras, number #,", "extra #"},
    {"kernel_length[", NULL, "the kernel's length along axis #"},
    {"kernel_origin[", NULL, "the kernel's origin along axis #"},
    {"trigonometric[", NULL, "the kind of axis #"},
    {"src_stride[", "--src-stride of axis #", "the source's stride along axis #"},
    {"dst_stride[", "--dst-stride of axis #", "the result's stride along axis #"},
    {"src_range[", "--src-range of axis #", "the source's range along axis #"},
    {"dst_range[", "--dst-range of axis #", "the result's range along axis #"},
    {"length[", "--length of axis #", "the length of axis #"},
    {"loop[", "--loop of axis #", "the loop of axis #"},
    {"src_stride", "--src-stride", "the source's strides"},
    {"dst_stride", "--dst-stride", "the result's strides"},
    {"src_distance is 0", "--src-distance is not given", "the source's distance is not given"},
    {"dst_distance is 0", "--dst-distance is not given", "the result's distance is not given"},
    {"src_distance", "--src-distance", "the source's distance"},
    {"dst_distance", "--dst-distance", "the result's distance"},
    {"src_range", "--src-range", "the source's range"},
    {"dst_range", "--dst-range", "the result's range"},
    {"kernel_length", NULL, "the kernel's length"},
    {"kernel_origin", NULL, "the kernel's origin"},
    {"accessors.load", "--load", "the loads"},
    {"accessors.store", "--store", "the stores"},
    {"accessors.extra", "--extras", "the extras"},
    {"options.addresses", "--addresses", "buffer device addresses"},
    {"options.reproducible", NULL, "reproducible plans"},
    {"elements_log2", "--elements-log2", "the elements of an invocation"},
    {"workgroup_log2", "--workgroup-log2", "the workgroup's size"},
    {"subgroup_log2", NULL, "the logarithm of the subgroup's size"},
    {"line_invocations", "--line-invocations", "the invocations of a line"},
    {"placement FFTC_IN_PLACE", "--in-place", "a plan in place"},
    {"FFTC_IN_PLACE", "--in-place", "in place"},
    {"placement FFTC_OUT_OF_PLACE", NULL, "a plan out of place"},
    {"FFTC_OUT_OF_PLACE", NULL, "out of place"},
    {"format FFTC_SPLIT", "--split", "split format"},
    {"FFTC_SPLIT", "--split", "split format"},
    {"format FFTC_INTERLEAVED", NULL, "interleaved numbers"},
    {"FFTC_INTERLEAVED", NULL, "interleaved numbers"},
    {"FFTC_STRIDE_ZERO", NULL, "0"},
    {"FFTC_FLOAT16", "--precision f16", "half precision"},
    {"FFTC_FLOAT32", "--precision f32", "single precision"},
    {"FFTC_FLOAT64", "--precision f64", "double precision"},
    {"FFTC_FORWARD", "--direction forward", "forward"},
    {"FFTC_INVERSE", "--direction inverse", "inverse"},
    {"FFTC_REAL_TO_REAL", NULL, "a cosine or sine transform"},
    {"FFTC_REAL", NULL, "a real transform"},
    {"FFTC_COMPLEX", NULL, "a complex transform"},
    {"FFTC_DCT_I", NULL, "dct1"},
    {"FFTC_SCALE_DEFAULT", "--scaling default", "the default scaling"},
    {"FFTC_SCALE_NONE", "--scaling none", "no scaling"},
    {"FFTC_SCALE_UNITARY", "--scaling unitary", "unitary scaling"},
    {"FFTC_ESTIMATE", NULL, "an estimate"},
    {"FFTC_MEASURE", "--measure", "measuring"},
    {": give the context a cache into which you loaded what fftc_vulkan_cache_save wrote in the "
     "same "
     "version, for the same transform, options and limits of the device",
     NULL, ": configure it with -DFFTCORE_GLSLANG=ON"},
};

static bool is_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Bytes of the word that `text` begins with, and its number in brackets; 0 if it is not that. */
static size_t match(const word *w, const char *text, const char **number, size_t *digits)
{
    size_t bytes = strlen(w->library);
    *digits = 0;
    if (strncmp(text, w->library, bytes) != 0) {
        return 0;
    }
    if ((text[bytes] == '.' || text[bytes] == '/') && is_part(text[bytes + 1])) {
        return 0; /* part of a file's name */
    }
    if (w->library[bytes - 1] != '[') {
        return is_part(text[bytes]) && is_part(w->library[bytes - 1]) ? 0 : bytes;
    }
    *number = text + bytes;
    *digits = strspn(*number, "0123456789");
    return *digits > 0 && text[bytes + *digits] == ']' ? bytes + *digits + 1 : 0;
}

static const char *in_place_of(const word *w)
{
    char name[40];
    size_t bytes = w->option != NULL ? strcspn(w->option + 2, " :,") : 0;
    (void)snprintf(name, sizeof name, "%.*s", (int)bytes, w->option != NULL ? w->option + 2 : "");
    return bytes > 0 && tool_command_has(name) ? w->option : w->otherwise;
}

void tool_translate(const char *message, char *text, size_t bytes)
{
    size_t used = 0;
    bool quoted = false;
    const char *at = message;
    while (*at != '\0' && used + 1 < bytes) {
        size_t taken = 0;
        bool begins = at == message || (!is_part(at[-1]) && strchr("/.", at[-1]) == NULL);
        if (*at == '"') { /* what the user called something */
            quoted = !quoted;
        }
        begins = begins && !quoted;
        for (size_t i = 0; i < sizeof words / sizeof *words && begins && taken == 0; ++i) {
            const char *number = "";
            size_t digits;
            taken = match(&words[i], at, &number, &digits);
            for (const char *c = taken > 0 ? in_place_of(&words[i]) : ""; *c != '\0'; ++c) {
                int more = *c == '#'
                               ? snprintf(text + used, bytes - used, "%.*s", (int)digits, number)
                               : snprintf(text + used, bytes - used, "%c", *c);
                used = used + (size_t)more < bytes ? used + (size_t)more : bytes - 1;
            }
        }
        if (taken == 0) {
            text[used++] = *at;
            taken = 1;
        }
        at += taken;
    }
    text[used] = '\0';
}
