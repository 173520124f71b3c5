/* SPDX-License-Identifier: Apache-2.0 */
/* A lesson that somebody takes, and the results of all lessons. */
#pragma once

#include "core/session/lessons/lesson.h"

G_BEGIN_DECLS

/* The results of a lesson, kept in the user's data folder. */
typedef struct
{
  guint  n_done;      /* steps, from the first on */
  double best_s;      /* the fastest measurement in it; 0: none */
  char  *project;     /* path of the project with the learner's variants; nullable */
} TlLessonProgress;

/* Clear with tl_lesson_progress_clear. */
void tl_lesson_progress_read (const char *id, TlLessonProgress *progress);
void tl_lesson_progress_write (const char *id, const TlLessonProgress *progress);
void tl_lesson_progress_clear (TlLessonProgress *progress);
/* The file to open for @lesson: the learner's project, or the program. Free with g_free. */
char *tl_lesson_file (const TlLesson *lesson);

/**
 * TlLessonRun: main thread. It follows the session: a step whose goals were reached once is done, and stays so. Another program in the
 * session ends it ("ended").
 *
 * Signals: "changed": a step is done, another is shown, or a goal is nearer; "ended".
 */
#define TL_TYPE_LESSON_RUN (tl_lesson_run_get_type ())
G_DECLARE_FINAL_TYPE (TlLessonRun, tl_lesson_run, TL, LESSON_RUN, GObject)

/* The session shows tl_lesson_file already. Takes @lesson. */
TlLessonRun        *tl_lesson_run_new (TlSession *session, TlLesson *lesson);
const TlLesson     *tl_lesson_run_lesson (TlLessonRun *run);
guint               tl_lesson_run_step (TlLessonRun *run);
const TlLessonStep *tl_lesson_run_current (TlLessonRun *run);
guint               tl_lesson_run_n_done (TlLessonRun *run);
gboolean            tl_lesson_run_is_done (TlLessonRun *run);      /* all steps */
void                tl_lesson_run_show (TlLessonRun *run, guint step);   /* up to the first that is not done */
/* Its goals, one a line, with a mark before those that are reached. Free with g_free. */
char               *tl_lesson_run_goals_text (TlLessonRun *run);

G_END_DECLS
