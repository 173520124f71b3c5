/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The program becomes a tree of parts: loops, what they repeat, the parts of sequences. Each has the footprint of one run. For one level,
 * from the outside in: a part whose working set fits moves what it touches, once. A loop of which one iteration fits does the same, because
 * an iteration finds what the one before it used. Any other loop moves what its iterations move.
 *
 * Three corrections. Data that all iterations of an inner loop use are still there when that loop is started again: the buffer is hot. A
 * part of a sequence finds what an earlier part used as far as the level holds what comes between. A result that a reduction starts in its
 * init is not read in the first iteration of the loops that are reduced (in_start), and in later ones it is (in_later).
 */
#include "core/analysis/traffic-private.h"

#include <math.h>
#include <string.h>

#include "core/analysis/index-value.h"
#include "core/base/extremum.h"
#include "core/base/random.h"
#include "core/ir/walk.h"

#define EXTENT_SAMPLES     64
#define MOST_PARTS_BETWEEN 8   /* of a sequence, from one use of a buffer to the next one that is looked at */

/* A buffer in one run of a part. */
typedef struct
{
  guint            buffer;
  const TlTouched *touched;
  double           bytes[2];     /* of its elements, and of its lines */
  TlFirstUse       first;
  gboolean         is_placed;    /* the memory lives inside of the part: it is the same in all iterations */
  gboolean         is_estimate;  /* the region is no box of known extents: its bytes are at most those */
  gboolean         is_reduced;   /* LOOP: its iterations add to what the buffer has */
} PartUse;

typedef struct _Part Part;
struct _Part
{
  const TlStmt *stmt;
  PartUse          *uses;
  guint         n_uses;
  double        bytes[2];        /* of all uses; -1 symbolic */
  double        n_iterations;    /* of a loop; -1 symbolic */
  gboolean      is_sequence;     /* the children run one after the other */
  Part        **children;
  guint         n_children;
};

typedef struct
{
  TlTraffic  *traffic;
  TlArena    *arena;
  GHashTable *indices;           /* const TlBuffer * → index + 1 */
  GPtrArray  *loops;             /* const TlLoop *: around the part that is made */
  TlLevel     level;             /* that is counted */
} Count;

/* The bytes of a buffer that one run of a part moves. */
typedef struct
{
  double in_start, in_later, out;
  double visits;        /* bytes that come to be there, read or not */
  double hot_bytes;     /* all of the buffer's part is used within so large a working set, at the start as at the end; 0: it is not */
} Sum;

static guint
kind_of_level (TlLevel level)
{
  return level != TL_LEVEL_REGISTERS;
}

/* --- parts --- */

/* Loops around at values drawn at random. FALSE if they are not all known. */
static gboolean
draw_values (const Count *count, TlRandom *random, GHashTable *values)
{
  for (guint i = 0; i < count->loops->len; i++)
    {
      const TlLoop *loop = count->loops->pdata[i];
      gint64        min, extent;

      if (!tl_expr_get_int (loop->min, &min) || !tl_expr_get_int (loop->extent, &extent) || extent < 1)
        return FALSE;
      tl_index_value_set (values, loop->var, min + (gint64) tl_random_below (random, (guint64) extent));
    }
  return TRUE;
}

/*
 * The extents of a region that depend on where it is, as those of a part of a fused loop do, as large as they get in a sample. Elements
 * stay unknown (-1) where that does not tell.
 */
static TlTouched
with_known_extents (const Count *count, const TlTouched *touched)
{
  g_autoptr (GHashTable) values = g_hash_table_new (NULL, NULL);
  TlTouched              known = *touched;
  TlRange               *ranges = tl_arena_dup_array (count->arena, TlRange, touched->region.ranges, MAX (touched->buffer->n_dims, 1));
  TlRandom               random = tl_random_seeded (1);
  gint64                 n_elements = 1;

  for (guint d = 0; d < touched->buffer->n_dims; d++)
    {
      gint64 most = 0, extent, whole;

      for (guint s = 0; s < EXTENT_SAMPLES; s++)
        {
          if (!draw_values (count, &random, values) || !tl_index_value (values, ranges[d].extent, &extent))
            return *touched;
          most = MAX (most, extent);
        }
      ranges[d].extent = tl_int (count->arena, most);
      n_elements *= tl_buffer_get_extent (touched->buffer, d, &whole) ? MIN (most, whole) : most;
    }
  known.region.ranges = ranges;
  known.n_elements = n_elements;
  known.n_bytes = n_elements * tl_dtype_bytes (touched->buffer->dtype);
  return known;
}

