/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers for people: 892 µs, 16.4 µs, 1.2 ms; "—" when not known (≤ 0 or NaN). Free with g_free. */
char  *tl_format_seconds (double seconds);
char  *tl_format_bytes (gint64 bytes);        /* "68 B", "8 KiB", "1.5 MiB"; "—" when negative */
char  *tl_format_count (gint64 count);        /* "16 384" with thin spaces; "—" when negative */
char  *tl_format_flop (double n);                         /* "4.19 MFLOP"; "—" when ≤ 0 */
char  *tl_format_gflops (double flops, double seconds);   /* "255 GFLOP/s" */
/*
 * A change of speed from @before_s to @after_s: "=" below 0.4 %, "+12 %" or "−9 %" up to a factor of 2, then "× 5.7" or "÷ 18"; "—" when
 * not known.
 */
char  *tl_format_gain (double before_s, double after_s);
char  *tl_format_giga (double value, const char *unit);     /* "118 GB/s" of 1.18e11 and "B/s" */

/* The fewest digits that read back as @value, which is finite; with a point or an exponent. */
void   tl_append_shortest (GString *out, double value);

/* @word as a shell reads it back: in quotes where it needs them. Free with g_free. */
char *tl_format_shell_word (const char *word);

G_END_DECLS
