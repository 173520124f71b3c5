/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Do the loops around a block visit each point of its axes' domains once?
 *
 * Asked by doing it, which is right for every form of binding. Loops and axes fall into groups that have nothing to do with each other
 * (i0, i1 → vi; j0, j1 → vj), so what is enumerated are sums, not products, of extents.
 */
#include <string.h>

#include "core/interp/sample-private.h"
#include "core/ir/walk.h"

#define MAX_POINTS ((gint64) 1 << 23)

typedef struct
{
  const TlUnit       *unit;
  const TlPrimFunc   *func;
  TlTensor *const    *args;
  guint               n_args;
  GPtrArray          *conditions;   /* Owned: const TlExpr*, conjuncts of the predicate */
  guint              *group;        /* Owned: of each loop */
} Coverage;

/* Filled by the visiting hook. */
typedef struct
{
  guint8  *seen;
  gint64   n_domain;
  gint64   n_points;
  gboolean is_broken;   /* a point outside of the domain, or one twice */
} Visit;

static void
split_condition (GPtrArray *conditions, const TlExpr *expr)
{
  if (tl_expr_is_true (expr))
    return;
  if (expr->kind == TL_EXPR_AND)
    {
      split_condition (conditions, expr->a);
      split_condition (conditions, expr->b);
    }
  else
    g_ptr_array_add (conditions, (gpointer) expr);
}

/* The loop whose group @expr belongs to, or -1 if it mentions none. */
static gint
first_loop (const Coverage *coverage, const TlExpr *expr)
{
  for (guint i = 0; i < coverage->unit->n_loops; i++)
    if (tl_expr_uses_var (expr, coverage->unit->loops[i]->var))
      return (gint) i;
  return -1;
}

/* Loops that meet in one expression are of one group. */
static void
join_loops (Coverage *coverage, const TlExpr *expr)
{
  gint first = first_loop (coverage, expr);

  for (guint i = 0; first >= 0 && i < coverage->unit->n_loops; i++)
    if (tl_expr_uses_var (expr, coverage->unit->loops[i]->var))
      {
        guint from = coverage->group[i], to = coverage->group[first];

        for (guint k = 0; k < coverage->unit->n_loops; k++)
          if (coverage->group[k] == from)
            coverage->group[k] = to;
      }
}

static gboolean
is_in_group (const Coverage *coverage, const TlExpr *expr, guint group)
{
  gint loop = first_loop (coverage, expr);

  return loop >= 0 && coverage->group[loop] == group;
}

/* In the pool: value, min and extent of each of n axes. */
static gboolean
hook_visit (TlInterpMachine *machine, const TlInstr *instr)
{
  const guint32 *pool = machine->program->pool + instr->a;
  Visit         *visit = machine->hook_data;
  gint64         at = 0;

  for (guint i = 0; i < instr->n; i++)
    {
      gint64 min = machine->registers[pool[3 * i + 1]].i, extent = machine->registers[pool[3 * i + 2]].i;
      gint64 index = machine->registers[pool[3 * i]].i - min;

      visit->is_broken |= index < 0 || index >= extent;
      at = at * extent + index;
    }
  if (visit->is_broken)
    return TRUE;
  visit->is_broken = (visit->seen[at >> 3] >> (at & 7) & 1) != 0;
  visit->seen[at >> 3] |= (guint8) (1u << (at & 7));
  visit->n_points++;
  return TRUE;
}

/* Opens the loops of the group; their points, more than MAX_POINTS where that is not known or too many. */
static GArray *
open_group (const Coverage *coverage, TlCompiler *compiler, guint group, gint64 *n_points)
{
  GArray *loops = g_array_new (FALSE, FALSE, sizeof (TlOpenLoop));

  *n_points = 1;
  for (guint i = 0; i < coverage->unit->n_loops; i++)
    if (coverage->group[i] == group)
      {
        const TlLoop *loop = coverage->unit->loops[i];
        guint32       reg = tl_compiler_register (compiler);
        gint64        min = 0, extent = 0;
        gboolean      is_known = tl_compiler_get_int (compiler, loop->min, &min) && tl_compiler_get_int (compiler, loop->extent, &extent);
        TlOpenLoop    open = tl_compiler_open_loop (compiler, reg, min, extent);

        *n_points = is_known && extent <= MAX_POINTS ? MIN (*n_points * extent, MAX_POINTS + 1) : MAX_POINTS + 1;
        tl_compiler_bind (compiler, loop->var, reg);
        g_array_append_val (loops, open);
        if (*n_points > MAX_POINTS)
          break;
      }
  return loops;
}

/* Jumps that are taken where a condition of the group does not hold. */
static GArray *
compile_conditions (const Coverage *coverage, TlCompiler *compiler, guint group)
{
  GArray *jumps = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < coverage->conditions->len; i++)
    if (is_in_group (coverage, g_ptr_array_index (coverage->conditions, i), group))
      {
        guint32 cond = tl_compiler_scalar (compiler, g_ptr_array_index (coverage->conditions, i));
        guint   jump = tl_compiler_emit (compiler, TL_OP_JUMP_ZERO, 0, cond, 0);

        g_array_append_val (jumps, jump);
      }
  return jumps;
}

