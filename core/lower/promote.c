/* SPDX-License-Identifier: Apache-2.0 */
/*
 * promote: elements that a loop reads and writes at positions that do not change in it move to a small local buffer around the loop. With
 * constant positions there, LLVM keeps them in registers; no pass of ours or LLVM's has to prove anything about memory any more.
 *
 *   C[i] = 0;  for k: C[i] += …   →   acc[0] = 0;  for k: acc[0] += …;  C[i] = acc[0]
 *
 * A loop's buffer qualifies if every access to it inside has a position free of variables that change in the loop, any two positions
 * are the same or apart by a known distance, and each position is certainly written once (so that reading it before and writing it
 * after touches nothing the program would not have touched). The outermost loop that qualifies wins. A run of stores without a loop, as
 * unrolling leaves it, with values named between them, is treated the same if it writes some element more than once and registers hold
 * all of its elements; otherwise the parts of it that have no element in common.
 */
#include "core/base/extremum.h"
#include "core/lower/lower-private.h"

/* More than the registers of any machine: beyond, the copies are spilled again and the detour costs more than it saves. */
#define MAX_BYTES 3072
#define MAX_SLOTS 128

typedef struct
{
  const TlExpr *position;   /* as first seen */
  gint64        offset;     /* of its first element from the first slot's */
  guint         lanes;
  gint64        stride;     /* from one lane to the next */
  gint64        local;      /* first element in the local buffer */
  gboolean      is_certain; /* a store that surely happens */
  gboolean      is_read;    /* loaded before anything is surely stored */
  const TlExpr *initial;    /* value before the loop, taken from a store there; NULL: as in memory */
  TlOrigin      initial_origin;   /* of that store */
} Slot;

/* All accesses of one buffer inside one loop. */
typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  const TlBuffer *buffer;
  GHashTable     *inner_vars;   /* variables that change inside the loop */
  GArray         *slots;        /* Slot */
  GHashTable     *by_position;  /* TlExpr → index + 1 */
  guint           n_stores;
  gboolean        has_too_many; /* more than MAX_SLOTS */
  gboolean        failed;
} PromotionAccesses;

typedef struct
{
  TlArena        *arena;
  TlAnalyzer     *analyzer;
  const TlTarget *target;
  TlRemarks      *remarks;
  GHashTable     *made;      /* local buffers: loops inside get one of one, which is nothing new to tell */
} PromotePass;

/* Those of all buffers that a loop writes, from one walk: code that is written out may write to hundreds. */
typedef struct
{
  PromotePass *pass;
  GHashTable  *inner_vars;
  GPtrArray   *written;         /* PromotionAccesses *, owned, in the order of the first stores */
  GHashTable  *by_buffer;       /* const TlBuffer * → PromotionAccesses * */
  gboolean     failed;          /* no buffer qualifies */
} LoopAccesses;

static const TlStmt *promote_stmt (PromotePass *pass, const TlStmt *stmt, GPtrArray *before);

/* --- positions --- */

static const TlExpr *
first_element (const TlExpr *position)
{
  return position->kind == TL_EXPR_RAMP ? position->base : position;
}

static void
split_constant (const TlExpr *expr, const TlExpr **rest, gint64 *constant)
{
  *rest = expr;
  *constant = 0;
  if (expr->kind == TL_EXPR_ADD && tl_expr_get_int (expr->b, constant))
    *rest = expr->a;
}

/* b - a if that is a number. */
static gboolean
constant_distance (PromotionAccesses *c, const TlExpr *a, const TlExpr *b, gint64 *distance)
{
  const TlExpr *rest_a, *rest_b;
  gint64 const_a, const_b;
  split_constant (a, &rest_a, &const_a);
  split_constant (b, &rest_b, &const_b);
  *distance = const_b - const_a;
  if (tl_expr_equal (rest_a, rest_b))
    return TRUE;
  return tl_expr_difference (c->analyzer, b, a, distance);
}

