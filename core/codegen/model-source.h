/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The C side of an exported model: one function that calls all kernels, on memory of a context.
 *
 *   NAME_context context;
 *   NAME_init (&context);                    with weights in a file: NAME_init (&context, weights)
 *   NAME_run (&context, x, y);               one pointer for each input, then one for each output
 *
 * The context has the intermediate tensors and the workspaces of the kernels. Nothing is allocated and nothing outside of the context is
 * written: several contexts may run at the same time. Parallel loops of kernels from other files run on one team of threads
 * (core/codegen/parallel-team.inc), those of kernels in C source are parallel regions of OpenMP each.
 */
#pragma once

#include "core/codegen/export.h"
#include "core/graph/executable.h"

G_BEGIN_DECLS

/* One kernel as it is compiled: the lowered function, whose last parameters are workspaces. A plain value; borrows. */
typedef struct
{
  const TlPrimFunc *func;
  const char       *symbol;
  guint             n_workspaces;
  const char       *c_source;    /* nullable: it is a function of the same file */
} TlModelSourceKernel;

typedef enum
{
  TL_WEIGHTS_FILE,       /* the caller reads them and gives NAME_init their address */
  TL_WEIGHTS_INCLUDED,   /* the assembler reads @weights_path */
  TL_WEIGHTS_WRITTEN,    /* as numbers in the source */
} TlModelWeights;

/* A plain value; borrows what it points to. */
typedef struct
{
  const char          *symbol;         /* NAME */
  const TlExecutable  *executable;
  const TlModelSourceKernel *kernels;  /* one for each kernel of @executable; those that prepare constants are left out */
  guint                n_threads;      /* of parallel loops of kernels from other files */
  TlModelWeights       weights_kind;
  GBytes              *weights;        /* tl_model_source_pack_weights */
  const char          *weights_path;   /* of TL_WEIGHTS_INCLUDED */
} TlModelSource;

/*
 * The constants that kernels read, one behind the other, of @region (tl_executable_prepare_constants). Of weights that were packed the
 * packed form alone is there.
 */
GBytes *tl_model_source_pack_weights (const TlModelSource *source, GBytes *region);

/* All of these: free with g_free; NULL with TL_EXPORT_ERROR if a tensor is of a type that C does not have. */
char   *tl_model_source_header (const TlModelSource *source, GError **error);
char   *tl_model_source_text (const TlModelSource *source, GError **error);
/* A main function that reads inputs from files and writes outputs to files. @header: what it includes. */
char   *tl_model_source_example (const TlModelSource *source, const char *header, GError **error);

G_END_DECLS
