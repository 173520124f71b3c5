/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TlStartLessons: the list of lessons with what was reached in each; hidden where there are none. Signal "lesson" (const char *path).
 */
#define TL_TYPE_START_LESSONS (tl_start_lessons_get_type ())
G_DECLARE_FINAL_TYPE (TlStartLessons, tl_start_lessons, TL, START_LESSONS, GtkBox)

/* Reads what was reached again. */
void tl_start_lessons_refresh (TlStartLessons *lessons);
/* Only the lessons that contain @words, in lower case; "": all. */
void tl_start_lessons_search (TlStartLessons *lessons, const char *words);

G_END_DECLS