static gboolean
equal_position (gconstpointer a, gconstpointer b)
{
  return tl_expr_equal (a, b);
}

static guint
hash_position (gconstpointer expr)
{
  return tl_expr_hash (expr);
}

static gboolean
is_same_slot (const Slot *a, const Slot *b)
{
  return a->offset == b->offset && a->lanes == b->lanes && a->stride == b->stride;
}

/* The slot of a position, made if new; NULL (and failed) if it does not qualify. */
static Slot *
find_slot (PromotionAccesses *c, const TlExpr *position)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (c->by_position, position));
  if (known > 0)
    return &g_array_index (c->slots, Slot, known - 1);
  Slot made = { .position = position, .lanes = position->dtype.lanes, .stride = 1 };
  gboolean has_form = position->dtype.lanes == 1
                      || (position->kind == TL_EXPR_RAMP && tl_expr_get_int (position->stride, &made.stride) && made.stride > 0
                          && made.stride < G_MAXINT32);
  c->failed |= !has_form || tl_expr_uses_any (position, c->inner_vars) || tl_expr_reads_memory (position) || c->buffer->dtype.lanes > 1;
  if (!c->failed && c->slots->len >= MAX_SLOTS)
    c->has_too_many = c->failed = TRUE;
  if (!c->failed && c->slots->len > 0)
    c->failed |= !constant_distance (c, first_element (g_array_index (c->slots, Slot, 0).position), first_element (position), &made.offset);
  if (c->failed)
    return NULL;
  guint at = 0;
  while (at < c->slots->len && !is_same_slot (&g_array_index (c->slots, Slot, at), &made))
    at++;
  if (at == c->slots->len)
    g_array_append_val (c->slots, made);
  g_hash_table_insert (c->by_position, (gpointer) position, GUINT_TO_POINTER (at + 1));
  return &g_array_index (c->slots, Slot, at);
}

/* --- collecting --- */

static TlWalk
collect_load (const TlExpr *expr, gpointer user_data)
{
  LoopAccesses *all = user_data;
  if (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure)
    all->failed = TRUE;
  PromotionAccesses *c = expr->kind == TL_EXPR_LOAD ? g_hash_table_lookup (all->by_buffer, expr->buffer) : NULL;
  Slot *slot = c != NULL && !c->failed ? find_slot (c, expr->indices[0]) : NULL;
  if (slot != NULL)
    slot->is_read |= !slot->is_certain;
  return all->failed ? TL_WALK_STOP : TL_WALK_INTO;
}

static void
collect_expr (LoopAccesses *all, const TlExpr *expr)
{
  if (!all->failed)
    tl_expr_walk (expr, collect_load, all);
}

static void
collect_store (PromotionAccesses *c, const TlStmt *store, gboolean is_certain)
{
  Slot *slot = c != NULL && !c->failed ? find_slot (c, store->indices[0]) : NULL;
  if (slot == NULL)
    return;
  slot->is_certain |= is_certain;
  c->n_stores++;
}

static void
collect_stmt (LoopAccesses *all, const TlStmt *stmt, gboolean is_certain)
{
  if (all->failed)
    return;
  gint64 extent = 0;
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      collect_expr (all, stmt->loop.min);
      collect_expr (all, stmt->loop.extent);
      all->failed |= stmt->loop.kind == TL_LOOP_PARALLEL;
      collect_stmt (all, stmt->loop.body, is_certain && tl_expr_get_int (stmt->loop.extent, &extent) && extent > 0);
      break;
    case TL_STMT_SEQ:
      for (guint i = 0; i < stmt->n_stmts; i++)
        collect_stmt (all, stmt->stmts[i], is_certain);
      break;
    case TL_STMT_STORE:
      collect_expr (all, stmt->value);
      collect_expr (all, stmt->indices[0]);
      collect_store (g_hash_table_lookup (all->by_buffer, stmt->buffer), stmt, is_certain);
      break;
    case TL_STMT_IF:
      collect_expr (all, stmt->cond);
      collect_stmt (all, stmt->then_body, FALSE);
      if (stmt->else_body != NULL)
        collect_stmt (all, stmt->else_body, FALSE);
      break;
    case TL_STMT_LET:
      collect_expr (all, stmt->let_value);
      collect_stmt (all, stmt->let_body, is_certain);
      break;
    case TL_STMT_ALLOC:
      collect_stmt (all, stmt->alloc_body, is_certain);
      break;
    case TL_STMT_ATTR:
      collect_stmt (all, stmt->attr_body, is_certain);
      break;
    case TL_STMT_EVALUATE:
      collect_expr (all, stmt->expr);
      break;
    default:
      all->failed = TRUE;
    }
}

