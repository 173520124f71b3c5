/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/session/tuning/tuning-start.h"
#include "core/session/tuning/tuning-task-private.h"

G_BEGIN_DECLS

/* The queue of events from tuner threads to the main thread; it outlives whichever ends first, the tuning or the tuner's callbacks. */
typedef struct _TlTuningEvents TlTuningEvents;

struct _TlTuning
{
  GObject         parent_instance;
  GListStore     *tasks;         /* TlTuningTask */
  TlTrialStore   *trials;        /* of the first task */
  TlTrialSelection *selection;
  TlState        *start;         /* where the run began; NULL without one */
  TlModuleTuner  *tuner;
  TlTuneConfig    config;        /* of the last run */
  TlTuneFolder   *folder;        /* of the tuner; nullable, as the next */
  TlRecordedOutcomes *recorded;
  TlTuningEvents *events;
  TlTuningState   state;
  GPtrArray      *added;         /* schedules made by hand that are not measured yet (tuning-added.c) */
  guint           n_wanted;
  gboolean        is_resumable;
  gboolean        is_predicted;  /* dry runs are shown … */
  gboolean        has_others;    /* … and there are others, or the other way round */
  char           *error;
  /* Clock */
  gint64         running_since_us;
  gint64         ran_us;
  gint64         best_at_us;
  double         best_total_s;  /* weighted latency of the whole when it was last noted … */
  guint          n_measured;    /* … over so many tasks */
  guint          n_at_best;     /* trials done then */
  gint64         heard_us;      /* the last result, or the beginning */
  GArray        *finish_times;  /* gint64 us of the latest trials */
  GArray        *durations;     /* double: seconds to build and run each of the latest trials */
};

/* Settings of the project file. */
#define TL_TUNING_START_KEY  "tuning-start"    /* the steps of the variant that the last run began at, as JSON; none: at the program */
#define TL_TUNING_CONFIG_KEY "tuning-settings" /* of the last run (tl_tune_config_print) */

/* --- tuning.c --- */

typedef struct
{
  guint         task;
  gboolean      is_compared; /* it took part in the comparison, and is known */
  gboolean      is_checked;  /* the emulator has run it, and it is known */
  TlTrialRecord record;
} TlTuningEvent;

void          tl_tuning_emit_changed (TlTuning *tuning);
guint         tl_tuning_n_tasks (TlTuning *tuning);
TlTuningTask *tl_tuning_nth_task (TlTuning *tuning, guint index);   /* borrowed from the list */
/* The list of tasks, and where they begin; the first has the store that the window knows. */
void          tl_tuning_set_tasks (TlTuning *tuning, GPtrArray *tasks_of, TlState *start);
/* If these are the tasks there are: they begin again at @start, and keep their trials. FALSE, and nothing done, otherwise. */
gboolean      tl_tuning_keep_tasks (TlTuning *tuning, GPtrArray *tasks_of, TlState *start);
/* The tuner goes; tasks and their trials stay. */
void          tl_tuning_drop_tuner (TlTuning *tuning);
void          tl_tuning_note_best (TlTuning *tuning);
/* The events since the last call (TlTuningEvent), whose messages it takes; @is_done: no more will come. */
void          tl_tuning_process_events (TlTuning *tuning, GArray *events, gboolean is_done);

/* In the settings, and of the run under way: @constraints, nullable, are what the texts (interned, nullable) say. */
void          tl_tuning_set_constraints (TlTuning *tuning, const char *pins, const char *forbidden, TlConstraints *constraints);

/* --- tuning-added.c --- */

GPtrArray    *tl_tuning_new_added (void);
/* One of them is measured, if that is what the trial is. */
void          tl_tuning_note_added_trial (TlTuning *tuning, const TlTrialRecord *record);
/* Those that wait and those of @more (nullable, NULL-terminated), as traces for a new run. Free with g_strfreev. */
char        **tl_tuning_added_for_run (TlTuning *tuning, const char *const *more);
/* The run has begun with @more. @joins: it has none of those that wait, which join it now. */
void          tl_tuning_begin_added (TlTuning *tuning, const char *const *more, gboolean joins);

/* --- tuning-pace.c --- */

void          tl_tuning_note_trial (TlTuning *tuning, const TlTrialRecord *record);

/* --- tuning-events.c --- */

TlTuningEvents       *tl_tuning_events_new (TlTuning *tuning);
TlModuleTuneCallbacks tl_tuning_events_callbacks (TlTuningEvents *events);   /* borrow @events: the tuner must end before it is closed */
/* Nothing is delivered any more, and the reference is given back. */
void                  tl_tuning_events_close (TlTuningEvents *events);

/* --- tuning-load.c --- */

/* Loads the runs of each task from the project file. */
gboolean      tl_tuning_load_tasks (TlTuning *tuning, TlDatabase *database, GError **error);
/* Loads those of the kind in place of those that are shown. */
gboolean      tl_tuning_show_kind (TlTuning *tuning, gboolean is_predicted, TlDatabase *database, GError **error);

G_END_DECLS
