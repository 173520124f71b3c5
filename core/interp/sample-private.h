/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/interp/compile-private.h"

G_BEGIN_DECLS

/*
 * A unit is an outermost block of the function: it is run instance by instance. Its body may be anything, nested tiles and tensor
 * intrinsics included; only its axes and the regions it declares to write are looked at.
 */
typedef struct
{
  const TlBlock  *block;      /* Borrowed */
  const TlLoop  **loops;      /* Owned: the loops around it, outermost first; borrowed entries */
  guint           n_loops;
  GHashTable     *reads;      /* Owned: sets of TlBuffer, views resolved */
  GHashTable     *writes;
  guint           scan_entry; /* code: find the instances that write a needed element, mark what they read */
  guint           run_entry;  /* code: one instance, spatial axes preset */
  guint32        *spatial;    /* Owned: registers of the spatial axes */
  guint           n_spatial;
  guint8        **claims;     /* Owned: per write region, the scalars that instances found write; nullable entries */
  GArray         *instances;  /* Owned: gint64, n_spatial per instance */
} TlUnit;

/* The units in program order, or NULL with TL_INTERP_ERROR_UNSUPPORTED where instances of blocks are not all there is. */
GPtrArray *tl_units_collect (TlCompiler *compiler, const TlPrimFunc *func, TlTensor *const *args, guint n_args, GPtrArray *allocs,
                             GError **error);
void       tl_unit_free (TlUnit *unit);

/* Whether the loops around the unit run it once for each point of its axes' domains; FALSE also where that takes too long to say. */
gboolean   tl_unit_covers_domain (TlCompiler *compiler, const TlUnit *unit, const TlPrimFunc *func, TlTensor *const *args, guint n_args);

/* A counting loop in code that is put together by hand. */
typedef struct
{
  guint32 var;
  guint32 end;
  guint   enter;
  guint   body;
} TlOpenLoop;

TlOpenLoop tl_compiler_open_loop (TlCompiler *compiler, guint32 var, gint64 min, gint64 extent);
void       tl_compiler_close_loop (TlCompiler *compiler, TlOpenLoop loop);

/* Sampling of one function in progress. */
typedef struct
{
  const TlPrimFunc  *func;
  TlCompiler        *compiler;
  TlProgram         *program;
  TlInterpMachine         *machine;
  GPtrArray         *units;      /* Owned: TlUnit */
  GPtrArray         *allocs;     /* Owned: const TlBuffer* */
  GHashTable        *tracked;    /* Owned: set of TlBuffer; views are added while marking code is compiled */
  GArray            *tracked_slots;
  GPtrArray         *results;    /* Owned: TlTensor, copies of the arguments that are written */
} TlSampler;

/* Code for all units, and at entry 0 for allocating what they share; sets the entries of the units. */
void       tl_sampler_compile_units (TlSampler *sampler);
/* @n_rows times @n_columns elements of each parameter that is @written (flags), as GArrays of gint64; NULL for the others. */
GPtrArray *tl_sampler_pick (const TlSampler *sampler, const GArray *written, guint n_rows, guint n_columns);

G_END_DECLS