static void
measure_use (Count *count, const Part *part, PartUse *use)
{
  const TlTrafficBuffer *buffer = &count->traffic->buffers[use->buffer];

  use->is_placed = buffer->place != 0 && tl_stmt_find (part->stmt, buffer->place) != NULL;
  use->bytes[0] = (double) (use->is_placed ? &buffer->memory : use->touched)->n_bytes;
  use->bytes[1] = tl_touched_line_bytes (count->arena, use->is_placed ? &buffer->memory : use->touched, &buffer->memory);
}

static void
measure_part (Count *count, Part *part, const TlFootprint *footprint)
{
  part->n_uses = footprint->n_touched;
  part->uses = tl_arena_new_array (count->arena, PartUse, MAX (footprint->n_touched, 1));
  for (guint i = 0; i < footprint->n_touched; i++)
    {
      TlTouched *touched = &footprint->touched[i];
      PartUse   *use = &part->uses[i];

      *use = (PartUse) { .touched = touched, .first = tl_first_use (part->stmt, touched->buffer) };
      use->buffer = GPOINTER_TO_UINT (g_hash_table_lookup (count->indices, touched->buffer)) - 1;
      use->is_estimate = touched->n_elements < 0;
      if (use->is_estimate)
        *touched = with_known_extents (count, touched);
      measure_use (count, part, use);
    }
}

typedef struct
{
  const TlVar    *var;
  const TlBuffer *buffer;
} ReductionSearch;

static TlWalk
stop_at_reduction (const TlStmt *stmt, gpointer user_data)
{
  const ReductionSearch *search = user_data;

  if (stmt->kind == TL_STMT_BLOCK && stmt->block.init != NULL
      && tl_regions_touch (stmt->block.writes, stmt->block.n_writes, search->buffer))
    for (guint i = 0; i < stmt->block.n_axes; i++)
      if (stmt->block.axes[i].kind == TL_AXIS_REDUCE && tl_expr_uses_var (stmt->block.bindings[i], search->var))
        return TL_WALK_STOP;
  return TL_WALK_INTO;
}

static void
note_reductions (Part *part)
{
  for (guint i = 0; i < part->n_uses; i++)
    {
      ReductionSearch search = { part->stmt->loop.var, part->uses[i].touched->buffer };

      part->uses[i].is_reduced = part->uses[i].first == TL_FIRST_INIT
                                 && !tl_stmt_walk (part->stmt->loop.body, stop_at_reduction, NULL, &search);
    }
}

static Part *make_part (Count *count, const TlStmt *stmt);

