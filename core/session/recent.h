/* SPDX-License-Identifier: Apache-2.0 */
/* Files opened lately, newest first, kept in the user's data folder. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TL_RECENT_CURVE 24

typedef struct
{
  char  *path;
  char  *title;
  gint64 opened_s;
  double best_s;          /* of its fastest variant or trial; 0: nothing measured */
  double start_s;         /* without steps; 0: not measured */
  guint  n_variants;      /* 0: not known */
  guint  n_trials;
  guint  n_wanted;        /* trials that an unfinished run was to have; 0: none is unfinished */
  double curve_s[TL_RECENT_CURVE];   /* the best latency so far, in order of measuring; @n_curve of them */
  guint  n_curve;
} TlRecentFile;

void       tl_recent_file_free (TlRecentFile *file);
/* Files that still exist; container with free function. */
GPtrArray *tl_recent_list (void);
void       tl_recent_add (const char *path, const char *title);
/* Sets the figures of the file @file->path, if it is listed; the other strings of @file are not used. */
void       tl_recent_set_figures (const TlRecentFile *file);

/* The user's folder for projects that have no name yet; made if absent. Free with g_free. */
char      *tl_drafts_folder (void);

G_END_DECLS
