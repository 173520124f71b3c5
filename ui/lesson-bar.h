/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <adwaita.h>

#include "core/session/lessons/lesson-run.h"

G_BEGIN_DECLS

/*
 * The current step of a lesson: its text, its goals with a mark on each that is reached, a hint, and the way to the next step. Hidden
 * without a lesson.
 *
 * Signal "refused" (GError *): the steps of Show Me do not apply to the current variant.
 */
#define TL_TYPE_LESSON_BAR (tl_lesson_bar_get_type ())
G_DECLARE_FINAL_TYPE (TlLessonBar, tl_lesson_bar, TL, LESSON_BAR, GtkWidget)

GtkWidget *tl_lesson_bar_new (TlSession *session);
/* The session shows the lesson's file. Takes @lesson. */
void       tl_lesson_bar_start (TlLessonBar *bar, TlLesson *lesson);

G_END_DECLS