/* Where the axes of the group stand, for hook_visit; the size of their domain. */
static gint64
compile_visit (const Coverage *coverage, TlCompiler *compiler, guint group)
{
  const TlBlock     *block = coverage->unit->block;
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (guint32));
  gint64             n_domain = 1;
  guint              at;

  for (guint i = 0; i < block->n_axes; i++)
    if (is_in_group (coverage, block->bindings[i], group))
      {
        gint64  min = 0, extent = 0;
        guint32 triple[3];

        tl_compiler_get_int (compiler, block->axes[i].dom.min, &min);
        tl_compiler_get_int (compiler, block->axes[i].dom.extent, &extent);
        triple[0] = tl_compiler_scalar (compiler, block->bindings[i]);
        triple[1] = tl_compiler_int (compiler, min);
        triple[2] = tl_compiler_int (compiler, extent);
        g_array_append_vals (words, triple, 3);
        n_domain = MIN (n_domain * CLAMP (extent, 0, MAX_POINTS), MAX_POINTS + 1);
      }
  at = tl_compiler_emit (compiler, TL_OP_HOOK, 0, tl_compiler_pool (compiler, (const guint32 *) (gpointer) words->data, words->len), 0);
  tl_compiler_instr (compiler, at)->hook = hook_visit;
  tl_compiler_instr (compiler, at)->n = (guint16) (words->len / 3);
  return n_domain;
}

static TlProgram *
compile_group (const Coverage *coverage, guint group, gint64 *n_points, gint64 *n_domain)
{
  TlCompiler        *compiler = tl_compiler_new (coverage->func, coverage->args, coverage->n_args, NULL);
  g_autoptr (GArray) loops = NULL, jumps = NULL;

  g_assert (compiler != NULL);
  loops = open_group (coverage, compiler, group, n_points);
  jumps = compile_conditions (coverage, compiler, group);
  *n_domain = compile_visit (coverage, compiler, group);
  for (guint i = 0; i < jumps->len; i++)
    tl_compile_patch (compiler, g_array_index (jumps, guint, i));
  for (guint i = loops->len; i > 0; i--)
    tl_compiler_close_loop (compiler, g_array_index (loops, TlOpenLoop, i - 1));
  return tl_compiler_finish (compiler);
}

static gboolean
visits_once (const Coverage *coverage, guint group)
{
  gint64     n_points, n_domain;
  TlProgram *program = compile_group (coverage, group, &n_points, &n_domain);
  gboolean   ok = FALSE;

  if (n_points <= MAX_POINTS && n_domain <= n_points)
    {
      TlInterpMachine *machine = tl_machine_new (program, coverage->func, coverage->args, 0, NULL);
      Visit      visit = { .seen = g_malloc0 ((gsize) n_domain / 8 + 1), .n_domain = n_domain };

      machine->hook_data = &visit;
      ok = tl_machine_run (machine, 0) && !visit.is_broken && visit.n_points == n_domain;
      g_free (visit.seen);
      tl_machine_free (machine);
    }
  tl_program_free (program);
  return ok;
}

/* An axis that no loop moves must have a domain of that one point. */
static gboolean
is_fixed_axis (TlCompiler *compiler, const TlBlockAxis *axis, const TlExpr *binding)
{
  gint64 min, extent, value;

  return tl_compiler_get_int (compiler, axis->dom.min, &min) && tl_compiler_get_int (compiler, axis->dom.extent, &extent) && extent == 1
         && tl_compiler_get_int (compiler, binding, &value) && value == min;
}

gboolean
tl_unit_covers_domain (TlCompiler *compiler, const TlUnit *unit, const TlPrimFunc *func, TlTensor *const *args, guint n_args)
{
  Coverage             coverage = { unit, func, args, n_args, g_ptr_array_new (), g_new0 (guint, unit->n_loops + 1) };
  const TlBlock       *block = unit->block;
  g_autofree gboolean *done = g_new0 (gboolean, unit->n_loops + 1);
  gboolean             ok = TRUE;

  if (block->predicate != NULL)
    split_condition (coverage.conditions, block->predicate);
  for (guint i = 0; i < unit->n_loops; i++)
    coverage.group[i] = i;
  for (guint i = 0; i < block->n_axes; i++)
    join_loops (&coverage, block->bindings[i]);
  for (guint i = 0; i < coverage.conditions->len; i++)
    {
      join_loops (&coverage, g_ptr_array_index (coverage.conditions, i));
      ok = ok && first_loop (&coverage, g_ptr_array_index (coverage.conditions, i)) >= 0;
    }
  for (guint i = 0; i < block->n_axes; i++)
    ok = ok && (first_loop (&coverage, block->bindings[i]) >= 0 || is_fixed_axis (compiler, &block->axes[i], block->bindings[i]));
  for (guint i = 0; i < unit->n_loops && ok; i++)
    if (!done[coverage.group[i]])
      {
        done[coverage.group[i]] = TRUE;
        ok = visits_once (&coverage, coverage.group[i]);
      }
  g_ptr_array_unref (coverage.conditions);
  g_free (coverage.group);
  return ok;
}
