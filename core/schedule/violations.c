/* SPDX-License-Identifier: Apache-2.0 */
#include "core/schedule/violations.h"

#include "core/analysis/block-info.h"
#include "core/base/i18n.h"

typedef struct
{
  TlArena        *arena;
  TlState        *state;
  const TlModule *module;
  const TlInst   *refused;
  GArray         *blocks;      /* TlNodeId: at fault, then the step's own */
  GArray         *carriers;    /* TlNodeId of loops */
  GPtrArray      *found;
} ViolationSearch;

static void
add_node (GArray *nodes, TlNodeId node)
{
  for (guint i = 0; i < nodes->len; i++)
    if (g_array_index (nodes, TlNodeId, i) == node)
      return;
  g_array_append_val (nodes, node);
}

/* 0: no loop or block. */
static TlNodeId
node_of (const ViolationSearch *search, const TlArg *arg)
{
  const TlRvValue *value = arg->kind == TL_ARG_RV ? tl_state_rv (search->state, arg->rv) : NULL;

  if (value != NULL)
    return value->kind != TL_RV_INT && !value->is_unknown ? value->node : 0;
  return arg->kind == TL_ARG_NODE ? arg->node : 0;
}

static void
note_node (ViolationSearch *search, TlNodeId node, gboolean takes_loops)
{
  const TlStmt *stmt = node != 0 ? tl_module_find (search->module, node) : NULL;

  if (stmt != NULL && stmt->kind == TL_STMT_BLOCK)
    add_node (search->blocks, node);
  else if (stmt != NULL && stmt->kind == TL_STMT_FOR && takes_loops)
    add_node (search->carriers, node);
}

static gboolean
is_below (const TlModule *module, TlNodeId block, TlNodeId loop)
{
  const TlStmt *stmt = tl_module_find (module, loop);

  return stmt != NULL && stmt->kind == TL_STMT_FOR && tl_stmt_find (stmt, block) != NULL;
}

/* Takes @dependences. */
static void
take (ViolationSearch *search, GPtrArray *dependences)
{
  g_ptr_array_extend (search->found, dependences, NULL, NULL);
  g_ptr_array_unref (dependences);
}

/* --- iterations at once or in another order --- */

static gboolean
runs_at_once (const TlPrimitive *primitive)
{
  return primitive->family == TL_FAMILY_KIND && primitive != tl_primitive_find ("unroll");
}

/* All blocks in @loop: one alone is named where several are at fault. */
static void
note_blocks_below (ViolationSearch *search, TlNodeId loop)
{
  const TlStmt         *stmt = tl_module_find (search->module, loop);
  g_autoptr (GPtrArray) blocks = stmt != NULL && stmt->kind == TL_STMT_FOR ? tl_stmt_child_blocks (stmt) : g_ptr_array_new ();

  for (guint i = 0; i < blocks->len; i++)
    add_node (search->blocks, ((const TlStmt *) g_ptr_array_index (blocks, i))->block.id);
}

static gboolean
holds_noted_block (const ViolationSearch *search, TlNodeId loop)
{
  for (guint i = 0; i < search->blocks->len; i++)
    if (is_below (search->module, g_array_index (search->blocks, TlNodeId, i), loop))
      return TRUE;
  return FALSE;
}

/* Loops at fault whose bodies would change places with others: of these, no block is named. */
static void
note_unnamed_bodies (ViolationSearch *search)
{
  for (guint i = 0; i < search->carriers->len; i++)
    if (!holds_noted_block (search, g_array_index (search->carriers, TlNodeId, i)))
      note_blocks_below (search, g_array_index (search->carriers, TlNodeId, i));
}

static gboolean
meets_in_order (const ViolationSearch *search, TlNodeId from, TlNodeId to, const TlBuffer *buffer)
{
  g_autoptr (GPtrArray) pairs = tl_dependences_between (search->arena, search->module, from, to);

  for (guint i = 0; i < pairs->len; i++)
    {
      const TlDependence *pair = g_ptr_array_index (pairs, i);

      if (pair->carrier < 0 && pair->from->buffer == buffer)
        return TRUE;
    }
  return FALSE;
}

/* Within an iteration of all loops around both: each hands on what it wrote itself, and the buffer is used again in the next. */
static gboolean
meets_within_iteration (const ViolationSearch *search, TlNodeId a, TlNodeId b, const TlBuffer *buffer)
{
  return meets_in_order (search, a, b, buffer) || meets_in_order (search, b, a, buffer);
}