static void
add_children (Count *count, Part *part, const TlStmt *const *stmts, guint n)
{
  part->children = tl_arena_new_array (count->arena, Part *, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    if (stmts[i] != NULL)
      part->children[part->n_children++] = make_part (count, stmts[i]);
}

static TlWalk
stop_at_loop (const TlStmt *stmt, gpointer user_data)
{
  return stmt->kind == TL_STMT_FOR ? TL_WALK_STOP : TL_WALK_INTO;
}

static void
make_loop (Count *count, Part *part)
{
  const TlStmt *stmt = part->stmt;

  part->n_iterations = tl_loop_count_iterations (stmt, count->loops);
  note_reductions (part);
  g_ptr_array_add (count->loops, (gpointer) &stmt->loop);
  add_children (count, part, &stmt->loop.body, 1);
  g_ptr_array_set_size (count->loops, (gint) count->loops->len - 1);
}

/* No more than the parts inside touch, each for itself, and than there is; -1 unknown. */
static double
estimate_bytes (const Count *count, const Part *part, guint buffer, guint kind)
{
  const TlTrafficBuffer *of = &count->traffic->buffers[buffer];
  double whole = kind == 0 ? (double) of->memory.n_bytes : tl_touched_line_bytes (count->arena, &of->memory, &of->memory), sum = 0;

  for (guint i = 0; i < part->n_children; i++)
    for (guint u = 0; u < part->children[i]->n_uses; u++)
      if (part->children[i]->uses[u].buffer == buffer)
        {
          if (part->children[i]->uses[u].bytes[kind] < 0)
            return -1;
          sum += part->children[i]->uses[u].bytes[kind];
        }
  sum *= part->stmt->kind == TL_STMT_FOR ? part->n_iterations : 1;
  return part->n_children == 0 || whole < 0 || sum < 0 ? -1 : tl_min (sum, whole);
}

/* The lesser of both estimates, that of the box and that of the parts; the box is as full of lines as of elements. */
static void
estimate_use (const Count *count, const Part *part, PartUse *use)
{
  double elements = estimate_bytes (count, part, use->buffer, 0), lines = estimate_bytes (count, part, use->buffer, 1);

  if (elements >= 0 && use->bytes[0] > elements)
    use->bytes[1] *= elements / use->bytes[0];
  use->bytes[0] = use->bytes[0] < 0 ? elements : elements < 0 ? use->bytes[0] : tl_min (elements, use->bytes[0]);
  use->bytes[1] = use->bytes[1] < 0 ? lines : lines < 0 ? use->bytes[1] : tl_min (lines, use->bytes[1]);
}

static void
add_up (const Count *count, Part *part)
{
  part->bytes[0] = part->bytes[1] = 0;
  for (guint i = 0; i < part->n_uses; i++)
    {
      if (part->uses[i].is_estimate)
        estimate_use (count, part, &part->uses[i]);
      for (guint k = 0; k < 2; k++)
        part->bytes[k] = part->uses[i].bytes[k] < 0 || part->bytes[k] < 0 ? -1 : part->bytes[k] + part->uses[i].bytes[k];
    }
}

static Part *
make_part (Count *count, const TlStmt *stmt)
{
  Part *part = tl_arena_new0 (count->arena, Part);

  part->stmt = stmt;
  measure_part (count, part, tl_footprint_of_stmt (count->arena, stmt));
  if (stmt->kind == TL_STMT_FOR)
    make_loop (count, part);
  else if (stmt->kind == TL_STMT_SEQ)
    {
      part->is_sequence = TRUE;
      add_children (count, part, stmt->stmts, stmt->n_stmts);
    }
  else if (stmt->kind == TL_STMT_BLOCK && stmt->block.n_matches == 0 && !tl_stmt_walk (stmt->block.body, stop_at_loop, NULL, NULL))
    add_children (count, part, (const TlStmt *const[]) { stmt->block.init, stmt->block.body }, 2);
  else if (stmt->kind == TL_STMT_IF)
    add_children (count, part, (const TlStmt *const[]) { stmt->then_body, stmt->else_body }, 2);
  else if (stmt->kind == TL_STMT_LET)
    add_children (count, part, &stmt->let_body, 1);
  else if (stmt->kind == TL_STMT_ATTR)
    add_children (count, part, &stmt->attr_body, 1);
  else if (stmt->kind == TL_STMT_ALLOC)
    add_children (count, part, &stmt->alloc_body, 1);
  add_up (count, part);
  return part;
}

/* --- what a part moves --- */

static const PartUse *
find_use (const Part *part, guint buffer)
{
  for (guint i = 0; i < part->n_uses; i++)
    if (part->uses[i].buffer == buffer)
      return &part->uses[i];
  return NULL;
}

static gboolean
uses_loop (const PartUse *use, const TlVar *var)
{
  if (use->is_placed)
    return FALSE;
  for (guint d = 0; d < use->touched->buffer->n_dims; d++)
    if (tl_expr_uses_var (use->touched->region.ranges[d].min, var) || tl_expr_uses_var (use->touched->region.ranges[d].extent, var))
      return TRUE;
  return FALSE;
}

static gboolean
fits (const Count *count, double bytes)
{
  return bytes <= (double) count->traffic->capacities.bytes[count->level];
}

/* How much of what is used again is still there after @bytes, or up to @more beyond these. */
static double
share_within (const Count *count, double bytes, double more)
{
  double capacity = (double) count->traffic->capacities.bytes[count->level];

  return bytes + more <= capacity ? 1 : bytes >= capacity ? 0 : (capacity - bytes) / more;
}

static void
blend (Sum *sum, const Sum *other, double share_of_other)
{
  double share = 1 - share_of_other;

  sum->in_start = share * sum->in_start + share_of_other * other->in_start;
  sum->in_later = share * sum->in_later + share_of_other * other->in_later;
  sum->out = share * sum->out + share_of_other * other->out;
  sum->visits = share * sum->visits + share_of_other * other->visits;
  sum->hot_bytes = share_of_other >= 0.5 ? other->hot_bytes : sum->hot_bytes;
}

static void
use_once (const Count *count, const PartUse *use, Sum *sum)
{
  double bytes = use->bytes[kind_of_level (count->level)];

  sum->in_start = use->first == TL_FIRST_READ ? bytes : 0;
  sum->in_later = use->first == TL_FIRST_WRITE ? 0 : bytes;
  sum->out = use->touched->is_written ? bytes : 0;
  sum->visits = bytes;
}

/* A part that fits. */
static void
count_once (const Count *count, const Part *part, Sum *sums)
{
  for (guint i = 0; i < part->n_uses; i++)
    {
      use_once (count, &part->uses[i], &sums[part->uses[i].buffer]);
      sums[part->uses[i].buffer].hot_bytes = part->bytes[kind_of_level (count->level)];
    }
}

static void count_part (const Count *count, const Part *part, Sum *sums);

/* A loop of which one iteration fits. */
static void
count_fitting_iterations (const Count *count, const Part *part, Sum *sums)
{
  const Part *body = part->children[0];

  for (guint i = 0; i < part->n_uses; i++)
    {
      const PartUse *use = &part->uses[i];
      gboolean   is_moving = uses_loop (find_use (body, use->buffer), part->stmt->loop.var);

      use_once (count, use, &sums[use->buffer]);
      sums[use->buffer].hot_bytes = is_moving ? 0 : body->bytes[kind_of_level (count->level)];
    }
}

/*
 * Data that all of an iteration uses, where the next one has others: they are used up to the end of the one and from the beginning of the
 * other. Between two iterations lies the working set of one, and these once more.
 */
static double
renewed_bytes (const Count *count, const Part *loop)
{
  const Part *body = loop->children[0], *inner = body;
  double      bytes = 0;

  while (inner->stmt->kind != TL_STMT_FOR && inner->n_children == 1)
    inner = inner->children[0];
  if (inner->stmt->kind != TL_STMT_FOR)
    return 0;
  for (guint i = 0; i < body->n_uses; i++)
    if (uses_loop (&body->uses[i], loop->stmt->loop.var)
        && !uses_loop (find_use (inner->children[0], body->uses[i].buffer), inner->stmt->loop.var))
      bytes += body->uses[i].bytes[kind_of_level (count->level)];
  return bytes;
}

static void
count_iterations (const Count *count, const Part *part, Sum *sums)
{
  const Part *body = part->children[0];
  double      renewed = renewed_bytes (count, part);

  count_part (count, body, sums);
  for (guint i = 0; i < body->n_uses; i++)
    {
      const PartUse *use = &body->uses[i], *of_loop = find_use (part, use->buffer);
      Sum       *sum = &sums[use->buffer];
      gboolean   is_moving = uses_loop (use, part->stmt->loop.var);
      double     n = is_moving ? part->n_iterations : ceil (part->n_iterations);   /* a part of an iteration repeats all */

      double     share = sum->hot_bytes > 0 ? share_within (count, sum->hot_bytes, renewed) : 0;
      Sum        found = { .hot_bytes = is_moving ? 0 : sum->hot_bytes };

      use_once (count, of_loop, &found);
      sum->in_start = of_loop->is_reduced ? sum->in_start + (n - 1) * sum->in_later : n * sum->in_start;
      sum->in_later *= n;
      sum->out *= n;
      sum->visits *= n;
      sum->hot_bytes = 0;
      blend (sum, &found, share);
    }
}

/* --- sequences --- */

/* Bytes of a buffer that two parts of a sequence both touch. */
static double
bytes_in_common (const Count *count, const Part *from, const Part *to, guint buffer)
{
  guint               kind = kind_of_level (count->level);
  const TlTouched    *memory = &count->traffic->buffers[buffer].memory;
  const PartUse          *a = find_use (from, buffer), *b = find_use (to, buffer);
  TlTouched           both = *a->touched;
  double              bytes;

  both.region = tl_region_union (count->arena, a->touched->region, b->touched->region);
  both.n_elements = 1;
  for (guint d = 0; d < both.buffer->n_dims; d++)
    {
      gint64 extent, whole;

      if (!tl_expr_get_int (both.region.ranges[d].extent, &extent))
        return 0;
      both.n_elements *= tl_memory_extent (memory, d, &whole) ? MIN (extent, whole) : extent;
    }
  bytes = kind == 0 ? (double) both.n_elements * tl_dtype_bytes (both.buffer->dtype) : tl_touched_line_bytes (count->arena, &both, memory);
  return tl_clamp (a->bytes[kind] + b->bytes[kind] - bytes, 0, tl_min (a->bytes[kind], b->bytes[kind]));
}

/* Bytes used from one use of the buffer to the end of the part, or to its start: -1 if the part uses it again and again in between. */
static double
bytes_beside (const Count *count, const Part *part, const Sum *sum, guint buffer)
{
  guint kind = kind_of_level (count->level);

  if (sum->hot_bytes > 0)
    return sum->hot_bytes;
  return sum->visits <= 1.01 * find_use (part, buffer)->bytes[kind] ? part->bytes[kind] : -1;
}

/*
 * How much of what part @from used of a buffer is still there when part @to uses it. Where both go through it from its start to its end,
 * what comes between two uses changes from the rest of the one part to the beginning of the other.
 */
static double
share_left (const Count *count, const Part *sequence, guint from, guint to, const Sum *a, const Sum *b, guint buffer)
{
  double first = bytes_beside (count, sequence->children[from], a, buffer), last = bytes_beside (count, sequence->children[to], b, buffer);
  double large = tl_max (first, last), small = tl_min (first, last), between = 0;

  if (small < 0)
    return 0;
  for (guint i = from + 1; i < to; i++)
    between += sequence->children[i]->bytes[kind_of_level (count->level)];
  return share_within (count, small + between, large - small);
}

/* Takes off what part @at of a sequence finds of what an earlier one used. @before: the sums of all parts, as if each ran alone. */
static void
find_again (const Count *count, const Part *sequence, guint at, Sum *const *before, Sum *sums)
{
  const Part *part = sequence->children[at];

  for (guint i = 0; i < part->n_uses; i++)
    for (guint from = at; from-- > 0 && at - from <= MOST_PARTS_BETWEEN;)
      {
        guint      buffer = part->uses[i].buffer;
        const PartUse *earlier = find_use (sequence->children[from], buffer);
        Sum       *sum = &sums[buffer];
        double     common, share;

        if (earlier == NULL)
          continue;
        share = share_left (count, sequence, from, at, &before[from][buffer], &before[at][buffer], buffer);
        common = share > 0 ? share * bytes_in_common (count, sequence->children[from], part, buffer) : 0;
        sum->in_start = tl_max (0, sum->in_start - common);
        sum->in_later = tl_max (0, sum->in_later - common);
        if (earlier->touched->is_written && part->uses[i].touched->is_written)
          sum->out = tl_max (0, sum->out - common);
        break;
      }
}

/* A buffer is hot in a sequence if it is in all parts that use it, and what is between them fits. */
static double
hot_bytes_of_sequence (const Count *count, const Part *sequence, Sum *const *sums, guint buffer)
{
  double between = 0, most = 0;

  for (guint i = 0; i < sequence->n_children; i++)
    {
      if (find_use (sequence->children[i], buffer) == NULL)
        between += sequence->children[i]->bytes[kind_of_level (count->level)];
      else if (sums[i][buffer].hot_bytes <= 0)
        return 0;
      else
        most = tl_max (most, sums[i][buffer].hot_bytes);
    }
  return fits (count, between + most) ? between + most : 0;
}

static void
count_children (const Count *count, const Part *part, Sum *sums)
{
  guint           n_buffers = count->traffic->n_buffers;
  g_autofree Sum *all = g_new0 (Sum, MAX (part->n_children, 1) * n_buffers), *found = g_new (Sum, n_buffers);
  g_autofree Sum **before = g_new (Sum *, MAX (part->n_children, 1));

  for (guint i = 0; i < part->n_children; i++)
    {
      before[i] = all + i * n_buffers;
      count_part (count, part->children[i], before[i]);
      memcpy (found, before[i], n_buffers * sizeof (Sum));
      if (part->is_sequence)
        find_again (count, part, i, before, found);
      for (guint b = 0; b < n_buffers; b++)
        {
          sums[b].in_start += found[b].in_start;
          sums[b].in_later += found[b].in_later;
          sums[b].out += found[b].out;
          sums[b].visits += found[b].visits;
        }
    }
  for (guint b = 0; b < n_buffers; b++)
    sums[b].hot_bytes = find_use (part, b) != NULL ? hot_bytes_of_sequence (count, part, before, b) : 0;
}

/* Between two iterations lies the working set of one, at least. */
static void
count_loop (const Count *count, const Part *part, Sum *sums)
{
  g_autofree Sum *once = g_new0 (Sum, count->traffic->n_buffers);
  double          share = share_within (count, part->children[0]->bytes[kind_of_level (count->level)], renewed_bytes (count, part));

  if (share < 1)
    count_iterations (count, part, sums);
  count_fitting_iterations (count, part, once);
  for (guint b = 0; b < count->traffic->n_buffers; b++)
    blend (&sums[b], &once[b], share);
}

/* @sums: one for each buffer, all 0. */
static void
count_part (const Count *count, const Part *part, Sum *sums)
{
  if (part->n_children == 0 || fits (count, part->bytes[kind_of_level (count->level)]))
    count_once (count, part, sums);
  else if (part->stmt->kind == TL_STMT_FOR)
    count_loop (count, part, sums);
  else
    count_children (count, part, sums);
}

/* --- the whole --- */

static gboolean
is_known (const Part *part)
{
  if (part->bytes[0] < 0 || part->bytes[1] < 0 || (part->stmt->kind == TL_STMT_FOR && part->n_iterations < 0))
    return FALSE;
  for (guint i = 0; i < part->n_children; i++)
    if (!is_known (part->children[i]))
      return FALSE;
  return TRUE;
}

/* The innermost part that holds the place of the memory, and runs once while it lives. */
static const Part *
find_place (const Part *part, TlNodeId place)
{
  for (guint i = 0; i < part->n_children; i++)
    if (tl_stmt_find (part->children[i]->stmt, place) != NULL)
      return find_place (part->children[i], place);
  return part->stmt->kind == TL_STMT_FOR && part->stmt->loop.id == place ? part->children[0] : part;
}

/* The last part of a sequence that uses the buffer, and what runs after it, in bytes. */
static const Part *
find_last (const Count *count, const Part *part, guint buffer, double *after)
{
  for (guint i = part->n_children; i-- > 0;)
    {
      if (find_use (part->children[i], buffer) != NULL)
        return part->children[i]->stmt->kind == TL_STMT_FOR ? part->children[i] : find_last (count, part->children[i], buffer, after);
      *after += part->children[i]->bytes[kind_of_level (count->level)];
    }
  return part;
}

/* The function's own memory is left behind when it ends: what was never taken out of the level does not go out at all. */
static double
share_left_behind (const Count *count, const Part *root, guint buffer, const Sum *sum)
{
  const TlTrafficBuffer *of = &count->traffic->buffers[buffer];
  guint                  kind = kind_of_level (count->level);
  const Part            *place = of->place != 0 ? find_place (root, of->place) : root, *last;
  double                 whole = find_use (root, buffer) != NULL ? find_use (root, buffer)->bytes[kind] : 0, after = 0;

  if (of->is_argument || sum->in_start > 0.1 * whole || sum->out > 1.01 * whole)
    return 0;
  if (place != root && fits (count, place->bytes[kind]))
    return 1;
  last = find_last (count, root, buffer, &after);
  return tl_clamp (((double) count->traffic->capacities.bytes[count->level] - after) / tl_max (last->bytes[kind], 1), 0, 1);
}

static void
count_level (Count *count, const Part *root)
{
  TlTraffic      *traffic = count->traffic;
  g_autofree Sum *sums = g_new0 (Sum, traffic->n_buffers);
  TlMoved        *total = &traffic->moved[count->level];

  count_part (count, root, sums);
  *total = (TlMoved) { 0, 0 };
  for (guint b = 0; b < traffic->n_buffers; b++)
    {
      TlMoved *moved = &traffic->buffers[b].moved[count->level];

      *moved = (TlMoved) { sums[b].in_start, sums[b].out * (1 - share_left_behind (count, root, b, &sums[b])) };
      total->in_bytes += moved->in_bytes;
      total->out_bytes += moved->out_bytes;
    }
}

/* --- blocks --- */

typedef struct
{
  Count      *count;
  GArray     *blocks;         /* TlTrafficBlock, those without blocks inside in the order of the program */
  GPtrArray  *parts;          /* const Part *: for each the largest that runs no other block */
  GArray     *n_runs;         /* double: of that part */
} BlockList;

static TlWalk
count_innermost_block (const TlStmt *stmt, gpointer user_data)
{
  GPtrArray *found = user_data;
  guint      before = found->len;

  if (stmt->kind != TL_STMT_BLOCK)
    return TL_WALK_INTO;
  tl_stmt_walk_children (stmt, count_innermost_block, NULL, found);
  if (found->len == before)
    g_ptr_array_add (found, (gpointer) stmt);
  return TL_WALK_OVER;
}

static TlWalk
stop_at_parallel (const TlStmt *stmt, gpointer user_data)
{
  gboolean *is_parallel = user_data;

  *is_parallel |= stmt->kind == TL_STMT_FOR && stmt->loop.kind == TL_LOOP_PARALLEL;
  return *is_parallel ? TL_WALK_STOP : TL_WALK_INTO;
}

static void
list_blocks (BlockList *list, const Part *part, double n_runs, gboolean is_parallel)
{
  g_autoptr (GPtrArray) innermost = g_ptr_array_new ();

  is_parallel |= part->stmt->kind == TL_STMT_FOR && part->stmt->loop.kind == TL_LOOP_PARALLEL;
  tl_stmt_walk (part->stmt, count_innermost_block, NULL, innermost);
  if (innermost->len == 1)
    {
      const TlBlock *block = &((const TlStmt *) innermost->pdata[0])->block;
      TlTrafficBlock found = { .block = block->id, .operations = n_runs * tl_stmt_flops (part->stmt), .is_parallel = is_parallel };

      tl_stmt_walk (part->stmt, stop_at_parallel, NULL, &found.is_parallel);
      g_array_append_val (list->blocks, found);
      g_array_append_val (list->n_runs, n_runs);
      g_ptr_array_add (list->parts, (gpointer) part);
    }
  else if (innermost->len > 1)
    for (guint i = 0; i < part->n_children; i++)
      list_blocks (list, part->children[i], part->stmt->kind == TL_STMT_FOR ? n_runs * part->n_iterations : n_runs, is_parallel);
}

/* The bytes that a level moves of a buffer, shared out among the blocks as each would move of it alone. */
static void
share_level (BlockList *list)
{
  Count              *count = list->count;
  TlTraffic          *traffic = count->traffic;
  g_autofree Sum     *sums = g_new (Sum, traffic->n_buffers);
  g_autofree double  *alone = g_new0 (double, list->parts->len * traffic->n_buffers), *total = g_new0 (double, traffic->n_buffers);

  for (guint i = 0; i < list->parts->len; i++)
    {
      for (guint b = 0; b < traffic->n_buffers; b++)
        sums[b] = (Sum) { 0 };
      count_part (count, list->parts->pdata[i], sums);
      for (guint b = 0; b < traffic->n_buffers; b++)
        {
          alone[i * traffic->n_buffers + b] = g_array_index (list->n_runs, double, i) * (sums[b].in_later + sums[b].out);
          total[b] += alone[i * traffic->n_buffers + b];
        }
    }
  for (guint i = 0; i < list->parts->len; i++)
    for (guint b = 0; b < traffic->n_buffers; b++)
      if (total[b] > 0)
        {
          double   share = alone[i * traffic->n_buffers + b] / total[b];
          TlMoved *moved = &g_array_index (list->blocks, TlTrafficBlock, i).moved[count->level];

          moved->in_bytes += share * traffic->buffers[b].moved[count->level].in_bytes;
          moved->out_bytes += share * traffic->buffers[b].moved[count->level].out_bytes;
        }
}

/* After the levels were counted. */
static void
count_blocks (Count *count, const Part *root)
{
  g_autoptr (GArray)    blocks = g_array_new (FALSE, FALSE, sizeof (TlTrafficBlock)), n_runs = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  BlockList             list = { count, blocks, parts, n_runs };

  list_blocks (&list, root, 1, FALSE);
  for (count->level = TL_LEVEL_REGISTERS; count->level < TL_N_LEVELS; count->level++)
    if (count->traffic->capacities.bytes[count->level] > 0)
      share_level (&list);
  count->traffic->n_blocks = blocks->len;
  count->traffic->blocks = tl_arena_dup_array (count->traffic->arena, TlTrafficBlock, blocks->data, blocks->len);
}

/* --- all --- */

/* Arguments that are read first have to come in, those that are written have to go out. */
static double
count_least (const TlTraffic *traffic, const Part *root)
{
  double least = 0;

  for (guint i = 0; i < root->n_uses; i++)
    if (traffic->buffers[root->uses[i].buffer].is_argument)
      least += root->uses[i].bytes[0] * ((root->uses[i].first == TL_FIRST_READ) + (root->uses[i].touched->is_written != 0));
  return least;
}

static void
forget_all (TlTraffic *traffic)
{
  traffic->least_bytes = -1;
  for (guint i = 0; i < TL_N_LEVELS; i++)
    {
      traffic->moved[i] = (TlMoved) { -1, -1 };
      for (guint b = 0; b < traffic->n_buffers; b++)
        traffic->buffers[b].moved[i] = (TlMoved) { -1, -1 };
    }
}

void
tl_traffic_count (TlTraffic *traffic)
{
  g_autoptr (TlArena)    arena = tl_arena_new (traffic->arena);
  g_autoptr (GHashTable) indices = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray)  loops = g_ptr_array_new ();
  Count                  count = { traffic, arena, indices, loops, TL_LEVEL_REGISTERS };
  const TlStmt          *body = tl_stmt_split_fused (arena, traffic->func->body);
  const Part            *root;

  forget_all (traffic);
  for (guint i = 0; i < traffic->n_buffers; i++)
    g_hash_table_insert (indices, (gpointer) traffic->buffers[i].buffer, GUINT_TO_POINTER (i + 1));
  if (!tl_traffic_has_buffers (traffic, arena, body))
    return;
  root = make_part (&count, body);
  if (!is_known (root))
    return;
  traffic->least_bytes = count_least (traffic, root);
  for (count.level = TL_LEVEL_REGISTERS; count.level < TL_N_LEVELS; count.level++)
    if (traffic->capacities.bytes[count.level] > 0)
      count_level (&count, root);
  count_blocks (&count, root);
}
