/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TlSource: a text with a name, and the way to point into it. Immutable and reference-counted; any thread may read it. Readers note
 * warnings with it: what they accept and its author hardly meant.
 */
typedef struct _TlSource TlSource;

/* A byte range [start, end) of a source. */
typedef struct
{
  guint32 start;
  guint32 end;
} TlSpan;

typedef struct
{
  guint line;     /* from 1 */
  guint column;   /* from 1, in characters */
} TlPosition;

/* Reads at most 16 MiB of UTF-8; anything else fails with a sentence that names the file. */
TlSource   *tl_source_load (const char *path, GError **error);
/* @text need not be valid UTF-8: readers report the first bad byte. */
TlSource   *tl_source_new (const char *name, const char *text, gssize length);
TlSource   *tl_source_ref (TlSource *source);
void        tl_source_unref (TlSource *source);

const char *tl_source_name (const TlSource *source);
const char *tl_source_text (const TlSource *source);   /* NUL-terminated */
gsize       tl_source_length (const TlSource *source);
TlPosition  tl_source_position (const TlSource *source, guint32 offset);

/*
 * A located error: "file.py:3:14: what is wrong", then the source line and a caret under the span.
 * Takes the domain and code of the reader that found it.
 */
GError     *tl_source_error (const TlSource *source, TlSpan span, GQuark domain, int code, const char *format, ...)
              G_GNUC_PRINTF (5, 6);

/* Notes a warning of the same form, with "warning: " before the text; once if it is found again. */
void        tl_source_warn (const TlSource *source, TlSpan span, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Those noted so far, as a new NULL-terminated list; free with g_strfreev. */
char      **tl_source_warnings (const TlSource *source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlSource, tl_source_unref)

G_END_DECLS
