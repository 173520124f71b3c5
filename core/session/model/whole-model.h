/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/draw/model/latency-steps.h"
#include "core/session/model/model-facts.h"
#include "core/search/tune-config.h"
#include "core/session/session.h"

G_BEGIN_DECLS

/**
 * TlWholeModel: a model of many kernels beside the program of a session: an ONNX file, or a script with R.function. It is read in a
 * thread; workers of the session then time its kernels, scheduled for the session's target: by rules and, once it was tuned, by those
 * records that make the whole faster.
 *
 * Signals:
 *   "changed"    another model is shown, sizes are missing, or its times are others
 *   "progress"   a measurement or a tuning run began, came further or ended
 */
#define TL_TYPE_WHOLE_MODEL (tl_whole_model_get_type ())
G_DECLARE_FINAL_TYPE (TlWholeModel, tl_whole_model, TL, WHOLE_MODEL, GObject)

TlWholeModel       *tl_whole_model_new (TlSession *session);

/* Whether the file is a model by its name; scripts show it when they are read. */
gboolean            tl_whole_model_is_file (const char *path);
/*
 * Reading changes nothing until all went well. Where sizes of inputs are no numbers the model has no facts until they get values
 * (tl_whole_model_n_sizes). An error names the node at fault.
 */
void                tl_whole_model_open_async (TlWholeModel *model, const char *path, GCancellable *cancellable,
                                               GAsyncReadyCallback callback, gpointer user_data);
/* The same of the first graph function of a module, which @title names. */
void                tl_whole_model_open_module_async (TlWholeModel *model, const TlModule *module, const char *title,
                                                      GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data);
/* Whether a module has a graph function. */
gboolean            tl_module_has_graph (const TlModule *module);
/* The same with a value for each of the sizes that are missing. */
void                tl_whole_model_open_sized_async (TlWholeModel *model, const gint64 *values, GCancellable *cancellable,
                                                     GAsyncReadyCallback callback, gpointer user_data);
gboolean            tl_whole_model_open_finish (TlWholeModel *model, GAsyncResult *result, GError **error);
/* Back to no model. */
void                tl_whole_model_close (TlWholeModel *model);

/* Whether there is a model, with sizes or without. */
gboolean            tl_whole_model_is_open (TlWholeModel *model);
const char         *tl_whole_model_title (TlWholeModel *model);    /* "" without a model */
const TlModelFacts *tl_whole_model_facts (TlWholeModel *model);    /* borrowed; NULL: sizes are missing */
/* As tl_model_facts_arrange, which see; without "changed". */
double              tl_whole_model_arrange (TlWholeModel *model, double width, double height, const double *zooms, guint n_zooms);

/* Whether repeated layers of the graph are shown once, as at first; it is to be arranged then. */
void                tl_whole_model_collapse (TlWholeModel *model, gboolean is_collapsed);

/* Sizes of inputs that have no value; the last ones if the model has got them. */
guint               tl_whole_model_n_sizes (TlWholeModel *model);
const char         *tl_whole_model_size_name (TlWholeModel *model, guint index);    /* "batch" */
const char         *tl_whole_model_size_title (TlWholeModel *model, guint index);   /* "Dimension 0 of input x" */
gint64              tl_whole_model_size_value (TlWholeModel *model, guint index);   /* that it has, or a likely one */

/* Times the kernels and the whole; a measurement under way goes on. Nothing happens where the target does not allow it. */
void                tl_whole_model_measure (TlWholeModel *model);
void                tl_whole_model_stop (TlWholeModel *model);
gboolean            tl_whole_model_is_measuring (TlWholeModel *model);
/* Whether models can be timed now, on the session's target; @error says why not. */
gboolean            tl_whole_model_can_measure (TlWholeModel *model, GError **error);
/*
 * How far the measurement or the tuning is, "Building kernel 3 of 18", or why there are no times; NULL: nothing is to be said. Free with
 * g_free.
 */
char               *tl_whole_model_status (TlWholeModel *model);

/*
 * Tunes all kernels once the measurement under way has ended; the target of @config is the session's. Then, or when it is stopped, the
 * model is timed again. Nothing happens while it is being tuned.
 */
void                tl_whole_model_tune (TlWholeModel *model, const TlTuneConfig *config);
void                tl_whole_model_stop_tuning (TlWholeModel *model);
gboolean            tl_whole_model_is_tuning (TlWholeModel *model);    /* or waits for the measurement to end */
gboolean            tl_whole_model_can_stop_tuning (TlWholeModel *model);   /* it is being tuned, and not stopped already */
/* Trials that a run has where nobody says otherwise: a round of TVM for each kernel; 0 without a model. */
guint               tl_whole_model_usual_n_trials (TlWholeModel *model);
/* How its latency falls over the trials; NULL: there are none, or it has no time. Free with tl_latency_steps_free. */
TlLatencySteps     *tl_whole_model_latency_steps (TlWholeModel *model);
/* The project with the trials; NULL before the first run. */
const char         *tl_whole_model_project (TlWholeModel *model);

/* Goes on in the session with a kernel as a program of its own, and with its schedule where that is known. */
void                tl_whole_model_open_kernel (TlWholeModel *model, guint kernel);
/* Whether the session shows the kernel that was opened last. */
gboolean            tl_whole_model_shows_kernel (TlWholeModel *model);
/*
 * The session's current variant goes into the model as a schedule of that kernel: the model is timed with it, and keeps it if the whole is
 * faster so. FALSE with an error that says why it cannot be used.
 */
void                tl_whole_model_use_variant_async (TlWholeModel *model, GAsyncReadyCallback callback, gpointer user_data);
gboolean            tl_whole_model_use_variant_finish (TlWholeModel *model, GAsyncResult *result, GError **error);
gboolean            tl_whole_model_can_use_variant (TlWholeModel *model, GError **error);

G_END_DECLS
