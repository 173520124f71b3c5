/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The network of "mlp": two hidden layers for each row, rows of a candidate are summed up. Plain C, one thread, the same numbers for the
 * same seed.
 */
#pragma once

#include "core/cost-model/models/model-private.h"

G_BEGIN_DECLS

typedef enum
{
  TL_MLP_LOSS_MSE,    /* (score - label)^2 */
  TL_MLP_LOSS_RANK,   /* pairs of one workload: log (1 + exp (worse - better)), weighted by how far their labels are apart */
} TlMlpLoss;

/*
 * Parameters lie in one array: w1 (n_inputs x n_hidden), b1, w2 (n_hidden x n_hidden), b2, w3 (n_hidden), b3. Inputs are the columns that
 * vary in the training data, standardised.
 */
typedef struct
{
  guint   n_inputs, n_hidden, n_columns;
  guint  *columns;       /* n_inputs */
  float  *mean, *scale;  /* n_inputs: input = (value - mean) * scale */
  float  *parameters;
  guint   n_parameters;
} TlMlp;

TlMlp  *tl_mlp_new (guint64 seed, const TlTrainingData *data, guint n_hidden);
void    tl_mlp_free (TlMlp *mlp);
void    tl_mlp_predict (const TlMlp *mlp, const float *rows, guint n_rows, float *scores);
/* Mean loss over the samples in @batch; adds its gradient to @gradient (n_parameters, nullable). */
double  tl_mlp_loss (const TlMlp *mlp, const TlTrainingData *data, const guint *batch, guint n_batch, TlMlpLoss loss, float *gradient);
/* The contribution of each column to the score: gradient times input, against a candidate of mean columns. Returns the rest. */
double  tl_mlp_explain (const TlMlp *mlp, const float *rows, guint n_rows, double *contributions);

G_END_DECLS
