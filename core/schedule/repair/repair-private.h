/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of the search: repair-proposals.c says which steps to try, repair-mapping.c where the refused step is afterwards. */
#pragma once

#include "core/schedule/repair.h"

G_BEGIN_DECLS

/* A step by nodes, in an arena of the search. */
typedef struct
{
  const TlPrimitive *primitive;
  const TlArg       *args;
  guint              n_args;
  guint              weight;    /* how much it changes: of two repairs of one length the lighter one is taken */
} TlRepairStep;

/*
 * Steps that may make @asked possible, lightest first: over the loops and blocks it names, those that @refusal blames, and those beside
 * them. GArray of TlRepairStep in @arena.
 */
GArray *tl_repair_propose (TlArena *arena, const TlModule *module, const TlRepairStep *asked, const GError *refusal);

/*
 * The meanings of @asked after @step led to @after: itself, and with the parts of a loop that is gone in its place. GArray of TlRepairStep
 * in @arena; the heavier, the less literal. Empty where a node of it has no successor.
 */
GArray *tl_repair_map (TlArena *arena, const TlRepairStep *asked, const TlRepairStep *step, TlState *after, const TlModule *before);

/* Calls @visit with every loop and block that @arg names. */
typedef void (*TlRepairNodeFunc) (TlNodeId node, gpointer user_data);
void    tl_repair_each_node (const TlArg *arg, TlRepairNodeFunc visit, gpointer user_data);

/* A trace's text with the numbers of its variables raised by @by, so that they are not those of the trace it is put into. */
char   *tl_repair_renumber (const char *trace, guint by);

G_END_DECLS
