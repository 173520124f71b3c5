/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The façade under the window. Everything here belongs to the main thread; what takes long runs in threads on immutable states and plain
 * data and comes back through GAsyncResult or one coalesced idle. The window knows of core/ this folder, and reads immutable programs for
 * drawing.
 */
#pragma once

#include <gio/gio.h>

#include "core/analysis/roofline.h"
#include "core/ir/specialize.h"
#include "core/measure/device-list.h"
#include "core/schedule/repair.h"
#include "core/schedule/trace-edit.h"
#include "core/session/explanation.h"
#include "core/session/history.h"
#include "core/session/selection.h"
#include "core/session/settings.h"
#include "core/search/trial-store.h"
#include "core/session/tuning/tuning.h"
#include "core/session/variant.h"
#include "core/text/script.h"

G_BEGIN_DECLS

/**
 * TlSession: one program with its variants, their history and its project file.
 *
 * Signals:
 *   "changed"          the program shown is another: the current variant's state, or another variant became current
 *   "opened"           another program was opened ("changed" follows)
 *   "machine-measured" the rates of this machine are others, or begin or cease to be measured
 *   "preview-changed"  another state is previewed, or none
 *   "save-failed"      (const char *): the project file could not be written; the session writes it again later
 * Properties (notify): "title", "current" (TlVariant), "target" (text), "devices", "can-undo", "can-redo", "timing" (gboolean: a
 * measurement is under way).
 *
 * Everything a person does to variants is one entry of one history; an edit that is refused leaves no entry.
 */
#define TL_TYPE_SESSION (tl_session_get_type ())
G_DECLARE_FINAL_TYPE (TlSession, tl_session, TL, SESSION, GObject)

#define TL_SESSION_ERROR (tl_session_error_quark ())
GQuark        tl_session_error_quark (void);

typedef enum
{
  TL_SESSION_ERROR_GRAPH,   /* a file with graph functions alone: a whole model (core/session/model) */
} TlSessionError;

TlSession    *tl_session_new (void);

/*
 * Opens a program (FILE.py with @T.prim_func functions), a project (FILE.tileloom), or a folder of TVM's tuning, its workloads as functions
 * and its records as trials. Reading happens in a thread; the session changes only when all went well. The error of a script carries the
 * place and a caret.
 */
