/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lessons: a program, and steps with goals that are checked on the learner's schedule and measurements. A lesson is a JSON file of
 * data/lessons; each step has a text, goals, and may have a hint, the name of a primitive, and a solution, a schedule script.
 */
#pragma once

#include "core/session/session.h"

G_BEGIN_DECLS

#define TL_LESSON_ERROR (tl_lesson_error_quark ())
GQuark tl_lesson_error_quark (void);

typedef enum
{
  TL_LESSON_ERROR_FORMAT,   /* the message begins with file and step */
} TlLessonError;

typedef struct _TlGoalKind TlGoalKind;

typedef struct
{
  const TlGoalKind *kind;
  char             *name;      /* of a primitive, a kind of loop, a block; nullable */
  double            number;    /* times the start, trials, threads, lanes */
} TlGoal;

typedef struct
{
  char   *text;
  char   *hint;       /* name of a primitive; nullable */
  char   *solution;   /* schedule script for the variant of the step before; nullable */
  GArray *goals;      /* TlGoal, all to be reached */
} TlLessonStep;

typedef struct
{
  char      *id;        /* the file's name without ending */
  char      *title;
  char      *summary;
  char      *program;   /* path, of the file beside the lessons' folder */
  guint      minutes;
  GPtrArray *steps;     /* TlLessonStep */
} TlLesson;

/* NULL with TL_LESSON_ERROR, or of the file. */
TlLesson  *tl_lesson_read (const char *path, GError **error);
void       tl_lesson_free (TlLesson *lesson);
/* The lessons of a folder in the order of their names; those that cannot be read are left out, with a line each in @problems (nullable). */
GPtrArray *tl_lessons_read (const char *folder, GPtrArray *problems);

/* lesson-goals.c */
const TlGoalKind *tl_goal_kind_find (const char *name);
/* "primitive, loop, …", for messages. Free with g_free. */
char      *tl_goal_kind_names (void);
/* Whether its name and number make sense; @error without place. */
gboolean   tl_goal_check (const TlGoal *goal, GError **error);
gboolean   tl_goal_is_reached (const TlGoal *goal, TlSession *session);
/* "Use Split", "Reach × 4 of the start (× 2.3 now)". Free with g_free. */
char      *tl_goal_describe (const TlGoal *goal, TlSession *session);
gboolean   tl_lesson_step_is_reached (const TlLessonStep *step, TlSession *session);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlLesson, tl_lesson_free)

G_END_DECLS