static TlWalk
collect_defined (const TlStmt *stmt, gpointer user_data)
{
  if (stmt->kind == TL_STMT_FOR)
    g_hash_table_add (user_data, (gpointer) stmt->loop.var);
  else if (stmt->kind == TL_STMT_LET)
    g_hash_table_add (user_data, (gpointer) stmt->var);
  return TL_WALK_INTO;
}

static TlWalk
collect_let (const TlExpr *expr, gpointer user_data)
{
  if (expr->kind == TL_EXPR_LET)
    g_hash_table_add (user_data, (gpointer) expr->let_var);
  return TL_WALK_INTO;
}

static void
free_accesses (gpointer data)
{
  PromotionAccesses *c = data;
  g_hash_table_unref (c->by_position);
  g_array_unref (c->slots);
  g_free (c);
}

static TlWalk
find_written (const TlStmt *stmt, gpointer user_data)
{
  LoopAccesses *all = user_data;
  /* A buffer of the loop's own is no buffer to copy around it. */
  if (stmt->kind == TL_STMT_ALLOC)
    g_hash_table_insert (all->by_buffer, (gpointer) stmt->buffer, NULL);
  if (stmt->kind != TL_STMT_STORE || g_hash_table_contains (all->by_buffer, stmt->buffer))
    return TL_WALK_INTO;
  PromotionAccesses *c = g_new (PromotionAccesses, 1);
  *c = (PromotionAccesses) { .arena = all->pass->arena, .analyzer = all->pass->analyzer, .buffer = stmt->buffer,
                             .inner_vars = all->inner_vars, .slots = g_array_new (FALSE, FALSE, sizeof (Slot)),
                             .by_position = g_hash_table_new (hash_position, equal_position) };
  g_hash_table_insert (all->by_buffer, (gpointer) stmt->buffer, c);
  g_ptr_array_add (all->written, c);
  return TL_WALK_INTO;
}

static void
collect_accesses (LoopAccesses *all, const TlStmt *loop)
{
  tl_stmt_walk (loop, collect_defined, collect_let, all->inner_vars);
  tl_stmt_walk (loop, find_written, NULL, all);
  collect_stmt (all, loop, TRUE);
  if (all->failed)
    g_ptr_array_set_size (all->written, 0);
}

