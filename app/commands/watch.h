/* SPDX-License-Identifier: Apache-2.0 */
/* What a command does that may take long: says so on standard error, and ends the command when its time is over. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TlWatch: a thread that looks on while another works, and says after some seconds what takes so long: on a terminal in a line that is gone
 * afterwards, else in lines at growing intervals. Made and freed by the thread that works, with nothing else printing in between.
 */
typedef struct _TlWatch TlWatch;

/* @format: what is being done, "reading x.py". */
TlWatch      *tl_watch_new (const char *format, ...) G_GNUC_PRINTF (1, 2);
/* For a command that may take @limit_s, from now. Says nothing of its own before tl_watch_say: reading and applying have their watches. */
TlWatch      *tl_watch_new_limited (double limit_s);
void          tl_watch_free (TlWatch *watch);

/* From here on this is being done. */
void          tl_watch_say (TlWatch *watch, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Cancelled when the time is over. What does not end then, nor within a second, is ended with the whole program, by TL_EXIT_FAILED. */
GCancellable *tl_watch_cancellable (TlWatch *watch);
/* Seconds, not below 0.001; without a limit @most. */
double        tl_watch_left_s (TlWatch *watch, double most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlWatch, tl_watch_free)

G_END_DECLS
