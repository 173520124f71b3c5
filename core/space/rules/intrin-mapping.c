/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Axes are told apart by the accesses that they occur in:
 *
 *     C[m, n] += A[m, k] * B[k, n]                                       m: C, A   n: C, B   k: A, B
 *     C[n, y, x, o] += A[n, y + r, x + s, c] * B[r, s, c, o]             n, y, x: C, A   o: C, B   r, s, c: A, B
 *
 * so that (n, y, x) plays m, o plays n and (r, s, c) plays k; what occurs in all three stays outside, as the batches of a product.
 */
#include "core/space/rules/intrin-mapping-private.h"

#define MAX_ACCESSES 8u
#define MAX_INNER    8u

/* The stored expression of block and description, taken apart in step: an access of the one is an access of the other. */
typedef struct
{
  const TlExpr *own[MAX_ACCESSES];      /* loads; the first is of what is stored */
  const TlExpr *wanted[MAX_ACCESSES];
  guint         n;
} AccessPairs;

static gboolean
pair_load (AccessPairs *accesses, const TlExpr *own, const TlExpr *wanted)
{
  for (guint i = 0; i < accesses->n; i++)
    if (accesses->own[i]->buffer == own->buffer || accesses->wanted[i]->buffer == wanted->buffer)
      return accesses->wanted[i]->buffer == wanted->buffer && tl_expr_equal (accesses->own[i], own)
             && tl_expr_equal (accesses->wanted[i], wanted);
  if (accesses->n == MAX_ACCESSES)
    return FALSE;
  accesses->own[accesses->n] = own;
  accesses->wanted[accesses->n++] = wanted;
  return TRUE;
}

static gboolean
pair_expr (AccessPairs *accesses, const TlExpr *own, const TlExpr *wanted)
{
  if (own->kind != wanted->kind || !tl_dtype_equal (own->dtype, wanted->dtype))
    return FALSE;
  switch (own->kind)
    {
    case TL_EXPR_LOAD:
      return pair_load (accesses, own, wanted);
    case TL_EXPR_CAST:
      return pair_expr (accesses, own->a, wanted->a);
    case TL_EXPR_ADD:
    case TL_EXPR_MUL:
      return pair_expr (accesses, own->a, wanted->a) && pair_expr (accesses, own->b, wanted->b);
    default:
      return tl_expr_equal (own, wanted);
    }
}

/* Which of the accesses an axis occurs in, a bit for each. */
static guint
occurs_in (const TlExpr *const *accesses, guint n, const TlVar *var)
{
  guint mask = 0;

  for (guint i = 0; i < n; i++)
    for (guint d = 0; d < accesses[i]->n_indices; d++)
      if (tl_expr_uses_var (accesses[i]->indices[d], var))
        mask |= 1u << i;
  return mask;
}

typedef struct
{
  TlArena      *arena;
  const TlBlock *block, *desc;
  AccessPairs   accesses;
  guint        *masks;                  /* of the block's axes */
  guint         desc_masks[MAX_INNER];
  const TlVar **vars;                   /* stand for the block's axes in maps */
} Mapper;

static gboolean
pair_bodies (Mapper *m)
{
  const TlStmt *own = m->block->body, *wanted = m->desc->body;

  if (own->kind != TL_STMT_STORE || wanted->kind != TL_STMT_STORE || !m->block->init || m->desc->n_axes > MAX_INNER
      || !pair_expr (&m->accesses, own->value, wanted->value) || m->accesses.n == 0)
    return FALSE;
  return m->accesses.own[0]->buffer == own->buffer && m->accesses.wanted[0]->buffer == wanted->buffer;
}

/* An axis of the block may stand outside only if it does so for all operands. */
static gboolean
read_masks (Mapper *m)
{
  guint all = (1u << m->accesses.n) - 1, n_found;

  for (guint i = 0; i < m->desc->n_axes; i++)
    m->desc_masks[i] = occurs_in (m->accesses.wanted, m->accesses.n, m->desc->axes[i].var);
  for (guint i = 0; i < m->block->n_axes; i++)
    {
      gboolean is_known = FALSE;

      m->masks[i] = occurs_in (m->accesses.own, m->accesses.n, m->block->axes[i].var);
      for (guint k = 0; k < m->desc->n_axes; k++)
        is_known |= m->desc_masks[k] == m->masks[i] && m->desc->axes[k].kind == m->block->axes[i].kind;
      if (!is_known && (m->masks[i] != all || m->block->axes[i].kind != TL_AXIS_SPATIAL))
        return FALSE;
    }
  for (guint k = 0; k < m->desc->n_axes; k++)
    {
      n_found = 0;
      for (guint i = 0; i < m->block->n_axes; i++)
        n_found += m->masks[i] == m->desc_masks[k];
      if (n_found == 0)
        return FALSE;
    }
  return TRUE;
}

