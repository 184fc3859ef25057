% SPDX-License-Identifier: MIT
% Transforms of arrays of five axes, along every axis, in both precisions, into a file of numbers.
rand("seed", 7);
x = rand(4, 3, 5, 2, 6) + i * rand(4, 3, 5, 2, 6);
all = [fftn(x)(:); ifftn(x)(:)];
for axis = 1:5
  all = [all; fft(x, [], axis)(:); ifft(real(x), [], axis)(:); fft(x, 8, axis)(:)];
end
all = [all; fft2(x)(:); fftn(real(x))(:)];
file = fopen(argv(){1}, "w");
fprintf(file, "%.17g %.17g\n", [real(all), imag(all)]');
fclose(file);
s = single(x);
d = double(fftn(s)) - fftn(double(s));
printf("single differs by %g", norm(d(:)) / norm(fftn(double(s))(:)));
