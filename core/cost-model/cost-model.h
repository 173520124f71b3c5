/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cost models: which of many candidates are likely fast, learned from those that were measured. A model learns scores within one
 * workload: the best measured time divided by the candidate's (its square root, so that the slow half is told apart, too), 1 for the best
 * and 0 for what failed. TVM's labels and weights, xgb(loss="mse", label_power=1, min_weight=0), leave the slow half in no order. The score
 * of a program is the sum of what the model gives to its rows (core/cost-model/features.h).
 */
#pragma once

#include "core/space/component.h"
#include "core/cost-model/features.h"

G_BEGIN_DECLS

#define TL_COST_MODEL_ERROR (tl_cost_model_error_quark ())
GQuark tl_cost_model_error_quark (void);

typedef enum
{
  TL_COST_MODEL_ERROR_FAILED,   /* the library that learns failed; says with what */
  TL_COST_MODEL_ERROR_FORMAT,   /* these bytes are no model */
  TL_COST_MODEL_ERROR_FITS,     /* a model of other features or another machine; says what differs */
} TlCostModelError;

/* Time of a trial that failed, in seconds (TVM's). */
#define TL_COST_FAILED 1e10

/**
 * TlCostModel: one model with what it was trained on. Reference-counted. Predicting, explaining and saving are for any thread, at any time;
 * updates are for one thread at a time, and those who predict meanwhile use the model as it was before.
 */
typedef struct _TlCostModel TlCostModel;

/* The kinds of models with their parameters: "xgb", "mlp", "random". */
extern const TlComponentTable tl_cost_model_table;

/* @component is of tl_cost_model_table; the same seed and updates give the same scores. */
TlCostModel *tl_cost_model_new (const TlComponent *component, guint64 seed);
TlCostModel *tl_cost_model_ref (TlCostModel *model);
void         tl_cost_model_unref (TlCostModel *model);
const char  *tl_cost_model_name (const TlCostModel *model);

/*
 * Adds measured candidates of one workload: @costs_s are their times, TL_COST_FAILED (or infinity) for those that failed. @workload tells
 * workloads apart (the structural hash of the unscheduled program). Trains again when there are enough new samples; blocks until that is
 * done.
 */
gboolean     tl_cost_model_update (TlCostModel *model, guint64 workload, TlFeatures *const *features, const double *costs_s, guint n,
                                   GError **error);
/* One score for each candidate, higher is better. Before enough is known they are random, by seed and features. */
void         tl_cost_model_predict (TlCostModel *model, TlFeatures *const *features, guint n, double *scores);
/* Whether it has been trained: else scores are random. */
gboolean     tl_cost_model_is_trained (TlCostModel *model);

/* Statistics of the training. A plain value. */
typedef struct
{
  guint  n_samples;        /* that it has seen */
  guint  n_trained;        /* that the current model is trained on; 0: none yet */
  guint  n_rounds;         /* boosting rounds or epochs of the last training */
  double train_s;          /* how long it took */
  /* How well the model, as it was before the last update, predicted what that update told it; NaN where it was not trained yet. */
  double p_rmse;           /* TVM's p-rmse: root of the mean square of score - label */
  double peak_at_32;       /* TVM's a-peak@32: how soon the best label is met by the 32 best scores, 1 at once */
  double rank_correlation; /* Spearman's, of scores and labels */
} TlCostModelInfo;
TlCostModelInfo tl_cost_model_info (TlCostModel *model);

/*
 * Which columns moved the score of a candidate: n_columns of @features contributions whose sum, with @base, is the score. FALSE where the
 * model is not trained or says nothing of columns.
 */
gboolean     tl_cost_model_explain (TlCostModel *model, const TlFeatures *features, double *contributions, double *base);

/*
 * Measures of predictions, for whoever reports on them (TVM's p-rmse and a-peak; Spearman's, ties by their mean rank; NaN for a constant).
 */
double       tl_metric_p_rmse (const double *scores, const float *labels, guint n);
double       tl_metric_peak (const double *scores, const float *labels, guint n, guint n_best);
double       tl_metric_rank_correlation (const double *scores, const float *labels, guint n);

/*
 * A trained model as bytes, with the schema of its features and the machine it was measured on (@machine: any text that names it), and
 * back. The training set is not kept: further updates train a new model from their samples alone, and until then the loaded one scores.
 */
char        *tl_cost_model_this_machine (void);   /* the text for this machine; free with g_free */
GBytes      *tl_cost_model_to_bytes (TlCostModel *model, const char *machine, GError **error);
TlCostModel *tl_cost_model_from_bytes (GBytes *bytes, const char *machine, GError **error);
/* @model, which has no samples yet, scores as @trained does, which is of the same kind, until it is trained itself. */
void         tl_cost_model_begin_with (TlCostModel *model, TlCostModel *trained);

/*
 * TVM's file of a model, "cost_model.xgb" in a work_dir: of the kind "xgb" only, trained or not. TVM loads it; its samples are none, for
 * they stand in the tuning records. Loading gives NULL without @error where there is no file or the model in it was not trained, with
 * @error (a place and a reason) where it is damaged, of another program, of another machine or not of @n_columns.
 */
#define TL_COST_MODEL_FILE "cost_model.xgb"
gboolean     tl_cost_model_save_file (TlCostModel *model, const char *path, const char *machine, GError **error);
TlCostModel *tl_cost_model_load_file (const char *path, const char *machine, guint n_columns, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlCostModel, tl_cost_model_unref)

G_END_DECLS
