/* SPDX-License-Identifier: Apache-2.0 */
/* A text that a person typed to find a command, and how well a title answers it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * The letters of @query must stand in @text in this order, not necessarily side by side; case and spaces do not count. The higher the
 * result, the better: letters at the beginning of a word and letters side by side are worth more. -1: it does not match; 0 for an empty
 * query. @marks: nullable, one gboolean for each character of @text, set for those that were matched.
 */
int   tl_command_match (const char *text, const char *query, gboolean *marks);
/* @text as Pango markup in which the letters of @query are bold. Free with g_free. */
char *tl_command_match_markup (const char *text, const char *query);

G_END_DECLS
