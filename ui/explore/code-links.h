/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/nest.h"
#include "ui/explore/line-view.h"

G_BEGIN_DECLS

/*
 * The loops and blocks that the lines of a text come from: their marks in the view, and the way back from a line. Lines that came from the
 * same loop may stand in many places, as copies of an unrolled one do. Main thread.
 */
typedef struct _TlCodeLinks TlCodeLinks;

TlCodeLinks *tl_code_links_new (TlLineView *view);
void         tl_code_links_free (TlCodeLinks *links);

/* @marks: TlScriptMark of the text, inner ones first; copied. */
void         tl_code_links_set_marks (TlCodeLinks *links, const GArray *marks);
/* The same from a node for each line: GArray of TlOrigin, id 0: none. */
void         tl_code_links_set_nodes (TlCodeLinks *links, const GArray *nodes);
/* Marks lines that came or are gone: TlLineChange for each line; NULL: none. */
void         tl_code_links_set_changes (TlCodeLinks *links, const GArray *changes);
/* The innermost loop or block at a line, from 0; 0 if there is none. */
TlNodeId     tl_code_links_find (TlCodeLinks *links, guint line);

/*
 * Marks the lines of @node, and faintly those of what stands inside: @inside, a set of TlNodeId; these alone where it has none of its own.
 * 0: none.
 */
void         tl_code_links_select (TlCodeLinks *links, TlNodeId node, GHashTable *inside);
void         tl_code_links_hover (TlCodeLinks *links, TlNodeId node);
/* The places of the selected node: stretches of lines of one copy. */
guint        tl_code_links_n_places (TlCodeLinks *links);
/* The first line of a place, both from 0. */
guint        tl_code_links_place_line (TlCodeLinks *links, guint place);
/* Which of the copies of an unrolled loop the place is, from 0; FALSE: it is no copy. */
gboolean     tl_code_links_place_copy (TlCodeLinks *links, guint place, guint *copy, guint *n_copies);
/* Whether it is known of any line where it comes from. */
gboolean     tl_code_links_has_nodes (TlCodeLinks *links);
/* Scrolls to a place, from 0. */
void         tl_code_links_show_place (TlCodeLinks *links, guint place);
void         tl_code_links_show_line (TlCodeLinks *links, guint line);
/* Whether the places are of what stands inside the selected node, which has no lines of its own. */
gboolean     tl_code_links_is_fuzzy (TlCodeLinks *links);
/*
 * A stripe at the left of each line in the hues of its loops' families, and a bar of the time. @shares: TlNodeId → double *, of loops and
 * blocks; nullable: unknown. Both borrowed during the call.
 */
void         tl_code_links_set_stripes (TlCodeLinks *links, const TlNest *nest, GHashTable *shares);
/* The loop of this name at the line or around it, from 0; 0 if there is none. */
TlNodeId     tl_code_links_find_loop (TlCodeLinks *links, const TlNest *nest, guint line, const char *name);

G_END_DECLS
