/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define NANOSECONDS 1000000000L
#define PATIENCE NANOSECONDS       /* before the line comes */
#define INTERVAL (NANOSECONDS / 5) /* from one drawing to the next */
#define WIDTH 78                   /* a line that wraps cannot be wiped */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static pthread_t thread;
static bool running, drawn;
static const char *name;
static char text[WIDTH + 1];
static double done;

static void wipe(void)
{
    if (drawn) {
        (void)fputs("\r\033[K", stderr);
        (void)fflush(stderr);
    }
    drawn = false;
}

static void draw(void)
{
    char line[2 * WIDTH];
    int used = snprintf(line, sizeof line, "%s: %s", name, text);
    if (done >= 0.0 && used >= 0 && (size_t)used < sizeof line) {
        (void)snprintf(line + used, sizeof line - (size_t)used, ", %.0f %%",
                       100.0 * (done < 1.0 ? done : 1.0));
    }
    (void)fprintf(stderr, "\r\033[K%.*s", WIDTH, line);
    (void)fflush(stderr);
    drawn = true;
}

static void *keep_drawing(void *unused)
{
    struct timespec until;
    long wait = PATIENCE;
    (void)unused;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    (void)pthread_mutex_lock(&lock);
    while (running) {
        until.tv_nsec += wait;
        until.tv_sec += until.tv_nsec / NANOSECONDS;
        until.tv_nsec %= NANOSECONDS;
        wait = INTERVAL;
        while (running && pthread_cond_timedwait(&ended, &lock, &until) == 0) {
        }
        if (running && text[0] != '\0') {
            draw();
        }
    }
    (void)pthread_mutex_unlock(&lock);
    return NULL;
}

void tool_progress_begin(const char *command)
{
    if (!isatty(STDERR_FILENO)) {
        return;
    }
    name = command;
    text[0] = '\0';
    done = -1.0;
    running = true;
    running = pthread_create(&thread, NULL, keep_drawing, NULL) == 0;
}

void tool_progress_end(void)
{
    (void)pthread_mutex_lock(&lock);
    bool was = running;
    running = false;
    (void)pthread_cond_signal(&ended);
    (void)pthread_mutex_unlock(&lock);
    if (was) {
        (void)pthread_join(thread, NULL);
        wipe();
    }
}

void tool_progress_set(double part, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)pthread_mutex_lock(&lock);
    if (running) {
        (void)vsnprintf(text, sizeof text, format, arguments);
        done = part;
    }
    (void)pthread_mutex_unlock(&lock);
    va_end(arguments);
}

void tool_progress_hide(void)
{
    (void)pthread_mutex_lock(&lock);
    wipe();
    text[0] = '\0';
    (void)pthread_mutex_unlock(&lock);
}
