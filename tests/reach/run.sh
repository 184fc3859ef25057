#!/bin/bash
# SPDX-License-Identifier: MIT
# Debian's programs that use FFTW, run on libfftcore-fftw3 in its place, with results compared to those on FFTW.
#   run.sh LIBRARY WORK [--installed]
# LIBRARY is the shared libfftcore-fftw3; the folder `run` beside it has FFTW's names. What is missing is skipped, by
# name. Programs are taken where they are installed:
#   apt-get install octave libvips-tools imagemagick minimodem aubio-tools sox gromacs python3-pyfftw python3-numpy
# pyFFTW's own tests need its source package: pip downloads that and builds it with Debian's FFTW (libfftw3-dev,
# python3-venv, python3-dev, gcc) in WORK; with --installed they are left out.
set -uo pipefail
folder=$(dirname "$(realpath "$1")")/run
here=$(cd "$(dirname "$0")" && pwd)
installed=${3:-}
mkdir -p "$2"
cd "$2" || exit 1
failed=0
ran=0

on_fftcore() {
    LD_LIBRARY_PATH="$folder" "$@"
}

skipped() { # what, what it needs
    echo "$1: skipped: needs $2"
}

# Whether the programs that a test needs are here.
have() { # test, programs
    local what=$1 program
    shift
    for program in "$@"; do
        command -v "$program" >/dev/null || { skipped "$what" "$program"; return 1; }
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
    have "Octave's tests" octave || return
    on_fftcore octave --no-gui --no-window-system "$here/octave_tests.m" >octave.log 2>&1
    local code=$?
    verdict "Octave's tests" $code "$(tail -n 1 octave.log)"
}

octave_arrays() {
    have "Octave's fftn" octave || return
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
    have "ImageMagick" $convert sox || return
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
    have "libvips" vips || return
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
    have minimodem minimodem || return
    local text="The quick brown fox jumps over the lazy dog, 0123456789."
    echo "$text" | minimodem --tx --float-samples -f tone.wav 1200
    local got
    got=$(on_fftcore minimodem --rx -q -f tone.wav 1200)
    [ "$got" = "$text" ]
    verdict "minimodem, which listens" $? "$got"
}

aubio_pitch() {
    have aubio aubiopitch sox || return
    sox -q -n -r 44100 -c 1 sweep.wav synth 2 pluck 220 synth 2 sine amod 3 vol 0.5 2>/dev/null
    for method in yinfft fcomb; do
        aubiopitch -p $method sweep.wav >aubio_fftw.txt 2>/dev/null
        on_fftcore aubiopitch -p $method sweep.wav >aubio_fftcore.txt 2>/dev/null
        verdict "aubio's pitches by $method" "$(close aubio_fftw.txt aubio_fftcore.txt 1e-3)" \
            "$(wc -l <aubio_fftcore.txt) frames"
    done
}

# A box of water, 60 steps of single precision on one rank and on two, whose electrostatic forces in the mesh are
# GROMACS' 3-D FFTs. Forces are printed with six digits.
gromacs_water() {
    have GROMACS gmx || return
    local top=/usr/share/gromacs/top who ranks
    printf '%s\n' '#include "oplsaa.ff/forcefield.itp"' '#include "oplsaa.ff/spce.itp"' '[ system ]' water \
        '[ molecules ]' 'SOL 216' >water.top
    printf '%s\n' 'nsteps = 60' 'nstenergy = 1' 'nstcalcenergy = 1' 'nstfout = 60' 'coulombtype = PME' \
        'rcoulomb = 0.9' 'rvdw = 0.9' 'fourierspacing = 0.08' 'gen-vel = yes' 'gen-seed = 7' >water.mdp
    export GMX_MAXBACKUP=-1
    gmx -quiet grompp -f water.mdp -c $top/spc216.gro -p water.top -o water.tpr >gromacs.log 2>&1
    for ranks in 1 2; do
        for who in fftw fftcore; do
            local library= run=gromacs_$who-$ranks
            [ $who = fftw ] || library=$folder
            LD_LIBRARY_PATH=$library gmx -quiet mdrun -s water.tpr -deffnm $run -ntmpi $ranks -ntomp 1 -notunepme \
                -reprod >>gromacs.log 2>&1
            echo Coul.-recip. | gmx -quiet energy -f $run.edr -o $run-mesh.xvg >>gromacs.log 2>&1
            echo 0 | gmx -quiet traj -f $run.trr -s water.tpr -of $run-force.xvg >>gromacs.log 2>&1
            grep -v '^[#@]' $run-mesh.xvg >$run-mesh.txt
            grep -v '^[#@]' $run-force.xvg | head -n 1 >$run-force.txt
        done
        grep -q 'FFT library:.*fftcore' gromacs_fftcore-$ranks.log
        verdict "GROMACS on fftcore, ranks: $ranks" $? "$(grep 'CPU FFT library' gromacs_fftcore-$ranks.log)"
        verdict "GROMACS' mesh energies" "$(close gromacs_fftw-$ranks-mesh.txt gromacs_fftcore-$ranks-mesh.txt 2e-5)" \
            "$(wc -l <gromacs_fftcore-$ranks-mesh.txt) steps"
        verdict "GROMACS' first forces" "$(close gromacs_fftw-$ranks-force.txt gromacs_fftcore-$ranks-force.txt 1e-5)" \
            "$(wc -w <gromacs_fftcore-$ranks-force.txt) numbers"
    done
}

pyfftw_arrays() {
    /usr/bin/python3 -c 'import pyfftw' 2>/dev/null || { skipped "pyFFTW's objects" python3-pyfftw; return; }
    ran=$((ran + 1))
    on_fftcore /usr/bin/python3 "$here/pyfftw_arrays.py" >pyfftw.log 2>&1
    verdict "pyFFTW beside numpy.fft" $? "$(tail -n 1 pyfftw.log)"
}

pyfftw_tests() {
    [ "$installed" != --installed ] || { skipped "pyFFTW's own tests" "a download, which --installed forbids"; return; }
    local source=pyfftw-0.15.1
    if [ ! -e $source/built ]; then
        { /usr/bin/python3 -m venv pyfftw_venv &&
            pyfftw_venv/bin/pip install --no-binary pyfftw numpy scipy "${source/-/==}" &&
            pyfftw_venv/bin/pip download --no-deps --no-binary pyfftw "${source/-/==}" &&
            tar -xf $source.tar.gz && touch $source/built; } >pyfftw_build.log 2>&1 ||
            { skipped "pyFFTW's own tests" "$source from PyPI, built with pip (see $PWD/pyfftw_build.log)"; return; }
    fi
    ran=$((ran + 1))
    # The tests alone: beside them lies the package's source, which cannot be imported.
    mkdir -p pyfftw_tests
    cp -r $source/tests pyfftw_tests/
    (cd pyfftw_tests && on_fftcore ../pyfftw_venv/bin/python -m unittest discover -s tests -t .) >pyfftw_tests.log 2>&1
    verdict "pyFFTW's own tests" $? "$(grep -E '^(Ran|OK|FAILED)' pyfftw_tests.log | tr '\n' ' ')"
    grep -E '^(FAIL|ERROR):' pyfftw_tests.log
}

octave_tests
octave_arrays
image_magick
vips_fft
minimodem_text
aubio_pitch
gromacs_water
pyfftw_arrays
pyfftw_tests
[ "$ran" -gt 0 ] || { echo "none of the programs is installed"; exit 77; }
exit $failed