static gint
compare_slots (gconstpointer a, gconstpointer b)
{
  const Slot *x = *(const Slot *const *) a, *y = *(const Slot *const *) b;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Of two slots, @b not ahead of @a. */
static gboolean
overlap (const Slot *a, const Slot *b)
{
  gint64 distance;
  if (__builtin_sub_overflow (b->offset, a->offset, &distance))
    return TRUE;
  if (a->stride == b->stride)
    return distance % a->stride == 0 && distance / a->stride < a->lanes;
  return distance <= (a->lanes - 1) * a->stride;
}

/* Gives each slot its place in the local buffer; FALSE if two overlap, or one is not surely written. */
static gboolean
place_slots (PromotionAccesses *c, gint64 *n_elements)
{
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  for (guint i = 0; i < c->slots->len; i++)
    g_ptr_array_add (sorted, &g_array_index (c->slots, Slot, i));
  g_ptr_array_sort (sorted, compare_slots);
  *n_elements = 0;
  for (guint i = 0; i < sorted->len; i++)
    {
      Slot *slot = sorted->pdata[i];
      if (!slot->is_certain)
        return FALSE;
      for (guint k = 0; k < i; k++)
        if (overlap (sorted->pdata[k], slot))
          return FALSE;
      slot->local = *n_elements;
      *n_elements += slot->lanes;
    }
  return sorted->len > 0;
}

/* --- remarks --- */

/* "4 vectors of 16 lanes", "3 elements"; the elements of others where they differ. */
static char *
describe_slots (const PromotionAccesses *c, gint64 n_elements)
{
  guint lanes = g_array_index (c->slots, Slot, 0).lanes, n = c->slots->len;
  for (guint i = 1; i < n; i++)
    lanes = g_array_index (c->slots, Slot, i).lanes == lanes ? lanes : 1;
  if (lanes == 1)
    return g_strdup_printf ("%" G_GINT64_FORMAT " element%s", n_elements, n_elements == 1 ? "" : "s");
  return g_strdup_printf ("%u vector%s of %u lanes", n, n == 1 ? "" : "s", lanes);
}

static guint
count_registers (const PromotionAccesses *c, const TlTarget *target)
{
  guint bits = MAX (c->buffer->dtype.bits, 8), register_bits = MAX (target->vector_bits, 64), n = 0;
  for (guint i = 0; i < c->slots->len; i++)
    n += (g_array_index (c->slots, Slot, i).lanes * bits + register_bits - 1) / register_bits;
  return n;
}

static void
remark_promotion (PromotePass *pass, const PromotionAccesses *c, const TlStmt *loop, gint64 n_elements)
{
  if (pass->remarks == NULL || g_hash_table_contains (pass->made, c->buffer))
    return;
  g_autofree char *slots = describe_slots (c, n_elements);
  g_autofree char *place = loop->kind == TL_STMT_FOR ? g_strdup_printf ("around loop %s", loop->loop.var->name)
                                                     : g_strdup ("throughout a run of stores");
  guint n = count_registers (c, pass->target), n_available = tl_target_vector_registers (pass->target);
  if (n > n_available)
    tl_remark_buffer (pass->remarks, c->buffer, "%s %s need %u registers, and the target has %u: some are spilled", slots, place, n,
                      n_available);
  else
    tl_remark_buffer (pass->remarks, c->buffer, "%s stay%s in %u of %u registers %s", slots, c->slots->len == 1 ? "s" : "", n, n_available,
                      place);
}

static void
remark_too_many (PromotePass *pass, const PromotionAccesses *c, const TlStmt *loop, gint64 n_elements)
{
  gint64 n_bytes = n_elements * tl_dtype_bytes (c->buffer->dtype);
  if (loop->kind != TL_STMT_FOR)
    return;
  if (c->has_too_many)
    tl_remark_buffer (pass->remarks, c->buffer, "stays in memory around loop %s: more than %d elements or vectors fit in no register file",
                      loop->loop.var->name, MAX_SLOTS);
  else
    tl_remark_buffer (pass->remarks, c->buffer, "stays in memory around loop %s: %" G_GINT64_FORMAT " bytes fit in no register file of %d",
                      loop->loop.var->name, n_bytes, MAX_BYTES);
}

/* --- rewriting --- */

typedef struct
{
  PromotionAccesses *accesses;
  const TlBuffer *local;
} Promotion;

static const TlExpr *
local_position (Promotion *p, const Slot *slot)
{
  const TlExpr *start = tl_int (p->accesses->arena, slot->local);
  return slot->lanes == 1 ? start : tl_expr_ramp (p->accesses->arena, start, tl_int (p->accesses->arena, 1), slot->lanes);
}

static const TlExpr *
rewrite_load (TlRewriter *rewriter, const TlExpr *expr)
{
  Promotion *p = rewriter->user_data;
  if (expr->kind != TL_EXPR_LOAD || expr->buffer != p->accesses->buffer)
    return NULL;
  const TlExpr *position = local_position (p, find_slot (p->accesses, expr->indices[0]));
  return tl_expr_load (rewriter->arena, p->local, &position, 1);
}

static const TlStmt *
rewrite_store (TlRewriter *rewriter, const TlStmt *stmt)
{
  Promotion *p = rewriter->user_data;
  if (stmt->kind != TL_STMT_STORE || stmt->buffer != p->accesses->buffer)
    return NULL;
  const TlExpr *position = local_position (p, find_slot (p->accesses, stmt->indices[0]));
  return tl_stmt_store (rewriter->arena, p->local, &position, 1, tl_rewrite_expr (rewriter, stmt->value));
}

static TlWalk
find_dependence (const TlExpr *expr, gpointer user_data)
{
  const TlBuffer **buffer = user_data;
  if ((expr->kind == TL_EXPR_LOAD && expr->buffer == *buffer) || (expr->kind == TL_EXPR_CALL && !expr->callee->is_pure))
    *buffer = NULL;
  return *buffer == NULL ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
depends_on_buffer (const TlExpr *value, const TlBuffer *buffer)
{
  tl_expr_walk (value, find_dependence, &buffer);
  return buffer == NULL;
}

/*
 * The stores right before the loop, as an initialisation writes them, become the slots' initial values and leave the list: the
 * elements are written again after the loop.
 */
static void
absorb_initial_stores (PromotionAccesses *c, GPtrArray *before)
{
  while (before != NULL && before->len > 0)
    {
      const TlStmt *last = before->pdata[before->len - 1];
      if (last->kind != TL_STMT_STORE || last->buffer != c->buffer || depends_on_buffer (last->value, c->buffer))
        return;
      guint known = GPOINTER_TO_UINT (g_hash_table_lookup (c->by_position, last->indices[0]));
      if (known == 0)
        return;
      Slot *slot = &g_array_index (c->slots, Slot, known - 1);
      if (slot->initial == NULL)
        {
          slot->initial = last->value;
          slot->initial_origin = last->origin;
        }
      g_ptr_array_set_size (before, (gint) before->len - 1);
    }
}

/* Statements around a loop some of whose buffers were promoted. */
typedef struct
{
  GPtrArray *allocs;    /* const TlBuffer * */
  GPtrArray *prologue;  /* const TlStmt * */
  GPtrArray *epilogue;
} AroundLoop;

/* The loop on the local buffer; the copies in and out go into @frame. */
static const TlStmt *
build_promotion (PromotionAccesses *c, const TlStmt *loop, gint64 n_elements, GPtrArray *before, AroundLoop *frame)
{
  gint64 shape[1] = { n_elements };
  Promotion p = { .accesses = c };
  p.local = tl_buffer_new_const (c->arena, tl_arena_printf (c->arena, "%s_reg", c->buffer->name), c->buffer->dtype, shape, 1, "local");
  TlRewriter rewriter = { .arena = c->arena, .expr = rewrite_load, .stmt = rewrite_store, .user_data = &p };
  const TlStmt *result = tl_rewrite_stmt (&rewriter, loop);
  absorb_initial_stores (c, before);
  g_ptr_array_add (frame->allocs, (gpointer) p.local);
  for (guint i = 0; i < c->slots->len; i++)
    {
      const Slot *slot = &g_array_index (c->slots, Slot, i);
      const TlExpr *position = local_position (&p, slot);
      const TlExpr *initial = slot->initial != NULL ? slot->initial : tl_expr_load (c->arena, c->buffer, &slot->position, 1);
      TlOrigin origin = slot->initial != NULL ? slot->initial_origin : (TlOrigin) { loop->loop.id, 0, 0 };
      const TlExpr *final = tl_expr_load (c->arena, p.local, &position, 1);
      if (slot->is_read)
        g_ptr_array_add (frame->prologue,
                         (gpointer) tl_stmt_with_origin (c->arena, tl_stmt_store (c->arena, p.local, &position, 1, initial), origin));
      g_ptr_array_add (frame->epilogue,
                       (gpointer) tl_stmt_with_origin (c->arena, tl_stmt_store (c->arena, c->buffer, &slot->position, 1, final),
                                                       (TlOrigin) { loop->loop.id, 0, 0 }));
    }
  return result;
}

/* The loop (or run of stores) with @c's buffer in a local one, or NULL if that does not qualify. */
static const TlStmt *
promote_buffer (PromotePass *pass, PromotionAccesses *c, const TlStmt *loop, GPtrArray *before, AroundLoop *frame)
{
  gint64 n_elements = 0;
  gboolean is_run = loop->kind != TL_STMT_FOR;
  gboolean qualifies = !c->failed && (!is_run || c->n_stores > c->slots->len) && place_slots (c, &n_elements);
  gboolean is_large = qualifies && n_elements * tl_dtype_bytes (c->buffer->dtype) > MAX_BYTES;
  if (c->has_too_many || is_large)
    remark_too_many (pass, c, loop, n_elements);
  if (!qualifies || is_large || (is_run && count_registers (c, pass->target) > tl_target_vector_registers (pass->target)))
    return NULL;
  remark_promotion (pass, c, loop, n_elements);
  const TlStmt *result = build_promotion (c, loop, n_elements, before, frame);
  g_hash_table_add (pass->made, frame->allocs->pdata[frame->allocs->len - 1]);
  return result;
}

/* The loop (or run of stores) with all buffers that qualify in local ones. */
static const TlStmt *
promote_buffers (PromotePass *pass, const TlStmt *loop, GPtrArray *before, AroundLoop *frame)
{
  g_autoptr (GPtrArray) written = g_ptr_array_new_with_free_func (free_accesses);
  g_autoptr (GHashTable) inner = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) by_buffer = g_hash_table_new (NULL, NULL);
  LoopAccesses all = { .pass = pass, .inner_vars = inner, .written = written, .by_buffer = by_buffer };
  collect_accesses (&all, loop);
  for (guint i = 0; i < written->len; i++)
    {
      const TlStmt *promoted = promote_buffer (pass, written->pdata[i], loop, before, frame);
      loop = promoted != NULL ? promoted : loop;
    }
  return loop;
}

static const TlStmt *
close_frame (PromotePass *pass, const AroundLoop *frame, const TlStmt *loop)
{
  g_ptr_array_add (frame->prologue, (gpointer) loop);
  g_ptr_array_extend (frame->prologue, frame->epilogue, NULL, NULL);
  const TlStmt *result = tl_stmt_seq (pass->arena, (const TlStmt *const *) frame->prologue->pdata, frame->prologue->len);
  for (guint i = frame->allocs->len; i-- > 0;)
    result = tl_stmt_alloc (pass->arena, frame->allocs->pdata[i], result);
  return result;
}

/* Promotes what it can around this loop, then looks into it. @before: the statements ahead of it in its sequence, or NULL. */
static const TlStmt *
promote_loop (PromotePass *pass, const TlStmt *stmt, GPtrArray *before)
{
  g_autoptr (GPtrArray) allocs = g_ptr_array_new (), prologue = g_ptr_array_new (), epilogue = g_ptr_array_new ();
  AroundLoop frame = { allocs, prologue, epilogue };
  tl_analyzer_bind (pass->analyzer, stmt->loop.var, stmt->loop.min, stmt->loop.extent);
  const TlStmt *loop = stmt->loop.kind == TL_LOOP_PARALLEL ? stmt : promote_buffers (pass, stmt, before, &frame);
  loop = tl_loop_with_body (pass->arena, loop, promote_stmt (pass, loop->loop.body, NULL));
  tl_analyzer_unbind (pass->analyzer, stmt->loop.var);
  return allocs->len > 0 ? close_frame (pass, &frame, loop) : loop;
}

/* Stores one after another, with what is promoted throughout all of them. */
static const TlStmt *
promote_whole_run (PromotePass *pass, const TlStmt *run)
{
  g_autoptr (GPtrArray) allocs = g_ptr_array_new (), prologue = g_ptr_array_new (), epilogue = g_ptr_array_new ();
  AroundLoop frame = { allocs, prologue, epilogue };
  run = promote_buffers (pass, run, NULL, &frame);
  return allocs->len > 0 ? close_frame (pass, &frame, run) : run;
}

/* Stores number @begin up to the first behind which nothing is stored to the places of those so far; @last: position → its last store. */
static guint
part_end (const TlStmt *seq, guint begin, GHashTable *last)
{
  guint end = begin;
  for (guint i = begin; i <= end; i++)
    end = (guint) tl_max (end, GPOINTER_TO_UINT (g_hash_table_lookup (last, seq->stmts[i]->indices[0])));
  return end + 1;
}

/* The run's parts between which no place is stored to on both sides, each with what is promoted throughout it. */
static const TlStmt *
promote_parts (PromotePass *pass, const TlStmt *run)
{
  if (run->kind == TL_STMT_LET)
    return tl_stmt_let (pass->arena, run->var, run->let_value, promote_parts (pass, run->let_body));
  if (run->kind != TL_STMT_SEQ)
    return run;
  g_autoptr (GHashTable) last = g_hash_table_new (hash_position, equal_position);
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  guint n_stores = run->stmts[run->n_stmts - 1]->kind == TL_STMT_STORE ? run->n_stmts : run->n_stmts - 1;
  for (guint i = 0; i < n_stores; i++)
    g_hash_table_insert (last, (gpointer) run->stmts[i]->indices[0], GUINT_TO_POINTER (i));
  for (guint begin = 0, end; begin < n_stores; begin = end)
    {
      end = part_end (run, begin, last);
      const TlStmt *part = tl_stmt_seq (pass->arena, run->stmts + begin, end - begin);
      g_ptr_array_add (parts, (gpointer) (end - begin < run->n_stmts ? promote_whole_run (pass, part) : part));
    }
  if (n_stores < run->n_stmts)
    g_ptr_array_add (parts, (gpointer) run->stmts[n_stores]);
  return tl_stmt_seq (pass->arena, (const TlStmt *const *) parts->pdata, parts->len);
}

/*
 * A run of stores. Registers that do not hold all of its elements may hold those of its parts, one after another: rows each of which is
 * added to a hundred times, 430 µs become 135.
 */
static const TlStmt *
promote_run (PromotePass *pass, const TlStmt *run)
{
  const TlStmt *whole = promote_whole_run (pass, run);
  return whole != run ? whole : promote_parts (pass, run);
}

/* A loop, or one behind values that it needs. */
static gboolean
begins_with_loop (const TlStmt *stmt)
{
  while (stmt->kind == TL_STMT_LET || stmt->kind == TL_STMT_SEQ)
    stmt = stmt->kind == TL_STMT_LET ? stmt->let_body : stmt->stmts[0];
  return stmt->kind == TL_STMT_FOR;
}

/* Nothing but stores and the names of values that they need. */
static gboolean
is_run (const TlStmt *stmt)
{
  for (; stmt->kind == TL_STMT_LET
       || stmt->kind == TL_STMT_SEQ; stmt = stmt->kind == TL_STMT_LET ? stmt->let_body : stmt->stmts[stmt->n_stmts - 1])
    for (guint i = 0; stmt->kind == TL_STMT_SEQ && i + 1 < stmt->n_stmts; i++)
      if (stmt->stmts[i]->kind != TL_STMT_STORE)
        return FALSE;
  return stmt->kind == TL_STMT_STORE;
}

/*
 * Stores from number @begin on, with a value's name all that follows, less those right before a loop that initialise it
 * (absorb_initial_stores).
 */
static guint
run_length (const TlStmt *seq, guint begin)
{
  guint end = begin;
  while (end < seq->n_stmts && seq->stmts[end]->kind == TL_STMT_STORE)
    end++;
  if (end + 1 == seq->n_stmts && is_run (seq->stmts[end]))
    return end + 1 - begin;
  if (end < seq->n_stmts && begins_with_loop (seq->stmts[end]))
    while (end > begin && !depends_on_buffer (seq->stmts[end - 1]->value, seq->stmts[end - 1]->buffer))
      end--;
  return end - begin;
}

static const TlStmt *
promote_seq (PromotePass *pass, const TlStmt *stmt, GPtrArray *before)
{
  g_autoptr (GPtrArray) out = g_ptr_array_new ();
  for (guint i = 0; i < stmt->n_stmts; i++)
    {
      const TlStmt *child = stmt->stmts[i];
      guint n = run_length (stmt, i);
      if (n > 1)
        {
          g_ptr_array_add (out, (gpointer) promote_run (pass, tl_stmt_seq (pass->arena, stmt->stmts + i, n)));
          i += n - 1;
        }
      else
        g_ptr_array_add (out, (gpointer) promote_stmt (pass, child, out->len == 0 ? before : out));
    }
  return tl_stmt_seq (pass->arena, (const TlStmt *const *) out->pdata, out->len);
}

/* Statements ahead of a let go ahead of the loop in it, unless the let's value depends on them. */
static const TlStmt *
promote_let (PromotePass *pass, const TlStmt *stmt, GPtrArray *before)
{
  if (is_run (stmt))
    return promote_run (pass, stmt);
  for (guint i = 0; before != NULL && i < before->len; i++)
    {
      const TlStmt *ahead = before->pdata[i];
      if (ahead->kind == TL_STMT_STORE && tl_expr_loads (stmt->let_value, ahead->buffer))
        before = NULL;
    }
  return tl_stmt_let (pass->arena, stmt->var, stmt->let_value, promote_stmt (pass, stmt->let_body, before));
}

/* @before: the statements ahead of it in its sequence, as far as they are certain to run with it, or NULL. */
static const TlStmt *
promote_stmt (PromotePass *pass, const TlStmt *stmt, GPtrArray *before)
{
  switch (stmt->kind)
    {
    case TL_STMT_FOR:
      return promote_loop (pass, stmt, before);
    case TL_STMT_SEQ:
      return promote_seq (pass, stmt, before);
    case TL_STMT_IF:
      return tl_stmt_if (pass->arena, stmt->cond, promote_stmt (pass, stmt->then_body, NULL),
                         stmt->else_body != NULL ? promote_stmt (pass, stmt->else_body, NULL) : NULL);
    case TL_STMT_LET:
      return promote_let (pass, stmt, before);
    case TL_STMT_WHILE:
      return tl_stmt_while (pass->arena, stmt->cond, promote_stmt (pass, stmt->then_body, NULL));
    case TL_STMT_ALLOC:
      return tl_stmt_alloc (pass->arena, stmt->buffer, promote_stmt (pass, stmt->alloc_body, NULL));
    case TL_STMT_ATTR:
      return tl_stmt_attr (pass->arena, stmt->attr_key, stmt->attr_node, stmt->attr_value, promote_stmt (pass, stmt->attr_body, NULL));
    default:
      return stmt;
    }
}

const TlPrimFunc *
tl_lower_promote (TlBuilder *builder, const TlPrimFunc *func, const TlTarget *target, TlRemarks *remarks, GError **error)
{
  g_autoptr (TlAnalyzer) analyzer = tl_analyzer_new (builder->arena);
  g_autoptr (GHashTable) made = g_hash_table_new (NULL, NULL);
  PromotePass pass = { builder->arena, analyzer, target, remarks, made };
  return tl_prim_func_with_body (builder->arena, func, promote_stmt (&pass, func->body, NULL));
}
