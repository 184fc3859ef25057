/* SPDX-License-Identifier: MIT
 *
 * What tells a picture of ours from others, so that nobody else's is overwritten: a text of PNG's
 * near the beginning, or a comment at the end.
 */
#ifndef PLOT_MARK_H
#define PLOT_MARK_H

#define PLOT_PNG_KEYWORD "Software"
#define PLOT_PNG_TEXT "fftcore"
#define PLOT_SVG_MARK "<!-- fftcore -->\n"
#define PLOT_PDF_MARK "% fftcore\n"

#endif
