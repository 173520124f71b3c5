/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/interp/check.h"

G_BEGIN_DECLS

/* A program's size and rounding, as far as they are known without running it. */
typedef struct
{
  double   cost;               /* statements executed, weighted by length; infinity where a count is not known beforehand */
  double   reduction_length;   /* additions into one element, summed over the stages */
  gboolean amplifies;          /* exp and its like make relative errors of absolute ones */
  double   epsilon;            /* of the coarsest floating type that is written; 0: none is */
} TlRunEstimate;

void tl_estimate_run (const TlPrimFunc *func, TlTensor *const *args, guint n_args, TlRunEstimate *estimate);

/*
 * The sampled reference: computes some elements of the written parameters by following producers backwards. Each entry of @samples is a
 * GArray of gint64 element indices for a written parameter, NULL for others; @results are copies of @args in which those elements are
 * right. TL_INTERP_ERROR_UNSUPPORTED for programs whose form cannot be followed. *@unwritten: an element of the program's own memory that
 * these need and nothing writes, as in "t[16] in block \"B\""; NULL if there is none. Free with g_free.
 */
gboolean tl_sample_elements (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps, GCancellable *cancellable,
                             GPtrArray **samples, GPtrArray **results, char **unwritten, GError **error);

G_END_DECLS
