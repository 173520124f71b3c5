/* SPDX-License-Identifier: Apache-2.0 */
/* Progress of slow commands on standard error, and their time limit. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TlWatch: a background thread that prints the current operation if it takes more than some seconds: on a terminal in a line that it erases
 * afterwards, else in lines at growing intervals. Created and freed by the working thread, which prints nothing in between.
 */
typedef struct _TlWatch TlWatch;

/* @format: the current operation, "reading x.py". */
TlWatch      *tl_watch_new (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* With a limit of @limit_s from now. Prints nothing before tl_watch_say: reading and applying have their own watches. */
TlWatch      *tl_watch_new_limited (double limit_s);
void          tl_watch_free (TlWatch *watch);

/* Sets the current operation. */
void          tl_watch_say (TlWatch *watch, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Cancelled at the time limit. If the command does not end within another second, the program exits with TL_EXIT_FAILED. */
GCancellable *tl_watch_cancellable (TlWatch *watch);
/* The remaining seconds, at least 0.001; @most without a limit. */
double        tl_watch_left_s (TlWatch *watch, double most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlWatch, tl_watch_free)

G_END_DECLS
