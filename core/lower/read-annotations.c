/* SPDX-License-Identifier: Apache-2.0 */
/*
 * read-annotations: what annotations ask of loops is checked while the loops stand as the schedule left them.
 */
#include "core/lower/lower-private.h"

#define MAX_PREFETCH_DISTANCE (1 << 20)

typedef struct
{
  TlArena  *arena;
  GError  **error;
  gboolean  failed;
} Annotations;

/* A number of iterations ahead, on a loop that stays one. */
static gboolean
check_prefetch (Annotations *a, const TlLoop *loop, const char *key)
{
  const TlValue *value = tl_attrs_find (&loop->annotations, key);
  TlValue number;
  if (value == NULL)
    return TRUE;
  gboolean is_count = tl_value_get_number (value, &number) && number.kind == TL_VALUE_INT && number.integer >= 0
                      && number.integer <= MAX_PREFETCH_DISTANCE;
  if (!is_count)
    tl_lower_set_unsupported (a->error, "The annotation %s of loop %s is a number of iterations, from 0 to %d", key, loop->var->name,
                              MAX_PREFETCH_DISTANCE);
  else if (loop->kind == TL_LOOP_UNROLLED || loop->kind == TL_LOOP_VECTORIZED)
    tl_lower_set_unsupported (a->error, "The annotation %s stands on loop %s, which is %s: put it on the loop around", key, loop->var->name,
                              loop->kind == TL_LOOP_UNROLLED ? "unrolled" : "vectorized");
  else
    return TRUE;
  return FALSE;
}

static const TlStmt *
read_hook (TlRewriter *rewriter, const TlStmt *stmt)
{
  Annotations *a = rewriter->user_data;
  if (a->failed)
    return stmt;
  if (stmt->kind == TL_STMT_FOR)
    a->failed = !check_prefetch (a, &stmt->loop, "software_prefetch") || !check_prefetch (a, &stmt->loop, "software_prefetch_write");
  return a->failed ? stmt : NULL;
}

const TlPrimFunc *
tl_lower_read_annotations (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, GError **error)
{
  Annotations a = { .arena = builder->arena, .error = error };
  TlRewriter rewriter = { .arena = builder->arena, .stmt = read_hook, .user_data = &a };
  const TlStmt *body = tl_rewrite_stmt (&rewriter, func->body);
  return a.failed ? NULL : tl_prim_func_with_body (builder->arena, func, body);
}
