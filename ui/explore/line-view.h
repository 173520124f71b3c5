/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtksourceview/gtksource.h>

#include "ui/explore/marked-names.h"

G_BEGIN_DECLS

/* A line is marked in several ways at once. */
typedef enum
{
  TL_LINE_INSIDE = 1 << 0,     /* of a loop or block inside the selected one */
  TL_LINE_ADDED = 1 << 1,
  TL_LINE_REMOVED = 1 << 2,
  TL_LINE_SELECTED = 1 << 3,
  TL_LINE_HOVERED = 1 << 4,
  TL_LINE_HOT = 1 << 5,        /* of the loop that runs most */
  TL_LINE_FLASH = 1 << 6,      /* the place that was jumped to, for a moment */
} TlLineMark;

/**
 * TlLineView: a source view with marks on whole lines, drawn below the text. They are no tags: of a text of many lines only the visible
 * ones are looked at. "marks-changed" follows their changes, once per frame.
 */
#define TL_TYPE_LINE_VIEW (tl_line_view_get_type ())
G_DECLARE_FINAL_TYPE (TlLineView, tl_line_view, TL, LINE_VIEW, GtkSourceView)

GtkWidget *tl_line_view_new (void);

/* Marks whole identifiers, each in its colour; nullable: none. */
void       tl_line_view_set_names (TlLineView *self, TlMarkedNames *names);
/* Whether @c can stand in an identifier. */
gboolean   tl_line_view_is_in_name (gunichar c);

/* Marks the lines @first to @last, from 1. */
void       tl_line_view_mark (TlLineView *self, TlLineMark mark, guint first, guint last);
/* Takes @mark from all lines. */
void       tl_line_view_unmark (TlLineView *self, TlLineMark mark);

/* Neighbouring lines with the same mark. */
typedef struct
{
  guint first, last;   /* from 0 */
} TlLineStretch;

/* Those of lines with @mark, in order: GArray of TlLineStretch; caller frees. */
GArray    *tl_line_view_stretches (TlLineView *self, TlLineMark mark);
/* The lines that the view shows, from 0. */
void       tl_line_view_visible (TlLineView *self, guint *first, guint *last);

G_END_DECLS
