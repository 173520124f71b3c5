/* SPDX-License-Identifier: Apache-2.0 */
/* The statements of a pipelined loop, and the groups of copies among them that go on by themselves. */
#pragma once

#include "core/lower/lower-private.h"

G_BEGIN_DECLS

typedef enum
{
  USE_READ = 1,
  USE_WRITE = 2,
} Use;

/* One statement of the loop, in program order; in the order of places once groups are made. */
typedef struct
{
  const TlStmt *body;
  const TlExpr *cond;       /* under which it runs; NULL: always */
  GHashTable   *uses;       /* TlBuffer → Use */
  gboolean      has_effects;
  gint64        stage;
  gint64        order;
  gboolean      is_async;
  guint         group;      /* that it is in, if it is async: groups of one step count from 0 */
  gboolean      waits;
  gint64        awaited;    /* the last group that it needs, counted from the first of the step that it runs in */
  guint         wait_at;    /* the part before which it waits */
} PipelinePart;

static inline Use
pipeline_use (const PipelinePart *part, const TlBuffer *buffer)
{
  return (Use) GPOINTER_TO_UINT (g_hash_table_lookup (part->uses, buffer));
}

/*
 * Copies that stand side by side are a group, one in each step of the pipeline; @parts: PipelinePart in the order of places. Gives the
 * number of groups in a step, and sets what the parts wait for.
 */
guint    tl_pipeline_make_groups (GPtrArray *parts);

/*
 * Steps in order: before @n_emptying ones from the end on each has all groups, then step e has those of stages from first_stage[e] on.
 */
typedef struct
{
  guint         n_groups;
  const gint64 *first_stage;
} PipelineSteps;

gboolean tl_pipeline_has_group (const GPtrArray *parts, const PipelineSteps *steps, gint64 emptying, guint group);
/* Groups of step @emptying, negative before the first of those, that stand ahead of part @at and after group @awaited. */
gint64   tl_pipeline_groups_since (const GPtrArray *parts, const PipelineSteps *steps, gint64 emptying, guint at, gint64 awaited);

G_END_DECLS
