/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of a kind of cost model; core/cost-model/models/cost-model.c holds the samples, decides when to train, and sums rows. */
#pragma once

#include "core/cost-model/cost-model.h"

G_BEGIN_DECLS

/* Samples as a matrix: the rows of sample i are row_begin[i] … row_begin[i + 1] - 1. Borrowed. */
typedef struct
{
  const float   *rows;         /* n_rows x n_columns */
  const guint   *row_begin;    /* n_samples + 1 */
  const float   *labels;       /* n_samples, in [0, 1]: of its workload's best time, divided by its own */
  const guint   *workloads;    /* n_samples: from 0 */
  guint          n_samples, n_rows, n_columns;
} TlTrainingData;

/* A row of the table. Fitted models are immutable and used by several threads at once. */
typedef struct
{
  TlComponentInfo info;
  gboolean is_trained;    /* else scores are random, and the rest is NULL; if so, its first parameters are TL_LEARNING_PARAMS */
  /* A fitted model, or NULL with @error; *n_rounds is told. Depends on nothing but what is given. */
  gpointer (*fit) (const TlArg *args, guint64 seed, const TlTrainingData *data, guint *n_rounds, GError **error);
  void     (*predict) (gpointer fitted, const float *rows, guint n_rows, guint n_columns, float *scores);
  /* Adds contributions of the columns of all rows to @contributions; their sum with what it returns is the score. */
  double   (*explain) (gpointer fitted, const float *rows, guint n_rows, guint n_columns, double *contributions);
  GBytes  *(*save) (gpointer fitted, GError **error);
  gpointer (*load) (GBytes *bytes, guint n_columns, GError **error);
  void     (*free) (gpointer fitted);
} TlCostModelKind;

/*
 * The fitted model as its kind saves it, a part of tl_cost_model_to_bytes. NULL with @error if it is not trained.
 */
GBytes *tl_cost_model_fitted_bytes (TlCostModel *model, GError **error);
guint   tl_cost_model_n_columns (TlCostModel *model);

/* Of a VALUE parameter whose row has checked that it is a number. */
static inline double
tl_arg_number (const TlArg *arg)
{
  return arg->kind == TL_ARG_INT ? (double) arg->integer : arg->number;
}

/* The common first parameters of all trained models; TL_LEARNING_* are their indices. */
#define TL_LEARNING_PARAMS                                                                                                                \
  { "num_warmup_samples", TL_PARAM_INT, TL_PARAM_IS_OPTIONAL, "100", \
    "Minimum number of samples for training; until then, scores are random", NULL, NULL }, \
  { "label_power", TL_PARAM_VALUE, TL_PARAM_IS_OPTIONAL, "0.5", \
    "Exponent of the labels, which are the best time divided by the time of the sample (TVM: 1)", \
    NULL, NULL }
enum { TL_LEARNING_WARMUP, TL_LEARNING_LABEL_POWER, TL_LEARNING_N };

extern const TlCostModelKind tl_cost_model_random, tl_cost_model_xgb, tl_cost_model_mlp;

G_END_DECLS
