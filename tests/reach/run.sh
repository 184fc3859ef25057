#!/bin/bash
# SPDX-License-Identifier: MIT
# Debian's programs that use FFTW, run on libfftcore-fftw3 in its place, with results compared to those on FFTW.
#   run.sh LIBRARY WORK      LIBRARY is the shared libfftcore-fftw3; the folder `run` beside it has FFTW's names
# Programs that are not installed are named and passed over:
#   apt-get install octave libvips-tools imagemagick minimodem aubio-tools sox python3-pyfftw python3-numpy
# Environment: PYFFTW_TESTS the folder `tests` of pyFFTW's source, of the version that is installed.
set -uo pipefail
folder=$(dirname "$(realpath "$1")")/run
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
cd "$2" || exit 1
failed=0
ran=0

on_fftcore() {
    LD_LIBRARY_PATH="$folder" "$@"
}

# Whether programs are here; and that the library is what they would load.
have() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null || { echo "$program: not installed, passed over"; return 1; }
    done
    ran=$((ran + 1))
}

verdict() { # name, 0 if it passed, what was seen
    if [ "$2" = 0 ]; then echo "$1: passed ($3)"; else echo "$1: FAILED ($3)"; failed=1; fi
}

# Files of numbers, one a line or several: all within a tolerance of the largest.
close() { # file, file, tolerance
    python3 "$here/close.py" "$@"
}

octave_tests() {
    have octave || return
    on_fftcore octave --no-gui --no-window-system "$here/octave_tests.m" >octave.log 2>&1
    local code=$?
    verdict "Octave's tests" $code "$(tail -n 1 octave.log)"
}

octave_arrays() {
    have octave || return
    for who in fftw fftcore; do
        local library=
        [ $who = fftw ] || library=$folder
        LD_LIBRARY_PATH=$library octave --no-gui --no-window-system "$here/octave_arrays.m" octave_$who.txt \
            >octave_$who.log 2>&1
    done
    verdict "Octave's fftn, ifft along axes" "$(close octave_fftw.txt octave_fftcore.txt 1e-14)" \
        "$(wc -l <octave_fftcore.txt) numbers, $(cat octave_fftcore.log)"
}

image_magick() {
    local convert=convert-im6.q16
    have $convert sox || return
    $convert -size 96x60 plasma:tan-blue -seed 5 -depth 16 picture.png
    for who in fftw fftcore; do
        local library=
        [ $who = fftw ] || library=$folder
        LD_LIBRARY_PATH=$library $convert picture.png -depth 16 +adjoin -fft im_$who-%d.png
        LD_LIBRARY_PATH=$library $convert im_$who-0.png im_$who-1.png -depth 16 -ift im_$who-back.png
        $convert im_$who-back.png -depth 16 txt:- | sed 1d | grep -o '([0-9,]*)' | head -5000 | tr -d '()' |
            tr , ' ' >im_$who.txt
    done
    verdict "ImageMagick's -fft and -ift" "$(close im_fftw.txt im_fftcore.txt 2e-3)" \
        "$(wc -l <im_fftcore.txt) pixels"
}

vips_fft() {
    have vips || return
    vips gaussnoise noise.v 120 90 --seed 3
    for who in fftw fftcore; do
        local library=
        [ $who = fftw ] || library=$folder
        LD_LIBRARY_PATH=$library vips fwfft noise.v vips_$who.v
        vips complexget vips_$who.v vips_$who-re.csv real
        LD_LIBRARY_PATH=$library vips invfft vips_$who.v vips_$who-back.v --real
        vips copy vips_$who-back.v vips_$who-back.csv
    done
    verdict "libvips' fwfft" "$(close vips_fftw-re.csv vips_fftcore-re.csv 1e-10)" "spectrum"
    verdict "libvips' invfft" "$(close vips_fftw-back.csv vips_fftcore-back.csv 1e-10)" "picture"
}

minimodem_text() {
    have minimodem || return
    local text="The quick brown fox jumps over the lazy dog, 0123456789."
    echo "$text" | minimodem --tx --float-samples -f tone.wav 1200
    local got
    got=$(on_fftcore minimodem --rx -q -f tone.wav 1200)
    [ "$got" = "$text" ]
    verdict "minimodem, which listens" $? "$got"
}

aubio_pitch() {
    have aubiopitch sox || return
    sox -q -n -r 44100 -c 1 sweep.wav synth 2 pluck 220 synth 2 sine amod 3 vol 0.5 2>/dev/null
    for method in yinfft fcomb; do
        aubiopitch -p $method sweep.wav >aubio_fftw.txt 2>/dev/null
        on_fftcore aubiopitch -p $method sweep.wav >aubio_fftcore.txt 2>/dev/null
        verdict "aubio's pitches by $method" "$(close aubio_fftw.txt aubio_fftcore.txt 1e-3)" \
            "$(wc -l <aubio_fftcore.txt) frames"
    done
}

pyfftw_tests() {
    /usr/bin/python3 -c 'import pyfftw' 2>/dev/null || { echo "python3-pyfftw: not installed, passed over"; return; }
    ran=$((ran + 1))
    on_fftcore /usr/bin/python3 "$here/pyfftw_arrays.py" >pyfftw.log 2>&1
    verdict "pyFFTW beside numpy.fft" $? "$(tail -n 1 pyfftw.log)"
    [ -n "${PYFFTW_TESTS:-}" ] || { echo "pyFFTW's own tests: set PYFFTW_TESTS, passed over"; return; }
    (cd "$(dirname "$PYFFTW_TESTS")" && on_fftcore /usr/bin/python3 -m unittest discover -s tests) >pyfftw_tests.log 2>&1
    verdict "pyFFTW's own tests" $? "$(tail -n 3 pyfftw_tests.log | tr '\n' ' ')"
}

octave_tests
octave_arrays
image_magick
vips_fft
minimodem_text
aubio_pitch
pyfftw_tests
[ "$ran" -gt 0 ] || { echo "none of the programs is installed"; exit 77; }
exit $failed