/* @is_named: both are at fault; what others share may be private to an iteration. */
static void
find_carried_pairs (ViolationSearch *search, TlNodeId from, TlNodeId to, TlNodeId loop, gboolean is_named)
{
  g_autoptr (GPtrArray) pairs = tl_dependences_carried (search->arena, search->module, from, to, loop);

  for (guint i = 0; i < pairs->len; i++)
    {
      const TlDependence *pair = g_ptr_array_index (pairs, i);

      if (is_named || (from == to ? pair->kind == TL_DEPENDENCE_FLOW
                       : !meets_within_iteration (search, from, to, pair->from->buffer)))
        g_ptr_array_add (search->found, (gpointer) pair);
    }
}

static void
find_carried (ViolationSearch *search, guint n_named)
{
  for (guint c = 0; c < search->carriers->len; c++)
    for (guint i = 0; i < search->blocks->len; i++)
      for (guint j = 0; j < search->blocks->len; j++)
        if (i == j || runs_at_once (search->refused->primitive))
          find_carried_pairs (search, g_array_index (search->blocks, TlNodeId, i), g_array_index (search->blocks, TlNodeId, j),
                              g_array_index (search->carriers, TlNodeId, c), i < n_named && j < n_named);
}

/* --- blocks that move --- */

/* @writer's elements are complete after the last of its iterations; at @loop the reader would see them before. */
static void
find_early_reads (ViolationSearch *search, TlNodeId writer, TlNodeId reader, TlNodeId loop)
{
  g_autoptr (GPtrArray) updates = tl_dependences_carried (search->arena, search->module, writer, writer, loop);
  g_autoptr (GPtrArray) reads = tl_dependences_between (search->arena, search->module, writer, reader);

  for (guint i = 0; i < updates->len && i < 1; i++)
    for (guint j = 0; j < reads->len; j++)
      {
        const TlDependence *update = g_ptr_array_index (updates, i), *read = g_ptr_array_index (reads, j);
        TlDependence       *early = tl_arena_new0 (search->arena, TlDependence);
        gint64             *distances;

        if (read->from->buffer != update->from->buffer)
          continue;
        *early = *read;
        early->loops = update->loops;
        early->n_loops = (guint) update->carrier + 1;
        early->carrier = update->carrier;
        distances = tl_arena_new_array (search->arena, gint64, early->n_loops);
        for (guint l = 0; l < early->n_loops; l++)
          distances[l] = update->distances[l] == TL_DISTANCE_ANY ? TL_DISTANCE_ANY : -update->distances[l];
        early->distances = distances;
        g_ptr_array_add (search->found, early);
      }
}

/* The first argument of that kind; 0: none. */
static TlNodeId
argument_of (const ViolationSearch *search, TlStmtKind kind)
{
  for (guint i = 0; i < search->refused->n_args; i++)
    {
      TlNodeId      node = node_of (search, &search->refused->args[i]);
      const TlStmt *stmt = node != 0 ? tl_module_find (search->module, node) : NULL;

      if (stmt != NULL && stmt->kind == kind)
        return node;
    }
  return 0;
}

static void
find_between (ViolationSearch *search)
{
  TlNodeId moved = argument_of (search, TL_STMT_BLOCK), loop = argument_of (search, TL_STMT_FOR);

  for (guint i = 0; i < search->blocks->len; i++)
    for (guint j = 0; j < search->blocks->len; j++)
      {
        TlNodeId from = g_array_index (search->blocks, TlNodeId, i), to = g_array_index (search->blocks, TlNodeId, j);
        guint    n = search->found->len;

        if (i == j)
          continue;
        if (to == moved && loop != 0 && is_below (search->module, from, loop) && !is_below (search->module, to, loop))
          find_early_reads (search, from, to, loop);
        if (search->found->len == n && search->blocks->len > 1)
          take (search, tl_dependences_between (search->arena, search->module, from, to));
      }
}

/* --- blocks of another kind --- */

static void
find_own (ViolationSearch *search)
{
  for (guint i = 0; i < search->blocks->len; i++)
    {
      TlNodeId                id = g_array_index (search->blocks, TlNodeId, i);
      g_autoptr (TlPath)      path = tl_path_find (search->module, id);
      const TlStmt           *scope = path != NULL ? tl_path_scope (path) : NULL;
      g_autoptr (TlScopeInfo) info = scope != NULL ? tl_scope_info_new (search->arena, search->module, scope) : NULL;

      if (info != NULL && !tl_block_is_complete (info, tl_path_target (path), NULL)
          && !tl_block_is_reduction (info, tl_path_target (path), NULL))
        take (search, tl_dependences_between (search->arena, search->module, id, id));
    }
}