/* The block's axes with one mask as a number, the last one counting fastest; NULL if an extent is none. */
static const TlExpr *
fused (const Mapper *m, guint mask)
{
  const TlExpr *sum = NULL;

  for (guint i = 0; i < m->block->n_axes; i++)
    {
      gint64 stride = 1, extent;
      const TlExpr *term = m->vars[i];

      if (m->masks[i] != mask)
        continue;
      for (guint k = i + 1; k < m->block->n_axes; k++)
        if (m->masks[k] == mask
            && (!tl_expr_get_int (m->block->axes[k].dom.extent, &extent) || __builtin_mul_overflow (stride, extent, &stride)))
          return NULL;
      term = stride == 1 ? term : tl_mul (m->arena, term, tl_expr_int (m->arena, term->dtype, stride));
      sum = sum ? tl_add (m->arena, sum, term) : term;
    }
  return sum;
}

/* A map over the axes that occur in @access (all: -1): those of no part first, then the description's in the order of its access. */
static const TlIndexMap *
map_of (const Mapper *m, gint access)
{
  const TlVar **initial = tl_arena_new_array (m->arena, const TlVar *, MAX (m->block->n_axes, 1));
  const TlExpr **final = tl_arena_new_array (m->arena, const TlExpr *, m->block->n_axes + m->desc->n_axes);
  guint all = (1u << m->accesses.n) - 1, n_initial = 0, n_final = 0, n = access < 0 ? m->desc->n_axes
                                                                                    : m->accesses.wanted[access]->n_indices;

  for (guint i = 0; i < m->block->n_axes; i++)
    {
      if (access < 0 || (m->masks[i] & (1u << access)))
        initial[n_initial++] = m->vars[i];
      if (m->masks[i] == all)
        final[n_final++] = m->vars[i];
    }
  for (guint i = 0; i < n; i++)
    {
      const TlExpr *index = access < 0 ? m->desc->axes[i].var : m->accesses.wanted[access]->indices[i];
      guint k = 0;

      while (k < m->desc->n_axes && m->desc->axes[k].var != index)
        k++;
      final[n_final] = k < m->desc->n_axes ? fused (m, m->desc_masks[k]) : NULL;
      if (!final[n_final++])
        return NULL;
    }
  return tl_index_map_new (m->arena, initial, n_initial, final, n_final);
}

/* The access that a read of the block is; 0 where it is none. */
static guint
access_of (const Mapper *m, const TlBuffer *buffer)
{
  for (guint i = 1; i < m->accesses.n; i++)
    if (m->accesses.own[i]->buffer == buffer)
      return i;
  return 0;
}

static const TlIntrinMapping *
finish (const Mapper *m)
{
  TlIntrinMapping *mapping = tl_arena_new0 (m->arena, TlIntrinMapping);
  guint *operands = tl_arena_new_array (m->arena, guint, MAX (m->block->n_reads, 1));
  gint64 *extents = tl_arena_new_array (m->arena, gint64, MAX (m->desc->n_axes, 1));

  *mapping = (TlIntrinMapping) { .n_reads = m->block->n_reads, .operands = operands, .extents = extents, .n_inner = m->desc->n_axes };
  mapping->reads = tl_arena_new_array (m->arena, const TlIndexMap *, MAX (m->block->n_reads, 1));
  for (guint i = 0; i < m->block->n_reads; i++)
    {
      guint access = access_of (m, m->block->reads[i].buffer);

      mapping->reads[i] = access > 0 ? map_of (m, (gint) access) : NULL;
      if (!mapping->reads[i])
        return NULL;
      operands[i] = access - 1;
    }
  for (guint i = 0; i < m->desc->n_axes; i++)
    if (!tl_expr_get_int (m->desc->axes[i].dom.extent, &extents[i]))
      return NULL;
  mapping->write = map_of (m, 0);
  mapping->axes = map_of (m, -1);
  if (!mapping->write || !mapping->axes)
    return NULL;
  mapping->n_outer = mapping->axes->n_final - m->desc->n_axes;
  return mapping;
}

const TlIntrinMapping *
tl_rule_map_to_intrin (TlArena *arena, const TlBlock *block, const TlTensorIntrins *intrins, const char *name)
{
  Mapper m = { .arena = arena, .block = block };
  const TlPrimFunc *desc, *impl;
  const TlStmt *stmt;

  if (!tl_tensor_intrin_find (intrins, arena, name, &desc, &impl, NULL))
    return NULL;
  for (stmt = desc->body->block.body; stmt->kind == TL_STMT_FOR; stmt = stmt->loop.body)
    ;
  if (stmt->kind != TL_STMT_BLOCK)
    return NULL;
  m.desc = &stmt->block;
  m.masks = tl_arena_new_array (arena, guint, MAX (block->n_axes, 1));
  m.vars = tl_arena_new_array (arena, const TlVar *, MAX (block->n_axes, 1));
  for (guint i = 0; i < block->n_axes; i++)
    m.vars[i] = tl_expr_var (arena, tl_arena_strdup (arena, block->axes[i].var->name), block->axes[i].var->dtype);
  return pair_bodies (&m) && read_masks (&m) ? finish (&m) : NULL;
}
