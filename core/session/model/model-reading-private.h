/* SPDX-License-Identifier: Apache-2.0 */
/* From a file to the facts about a model, in a thread of the caller. */
#pragma once

#include "core/graph/import/onnx.h"
#include "core/session/model/model-facts.h"

G_BEGIN_DECLS

/* A size of an input that is no number. */
typedef struct
{
  char  *name;      /* as it is bound: "batch", or "x:0" of a dimension without a name */
  char  *title;     /* "batch: dimension 0 of input x, float32[batch, 3, 224, 224]" */
  gint64 value;     /* a likely one */
} TlModelSize;

void          tl_model_size_free (TlModelSize *size);

/*
 * Of a file, or (@module not NULL) of the first graph function of a module that @path names. @sizes: values of sizes by name. NULL with
 * *@missing, an array of TlModelSize that owns them, if others have no value, else with an error, which names what does not work.
 */
TlModelFacts *tl_model_facts_read (const char *path, const TlModule *module, const TlDimBinding *sizes, guint n_sizes,
                                   GPtrArray **missing, GError **error);

G_END_DECLS
