/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a trial came about. */
typedef enum
{
  TL_ORIGIN_UNKNOWN,   /* recorded before this was */
  TL_ORIGIN_START,     /* the program as it stands */
  TL_ORIGIN_RULES,     /* the default schedule */
  TL_ORIGIN_RANDOM,    /* drawn from the design space */
  TL_ORIGIN_MUTATED,   /* made from another schedule */
  TL_ORIGIN_ADDED,     /* by hand, during the run */
  TL_N_ORIGINS,
} TlOriginKind;

/* A plain value. */
typedef struct
{
  TlOriginKind kind;
  guint64      parent;     /* of a mutated one: hash of the program of the trial that it descends from; 0: of one that was never measured */
  const char  *mutators;   /* interned, nullable: names of those that led from there to it, separated by commas */
} TlTrialOrigin;

/* As project files have it: "random" … */
const char  *tl_origin_name (TlOriginKind kind);
TlOriginKind tl_origin_from_name (const char *name);   /* nullable; TL_ORIGIN_UNKNOWN if it is none */

G_END_DECLS