GPtrArray *
tl_find_violations (TlArena *arena, TlState *state, const TlInst *refused, const GError *refusal)
{
  ViolationSearch          search = { arena, state, tl_state_module (state), refused, NULL, NULL, g_ptr_array_new () };
  guint           n_culprits = 0, n_named;
  const TlNodeId *culprits = tl_refusal_culprits (refusal, &n_culprits);

  if (refused == NULL || refused->primitive == NULL || !g_error_matches (refusal, TL_SCHEDULE_ERROR, TL_SCHEDULE_ERROR_REFUSED))
    return search.found;
  search.blocks = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  search.carriers = g_array_new (FALSE, FALSE, sizeof (TlNodeId));
  for (guint i = 0; i < n_culprits; i++)
    note_node (&search, culprits[i], !runs_at_once (refused->primitive));
  n_named = search.blocks->len;
  for (guint i = 0; i < refused->n_args; i++)
    note_node (&search, node_of (&search, &refused->args[i]), runs_at_once (refused->primitive));
  for (guint i = 0; runs_at_once (refused->primitive) && i < search.carriers->len; i++)
    note_blocks_below (&search, g_array_index (search.carriers, TlNodeId, i));
  if (tl_refusal_is_of_order (refusal) && (search.blocks->len == 0 || refused->primitive->family == TL_FAMILY_LOOP))
    note_unnamed_bodies (&search);
  if (!runs_at_once (refused->primitive))
    find_between (&search);
  if (search.found->len == 0)
    find_carried (&search, n_named);
  if (search.found->len == 0)
    find_own (&search);
  g_array_unref (search.blocks);
  g_array_unref (search.carriers);
  return search.found;
}

/* --- texts --- */

static char *
iterations_text (gint64 distance, const char *loop)
{
  if (distance == TL_DISTANCE_ANY)
    return g_strdup_printf (_("other iterations of %s"), loop);
  if (distance == 1)
    return g_strdup_printf (_("one iteration of %s"), loop);
  return g_strdup_printf (_("%" G_GINT64_FORMAT " iterations of %s"), distance, loop);
}

/* "one iteration of k earlier", "in other iterations of k", "in the same iteration". */
static char *
distance_text (const TlDependence *violation)
{
  g_autofree char *iterations = NULL;
  gint64           distance;

  if (violation->carrier < 0)
    return g_strdup (violation->n_loops > 0 ? _("in the same iteration") : _("in another nest"));
  distance = violation->distances[violation->carrier];
  iterations = iterations_text (distance == TL_DISTANCE_ANY ? distance : ABS (distance),
                                violation->loops[violation->carrier]->var->name);
  if (distance == TL_DISTANCE_ANY)
    return g_strdup_printf (_("in %s"), iterations);
  return g_strdup_printf (distance > 0 ? _("%s earlier") : _("%s later"), iterations);
}

char *
tl_violation_sentence (const TlDependence *violation)
{
  g_autofree char *from = tl_access_to_text (violation->from), *to = tl_access_to_text (violation->to);
  g_autofree char *as = g_str_equal (from, to) ? g_strdup ("") : g_strdup_printf (_(" as %s"), from);
  g_autofree char *where = distance_text (violation);
  const char      *earlier = violation->from->block->name, *later = violation->to->block->name;
  gboolean         is_early = violation->carrier >= 0 && violation->distances[violation->carrier] < 0
                              && violation->distances[violation->carrier] != TL_DISTANCE_ANY;

  if (is_early)
    return g_strdup_printf (_("Block %s would read %s, which block %s still writes%s %s."), later, to, earlier, as, where);
  switch (violation->kind)
    {
    case TL_DEPENDENCE_FLOW:
      return g_strdup_printf (_("Block %s reads %s, which block %s writes%s %s."), later, to, earlier, as, where);
    case TL_DEPENDENCE_ANTI:
      return g_strdup_printf (_("Block %s overwrites %s, which block %s reads%s %s."), later, to, earlier, as, where);
    default:
      return g_strdup_printf (_("Block %s overwrites %s, which block %s writes%s %s."), later, to, earlier, as, where);
    }
}

char *
tl_violation_label (const TlDependence *violation)
{
  return violation->n_loops > 0 ? tl_dependence_vector_text (violation) : g_strdup (violation->from->buffer->name);
}
