% SPDX-License-Identifier: MIT
% Octave's own tests of what calls FFTW. Fails if one does, or if FFTW is what runs.
files = [glob([OCTAVE_HOME "/share/octave/*/etc/tests/libinterp/corefcn/fft*.cc-tst"]);
         glob([OCTAVE_HOME "/share/octave/*/etc/tests/libinterp/dldfcn/fftw.cc-tst"]);
         {"fftfilt"; "fftconv"; "periodogram"; "freqz"; "fftshift"; "ifftshift"; "sinetone"; "spectral_adf"; "detrend"}];
passed = 0;
all = 0;
for i = 1:numel(files)
  try
    [n, of] = test(files{i}, "quiet");
    passed += n;
    all += of;
  catch failure
    disp(failure.message);
  end
end
library = fileread("/proc/self/maps");
here = ! isempty(strfind(library, "libfftcore-fftw3"));
printf("%d of %d tests, fftcore is loaded: %d\n", passed, all, here);
exit(! (here && passed == all && all > 50));
