/* SPDX-License-Identifier: MIT
 *
 * The sound of a room: convolves a recording with the room's impulse response.
 *
 *     convolve_sound recording.wav room.wav out.wav
 *
 * Any format that libsndfile reads, any number of channels; the response has one. The result is
 * floating-point WAV, as long as both together, so that nothing is clipped or cut off.
 */
#include <sndfile.h>
#include <stdio.h>
#include <stdlib.h>

#include <fftcore/convolution.h>

typedef struct sound {
    SF_INFO info;
    float *samples; /* frame by frame, the channels of a frame side by side */
} sound;

static int fail(const char *what, const char *why)
{
    fprintf(stderr, "convolve_sound: %s: %s\n", what, why);
    return 1;
}

static int read_sound(const char *path, sound *s)
{
    SNDFILE *file = sf_open(path, SFM_READ, &s->info);
    if (file == NULL) {
        return fail(path, sf_strerror(NULL));
    }
    size_t channels = (size_t)s->info.channels;
    if (s->info.frames < 1 || (size_t)s->info.frames > SIZE_MAX / sizeof(float) / channels) {
        sf_close(file);
        return fail(path, "it holds nothing, or too much");
    }
    s->samples = malloc((size_t)s->info.frames * channels * sizeof(float));
    sf_count_t got = s->samples != NULL ? sf_readf_float(file, s->samples, s->info.frames) : -1;
    sf_close(file);
    return got == s->info.frames ? 0 : fail(path, got < 0 ? "out of memory" : "it ends early");
}

/* Each channel is a signal of the batch: its samples are `channels` apart, and the channels one. */
static int convolve(const sound *in, const sound *room, sound *out)
{
    uint64_t frames = (uint64_t)in->info.frames;
    uint64_t taps = (uint64_t)room->info.frames;
    uint64_t channels = (uint64_t)in->info.channels;
    fftc_convolution_description what;
    fftc_convolution *plan = NULL;
    fftc_error error;
    if (fftc_convolution_describe_linear(1, &frames, &taps, FFTC_FULL, FFTC_CONVOLVE, FFTC_REAL,
                                         &what, &error) != FFTC_SUCCESS) {
        return fail("convolution", error.message);
    }
    what.signal.batch = channels;
    what.signal.src_stride[0] = channels;
    what.signal.dst_stride[0] = channels;
    what.signal.src_distance = 1;
    what.signal.dst_distance = 1;
    if (fftc_convolution_create(&what, NULL, &plan, &error) != FFTC_SUCCESS) {
        return fail("convolution", error.message);
    }
    void *spectrum = malloc(fftc_convolution_spectrum_bytes(plan));
    out->samples = malloc((frames + taps - 1) * channels * sizeof(float));
    int failed = spectrum == NULL || out->samples == NULL;
    if (failed) {
        fail("convolution", "out of memory");
    } else if (fftc_convolution_prepare(plan, room->samples, spectrum, &error) != FFTC_SUCCESS ||
               fftc_convolution_execute(plan, in->samples, spectrum, out->samples, &error) !=
                   FFTC_SUCCESS) {
        failed = fail("convolution", error.message);
    }
    free(spectrum);
    fftc_convolution_destroy(plan);
    return failed;
}

static int write_sound(const char *path, const sound *in, const sound *room, sound *out)
{
    out->info = (SF_INFO){.samplerate = in->info.samplerate,
                          .channels = in->info.channels,
                          .format = SF_FORMAT_WAV | SF_FORMAT_FLOAT};
    sf_count_t frames = in->info.frames + room->info.frames - 1;
    SNDFILE *file = sf_open(path, SFM_WRITE, &out->info);
    if (file == NULL) {
        return fail(path, sf_strerror(NULL));
    }
    sf_count_t written = sf_writef_float(file, out->samples, frames);
    return sf_close(file) == 0 && written == frames ? 0 : fail(path, "it cannot be written");
}

int main(int argc, char **argv)
{
    sound in = {0};
    sound room = {0};
    sound out = {0};
    if (argc != 4) {
        fprintf(stderr, "usage: convolve_sound RECORDING ROOM OUT.wav\n");
        return 2;
    }
    int failed = read_sound(argv[1], &in) || read_sound(argv[2], &room);
    if (!failed && room.info.channels != 1) {
        failed = fail(argv[2], "an impulse response has one channel here");
    }
    if (!failed && room.info.samplerate != in.info.samplerate) {
        failed = fail(argv[2], "its sample rate is not the recording's");
    }
    failed = failed || convolve(&in, &room, &out) || write_sound(argv[3], &in, &room, &out);
    free(in.samples);
    free(room.samples);
    free(out.samples);
    return failed;
}
