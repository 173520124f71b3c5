/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules of tensor expressions, as te.create_schedule makes them. Steps are kept with their stage and taken when the schedule is lowered
 * or built: the loops of a stage that is computed at a loop of another are those of the part that is needed there, and only known then.
 *
 *     stage   the computation of a tensor, or a copy of one: a block
 *     axis    a loop of a stage; its identity is its object, of an operation or of a step
 *     place   where a stage is computed: by itself, at a loop of another stage, or inlined
 *
 * All of it lies in the arena of the run.
 */
#pragma once

#include "core/te/te-private.h"

G_BEGIN_DECLS

typedef struct _TlTeStage    TlTeStage;
typedef struct _TlTeStep     TlTeStep;
typedef struct _TlTeSchedule TlTeSchedule;

typedef enum { TL_TE_AT_ROOT, TL_TE_INLINED, TL_TE_AT_LOOP } TlTePlace;

/* A step on loops: a primitive of tir.Schedule. */
struct _TlTeStep
{
  const TlAst *at;
  const char  *primitive;
  TlPyList     args;       /* axes among them stand for their loops */
  TlPyList     results;    /* axes that it makes */
  TlTeStep    *next;
};

struct _TlTeStage
{
  TlTeSchedule *schedule;
  const char   *name;
  const TlTeOp *tensor_of;      /* the operation whose tensor it computes or copies */
  guint         index;          /* of the tensor among its outputs */
  gboolean      is_cache;       /* a stage of cache_read or cache_write */
  gboolean      is_copy;        /* else it computes @tensor_of */
  TlPyList      axes, reduce_axes;
  TlPyList      loops;          /* axes that are loops now, outermost first */
  TlTeStep     *first_step, *last_step;
  TlTePlace     place;
  TlTeStage    *parent;         /* AT_LOOP: of this stage ... */
  TlPyValue     parent_axis;    /* ... at this axis */
  const TlAst  *placed_at;
};

/* cache_read, cache_write, in their order. */
typedef struct
{
  const TlAst *at;
  gboolean     is_write;
  TlTeStage   *stage;      /* the new one */
  TlTeStage   *writer;     /* cache_write: the stage that is now a copy */
  const char  *scope;
  TlPyList     readers;    /* cache_read: stages */
} TlTeCache;

struct _TlTeSchedule
{
  TlPyList roots;     /* operations */
  TlPyList stages;    /* producers first */
  TlPyList caches;    /* TlTeCache */
};

extern const TlPyClass tl_te_schedule_class;

/* "m", "m.outer" */
const char *tl_te_axis_name (const TlPyValue *axis);
gboolean    tl_te_is_axis (const TlPyValue *value);

G_END_DECLS