void          tl_session_open_async (TlSession *session, const char *path, GCancellable *cancellable, GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean      tl_session_open_finish (TlSession *session, GAsyncResult *result, GError **error);
/* The same at once, and without noting it among the recent files: for programs without a window. */
gboolean      tl_session_open_quietly (TlSession *session, const char *path, GError **error);
/*
 * Goes on with a module that is at hand, as with one that is opened, for the same target; it has no file. @scheduled: a state of it whose
 * steps the first variant has, as one action with the name @action; nullable.
 */
void          tl_session_show_module (TlSession *session, TlModule *module, const char *title, TlState *scheduled, const char *action);
/* The parts of the file that could not be read, a sentence each, NULL-terminated; NULL or empty: none. Borrowed until the next opening. */
const char *const *tl_session_problems (TlSession *session);
/* Warnings of the script's reader, each with its place and line; as tl_session_problems. */
const char *const *tl_session_warnings (TlSession *session);
/* Writes the project to @path (a .tileloom file) and goes on there. */
gboolean      tl_session_save_as (TlSession *session, const char *path, GError **error);
/* How the project was last looked at, by @key: kept in its file if it has one. tl_session_view: NULL if nothing was; free with g_free. */
void          tl_session_keep_view (TlSession *session, const char *key, const char *value);
char         *tl_session_view (TlSession *session, const char *key);
/* Saves pending changes now. */
void          tl_session_flush (TlSession *session);

/*
 * Why changes are in memory only: the project file cannot be written. NULL: they are on disk. "notify::storage-error" follows each change;
 * the session tries the file again from time to time.
 */
const char   *tl_session_storage_error (TlSession *session);
/* Whether something would be lost if the session ended in its storage error. */
gboolean      tl_session_is_unsaved (TlSession *session);
/* Puts the project back into its file. FALSE: it stays in memory. */
gboolean      tl_session_restore (TlSession *session, GError **error);

gboolean      tl_session_is_open (TlSession *session);
const char   *tl_session_title (TlSession *session);           /* "matmul-128"; "" without a program */
const char   *tl_session_project_path (TlSession *session);    /* NULL until something was saved */
TlState      *tl_session_root (TlSession *session);            /* borrowed; the program without steps; NULL without one */
/*
 * The function of the module that is shown, timed, compared and exported: the entry at first; NULL without a program. A selection in
 * another function shows that one. "changed" follows a switch. FALSE if the module has no such PrimFunc.
 */
const char   *tl_session_func_name (TlSession *session);
/* The PrimFuncs of the module, NULL-terminated; NULL without a program. Free with g_strfreev. */
char        **tl_session_func_names (TlSession *session);
gboolean      tl_session_set_func (TlSession *session, const char *name);
const TlPrimFunc *tl_session_func (TlSession *session);        /* of the current state */
double        tl_session_flops (TlSession *session);           /* of one run of the function; -1 unknown */
/*
 * The peak of this machine for the function, from its measured rates, or that of the target's GPU, from published figures; all 0 while the
 * machine has not been measured, or is not the target, or of a GPU that is not known.
 */
TlRoof        tl_session_roof (TlSession *session);
/*
 * Code, footprints, traffic and measurements are for the target; the project keeps it, and the measurements for each. Another one:
 * "notify::target", then "changed".
 */
TlTarget      tl_session_target (TlSession *session);
void          tl_session_set_target (TlSession *session, const TlTarget *target);
/*
 * Measures, builds and prints as @settings say, from now on ("notify::dialect" follows a change of that); before, and with NULL, by the
 * defaults.
 */
void          tl_session_use_settings (TlSession *session, TlSettings *settings);
TlDialect     tl_session_dialect (TlSession *session);
/*
 * The devices of this machine besides its CPU (TlListedDevice). NULL: not known yet; "notify::devices" tells. Borrowed. They are looked for
 * once, by a worker: when a target with kernels is chosen, or this is called.
 */
const GPtrArray *tl_session_devices (TlSession *session);
void          tl_session_find_devices (TlSession *session);
/* Whether its programs can be timed here; @error says why not. */
gboolean      tl_session_can_measure (TlSession *session, GError **error);

/* Extents of arguments that are no numbers: const TlVar * of the program, one for each name. Empty: it can be run. */
GPtrArray    *tl_session_sizes (TlSession *session);
/* The value that this document's size had last; 0: none. */
gint64        tl_session_remembered_size (TlSession *session, const char *name);
/*
 * Goes on with the program in which all sizes have these values, as with one that is opened: variants come along where their steps apply to
 * it, what does not is among the problems.
 */
gboolean      tl_session_specialize (TlSession *session, const TlSizes *sizes, GError **error);

GListModel   *tl_session_variants (TlSession *session);        /* of TlVariant, in order of making; borrowed */
TlVariant    *tl_session_current (TlSession *session);         /* borrowed; NULL without a program */
void          tl_session_set_current (TlSession *session, TlVariant *variant);
TlHistory    *tl_session_history (TlSession *session);         /* borrowed; undoes, redoes, renames, removes */
TlSelection  *tl_session_selection (TlSession *session);       /* borrowed */
TlTuning     *tl_session_tuning (TlSession *session);          /* borrowed */
TlDatabase   *tl_session_database (TlSession *session, GError **error);   /* borrowed; opened when first needed */
TlWorkerPool *tl_session_pool (TlSession *session, GError **error);       /* borrowed; started when first needed */

/* --- steps of the current variant --- */

/* The steps up to its tip that are listed, the start first: those that only look up handles are not. Container of TlState*, owned. */
GPtrArray    *tl_session_steps (TlSession *session);
/* How many steps to @state are listed, without the start: its number in the list. */
guint         tl_session_n_listed_steps (TlState *state);
/* The state that is shown: the current variant's, or the one that is visited. Borrowed; NULL without a program. */
TlState      *tl_session_state (TlSession *session);
/* Borrowed; NULL: none. */
TlState      *tl_session_visited (TlSession *session);
/*
 * Shows another state of the program until the next edit, the choice of another variant, or NULL. "changed" follows. A step that is made
 * meanwhile goes on from there, in a branch.
 */
void          tl_session_visit (TlSession *session, TlState *state);
/*
 * The place in the list of variants of the first one whose steps lead through @state: the branch that the step belongs to. G_MAXUINT:
 * none, or there is only one variant.
 */
guint         tl_session_branch_of (TlSession *session, TlState *state);
/* The number of the state that is shown in tl_session_steps, or of the last one before it that is listed; *n_steps: how many there are. */
guint         tl_session_step_number (TlSession *session, guint *n_steps);
/* Shows the step before (-1) or after (1) that one. FALSE: there is none. */
gboolean      tl_session_visit_by (TlSession *session, int by);
/* Why the step that led to @state was made (core/schedule/step-reason.h), for the session's function and target; in a thread. */
void          tl_session_step_reason_async (TlSession *session, TlState *state, GCancellable *cancellable, GAsyncReadyCallback callback,
                                            gpointer user_data);
/* NULL without an error: there is nothing to say of it. Free with g_free. */
char         *tl_session_step_reason_finish (TlSession *session, GAsyncResult *result, GError **error);
/* Replays the current variant's steps up to its tip with one change, in a thread, and takes nothing yet (core/schedule/trace-edit.h). */
void          tl_session_edit_steps_async (TlSession *session, const TlTraceEdit *edit, GCancellable *cancellable,
                                           GAsyncReadyCallback callback, gpointer user_data);
TlEditedSteps *tl_session_edit_steps_finish (TlSession *session, GAsyncResult *result, GError **error);
/*
 * Looks for the steps that make a step legal that no longer applies or breaks an order (for that also for another place in the trace, with
 * the same program at the end), and replays the rest on them. NULL with an error where none was found. @sentence: the steps in words; free
 * with g_free.
 */
void          tl_session_fix_step_async (TlSession *session, TlState *refused, GCancellable *cancellable, GAsyncReadyCallback callback,
                                         gpointer user_data);
TlEditedSteps *tl_session_fix_step_finish (TlSession *session, GAsyncResult *result, char **sentence, GError **error);
/*
 * Goes on with them, as one edit that @label names. A change of a step that has later ones makes a branch of the variant, which takes
 * further changes itself; so no schedule is lost.
 */
void          tl_session_take_edited_steps (TlSession *session, TlEditedSteps *edited, const char *label);

/* --- editing: each is one step of history, or a refusal and nothing --- */

/* Applies to the current variant, arguments by node. The culprits of a refusal are in @error. */
gboolean      tl_session_apply (TlSession *session, const TlPrimitive *primitive, const TlArg *args, guint n_args, GError **error);
/*
 * Applies @refused (by node) to the current variant in spite of the order that it breaks, which makes the variant a draft
 * (tl_state_is_draft): it is shown and edited, and not measured, tuned from or exported until the step is gone, fixed or legal. FALSE with
 * the refusal where the step is refused for another reason, too.
 */
gboolean      tl_session_apply_as_draft (TlSession *session, const TlInst *refused, GError **error);
/* Whether that would be possible, for a refusal of @refused. */
gboolean      tl_session_can_draft (TlSession *session, const TlInst *refused, const GError *refusal);
/*
 * Looks for the steps that make a step legal which @state, of a variant, refuses (@refused: by node); core/schedule/repair.h. In a thread.
 * Finishing with NULL and no error: none was found.
 */
void          tl_session_find_repair_async (TlSession *session, TlState *state, const TlInst *refused, GCancellable *cancellable,
                                            GAsyncReadyCallback callback, gpointer user_data);
TlRepair     *tl_session_find_repair_finish (TlSession *session, GAsyncResult *result, GError **error);
/* Goes on with all of its steps as one edit; in a new variant if the current one is no longer at @refused_on. */
void          tl_session_take_repair (TlSession *session, TlState *refused_on, const TlRepair *repair);
/* The state that this would make, without making the edit. New reference or NULL. */
TlState      *tl_session_try (TlSession *session, const TlPrimitive *primitive, const TlArg *args, guint n_args, GError **error);
/*
 * A state that panes show in place of the current variant's, without any change to it; NULL: none. Every "changed" ends the preview.
 * @title: the step that leads there.
 */
void          tl_session_set_preview (TlSession *session, TlState *state, const char *title);
TlState      *tl_session_preview (TlSession *session);         /* borrowed; nullable */
const char   *tl_session_preview_title (TlSession *session);   /* borrowed; NULL: none */
/* Goes on with the steps from @from to @state as one edit; in a new variant if the current one is no longer at @from. */
void          tl_session_take_steps (TlSession *session, TlState *from, TlState *state, const char *label);
/* Moves the current variant to a state of its own past or future (up to its tip). */
void          tl_session_go_to (TlSession *session, TlState *state);
/* Runs a schedule script or a trace on the current variant, in a thread. */
void          tl_session_run_script_async (TlSession *session, const char *name, const char *text, GCancellable *cancellable,
                                           GAsyncReadyCallback callback, gpointer user_data);
gboolean      tl_session_run_script_finish (TlSession *session, GAsyncResult *result, GError **error);
/* Goes on from the current variant with the steps of rules that need no search (core/default-schedules/default-schedule.h), in a thread. */
void          tl_session_schedule_by_rules_async (TlSession *session, GCancellable *cancellable, GAsyncReadyCallback callback,
                                                  gpointer user_data);
/* Which rules that were: "matmul for C, D · rows for norm". Free with g_free; NULL with an error. */
char         *tl_session_schedule_by_rules_finish (TlSession *session, GAsyncResult *result, GError **error);

/* A new variant at @state, current afterwards. @measured nullable: its measurements come along. */
TlVariant    *tl_session_add_variant (TlSession *session, const char *name, TlState *state, TlVariant *measured);

/* --- measuring and showing, in threads --- */

/*
 * Times @variant's present state; the outcome is kept with it, whatever its kind. Fails only when there is no worker or it was cancelled.
 */
void          tl_session_time_async (TlSession *session, TlVariant *variant, GCancellable *cancellable, GAsyncReadyCallback callback,
                                     gpointer user_data);
gboolean      tl_session_time_finish (TlSession *session, GAsyncResult *result, TlOutcome *outcome, GError **error);
/* The same of a state that no variant has; nothing is kept. */
void          tl_session_time_state_async (TlSession *session, TlState *state, const char *func_name, GCancellable *cancellable,
                                           GAsyncReadyCallback callback, gpointer user_data);
gboolean      tl_session_is_timing (TlSession *session);

/*
 * Measures the program without steps in the background, once, so that a gain can be told: nothing waits for it, it is no timing in the
 * sense of tl_session_is_timing, and it makes way for every measurement that is asked for. Does nothing while something else is measured,
 * for symbolic extents, or where the latency is known. "notify::timing" follows its end. Then, once on each machine, it measures the rates
 * of the machine in the same way.
 */
void          tl_session_measure_baseline (TlSession *session);
gboolean      tl_session_is_measuring_machine (TlSession *session);
/* Emits "machine-measured": for those who measure the machine themselves. */
void          tl_session_machine_measured (TlSession *session);
/* The latency of the function shown without steps; FALSE: not measured. */
gboolean      tl_session_baseline (TlSession *session, TlLatency *latency);
/* The gain of the current variant over that: "41.9 ms → 263 µs · × 159 · 92 % of peak"; NULL: not measured, no steps. Free with g_free. */
char         *tl_session_gain_text (TlSession *session);

/*
 * A compiled form of a state: "lowered", "llvm", "asm", or "report", what became of each loop (core/analysis/asm-report.h); of kernels
 * "source", in the target's language, "ptx", or "sass", what ptxas makes of that. Compiled once for all who ask while it is the newest of
 * its form.
 */
void          tl_session_show_async (TlSession *session, TlState *state, const char *form, GCancellable *cancellable,
                                     GAsyncReadyCallback callback, gpointer user_data);
/* @nodes: nullable; the loop or block that each line comes from, id 0 where none is known: GArray of TlOrigin, caller frees. */
char         *tl_session_show_finish (TlSession *session, GAsyncResult *result, GArray **nodes, GError **error);

/* A name for the function where it is exported: of its own, or made from the title. Free with g_free. */
char         *tl_session_export_name (TlSession *session);
/*
 * Writes @state's function for other programs; the ending of @path tells as what: .c, .o, .so or .ll, each but the last with its header
 * beside it, for which no file but an earlier one of ours is replaced. Other endings fail with TL_EXPORT_ERROR_UNSUPPORTED.
 */
void          tl_session_export_async (TlSession *session, TlState *state, const char *path, GCancellable *cancellable,
                                       GAsyncReadyCallback callback, gpointer user_data);
gboolean      tl_session_export_finish (TlSession *session, GAsyncResult *result, GError **error);

#define TL_RACE_MAX 6u

/* A state of a variant, which keeps its time. Borrowed. */
typedef struct
{
  TlVariant *variant;
  TlState   *state;
} TlRaceEntry;

/* Times up to TL_RACE_MAX states in turns; @progress runs on the main thread, at most once a frame. Two race until they differ. */
typedef void (*TlRaceFunc) (const TlOutcome *outcomes, guint n_outcomes, gpointer user_data);
void          tl_session_race_async (TlSession *session, const TlRaceEntry *entries, guint n_entries, double max_s, TlRaceFunc progress,
                                     gpointer progress_data, GCancellable *cancellable, GAsyncReadyCallback callback,
                                     gpointer user_data);
/* The same of two states that no variants have; nothing is kept. */
void          tl_session_race_states_async (TlSession *session, TlState *const states[2], const char *func_name, double max_s,
                                            TlRaceFunc progress, gpointer progress_data, GCancellable *cancellable,
                                            GAsyncReadyCallback callback, gpointer user_data);
/*
 * @outcomes nullable: one for each entry, the times of the race, which are not those that a variant shows where an earlier measurement says
 * more. Clear them.
 */
gboolean      tl_session_race_finish (TlSession *session, GAsyncResult *result, TlOutcome *outcomes, GError **error);

/*
 * Times the programs from @from to @to against each other, and each step alone @with_hybrids (explanation.h); @progress runs on the main
 * thread, at most once a frame.
 */
void          tl_session_explain_async (TlSession *session, TlState *from, TlState *to, double max_s, gboolean with_hybrids,
                                        TlExplanationFunc progress, gpointer progress_data, GCancellable *cancellable,
                                        GAsyncReadyCallback callback, gpointer user_data);
/* The same of both alone, with one step for all that lies between them; tl_session_explain_finish ends it. */
void          tl_session_compare_states_async (TlSession *session, TlState *from, TlState *to, double max_s, TlExplanationFunc progress,
                                               gpointer progress_data, GCancellable *cancellable, GAsyncReadyCallback callback,
                                               gpointer user_data);
TlExplanation *tl_session_explain_finish (TlSession *session, GAsyncResult *result, GError **error);

/* --- tuning --- */

/*
 * Starts a run of the program, or (@from, nullable) of a variant, whose steps its schedules go on from. FALSE with an error if it cannot
 * begin; a run under way must be stopped first. tl_session_tuning () has its progress.
 */
gboolean      tl_session_tune (TlSession *session, const TlTuneConfig *config, TlVariant *from, GError **error);
/* Whether runs are to be dry (TlTuneConfig): the target is a GPU of which figures are known, and no device here runs its code. */
gboolean      tl_session_tunes_by_model (TlSession *session);
/* Shows the trials with predicted times, or those that were measured; nothing happens while a run is under way. */
gboolean      tl_session_show_predicted (TlSession *session, gboolean is_predicted, GError **error);
/*
 * The same, where the runs of task @task began, with a schedule of one of its trials as a candidate of its first batch: the search goes on
 * from it. FALSE with an error also where a run tunes several functions.
 */
gboolean      tl_session_tune_from_trial (TlSession *session, const TlTuneConfig *config, const char *trace_json, GError **error);
/*
 * A variant of the tuned program joins the run under way as a candidate, which is measured and can become a parent of others
 * (tl_tuning_add_async). FALSE with an error, also where its steps are not on the program that the run began with.
 */
void          tl_session_add_to_search_async (TlSession *session, TlVariant *variant, GAsyncReadyCallback callback, gpointer user_data);
gboolean      tl_session_add_to_search_finish (TlSession *session, GAsyncResult *result, GError **error);
/* Changes the budget of the run under way, also for a later resume; as tl_tuning_set_budget. */
guint         tl_session_set_tuning_budget (TlSession *session, guint n_trials);
/* Goes on with the run in the project file, where it began and with its seed; the rest is as @config says. */
gboolean      tl_session_resume_tuning (TlSession *session, const TlTuneConfig *config, GError **error);

/*
 * Trial @index of the present run's task @task as a new variant: its trace, from the project file, after the steps where the run began.
 * With several tasks the others stay as they were there, and no measurement is that of the whole.
 */
TlVariant    *tl_session_adopt_trial (TlSession *session, guint task, guint index, GError **error);
/*
 * The best trial; with several tasks that of each, all in one new variant. Both show the function of task @task afterwards, or leave the
 * function that is shown if the task stands for it.
 */
TlVariant    *tl_session_adopt_best (TlSession *session, guint task, GError **error);

G_END_DECLS
