/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Some elements of a large program's results, exactly as the whole run would give them.
 *
 *     wanted elements of the outputs ──▶ last unit: which instances write them?  what do these read?  ──▶ wanted elements
 *     of its inputs ──▶ the unit before … ──▶ first unit
 *     first unit: run the instances found ──▶ … ──▶ last unit ──▶ values of the wanted elements
 *
 * "Wanted" is one bit per scalar of every buffer that some unit writes. Finding the instances is a plain loop over the spatial axes that
 * tests the bits of what an instance would write, so no index has to be inverted, whatever its form.
 *
 * Elements are taken as rows (all indices but the last) times columns: the columns of a row usually share most of what they
 * need, as in a chain of matrix products. Two small marking passes measure what a row and a column cost; the sample is then as
 * large as the budget allows.
 */
#include <math.h>
#include <string.h>

#include "core/interp/check-private.h"
#include "core/interp/sample-private.h"

#define COLUMNS_PER_ROW 24
#define MAX_ROWS 256
#define SAMPLE_SEED 20240229
/* A sample whose smallest form takes this many times the budget is not worth waiting for. */
#define PATIENCE 24

typedef struct
{
  const TlPrimFunc  *func;
  TlCompiler        *compiler;
  TlProgram         *program;
  TlMachine         *machine;
  GPtrArray         *units;      /* Owned: TlUnit */
  GPtrArray         *allocs;     /* Owned: const TlBuffer* */
  GHashTable        *tracked;    /* Owned: set of TlBuffer; views are added while marking code is compiled */
  GArray            *tracked_slots;
  GPtrArray         *results;    /* Owned: TlTensor, copies of the arguments that are written */
} Sampler;

/* --- hooks --- */

/* A region at run time; in the pool: slot, n_dims, registers of the mins, registers of the extents. */
typedef struct
{
  const TlSlot  *slot;
  const TlSlot  *storage;
  guint          n_dims;
  gint64         mins[TL_TENSOR_MAX_DIMS];
  gint64         extents[TL_TENSOR_MAX_DIMS];
} Box;

static guint
read_box (const TlMachine *machine, guint at, Box *box)
{
  const guint32 *pool = machine->program->pool + at;

  box->slot = &machine->slots[pool[0]];
  box->storage = &machine->slots[box->slot->storage];
  box->n_dims = pool[1];
  for (guint i = 0; i < box->n_dims; i++)
    {
      gint64 min = machine->registers[pool[2 + i]].i, extent = machine->registers[pool[2 + box->n_dims + i]].i;

      /* Declared regions may reach over the edge where a condition inside keeps the block from doing so. */
      box->mins[i] = CLAMP (min, 0, box->slot->extents[i]);
      box->extents[i] = CLAMP (min + extent, 0, box->slot->extents[i]) - box->mins[i];
    }
  return at + 2 + 2 * box->n_dims;
}

typedef gboolean (*BoxVisit) (const Box *box, gint64 scalar, gpointer user_data);

/* Visits the scalars of the box; stops with TRUE where @visit says so. */
static gboolean
walk_box (const Box *box, guint dim, gint64 offset, BoxVisit visit, gpointer user_data)
{
  gint64 lanes = box->slot->buffer->dtype.lanes;

  if (dim == box->n_dims)
    {
      for (gint64 lane = 0; lane < lanes; lane++)
        if (visit (box, offset + lane, user_data))
          return TRUE;
      return FALSE;
    }
  for (gint64 i = 0; i < box->extents[dim]; i++)
    if (walk_box (box, dim + 1, offset + (box->mins[dim] + i) * box->slot->strides[dim], visit, user_data))
      return TRUE;
  return FALSE;
}

static inline gboolean
has_bit (const guint8 *bits, gint64 at)
{
  return (bits[at >> 3] >> (at & 7) & 1) != 0;
}

static gboolean
is_wanted (const Box *box, gint64 scalar, gpointer user_data)
{
  (void) user_data;
  return has_bit (box->storage->bits, scalar);
}

/* dst: whether any box of the unit holds a wanted scalar. */
static gboolean
hook_search (TlMachine *machine, const TlInstr *instr)
{
  guint at = instr->a;
  Box   box;

  machine->registers[instr->dst].i = 0;
  for (guint i = 0; i < instr->n; i++)
    {
      at = read_box (machine, at, &box);
      if (walk_box (&box, 0, box.slot->base, is_wanted, NULL))
        {
          machine->registers[instr->dst].i = 1;
          return TRUE;
        }
    }
  return TRUE;
}

/* TRUE if another instance has claimed what is wanted. */
static gboolean
claim (const Box *box, gint64 scalar, gpointer user_data)
{
  guint8 *claims = user_data;

  if (has_bit (claims, scalar))
    return has_bit (box->storage->bits, scalar);
  claims[scalar >> 3] |= (guint8) (1u << (scalar & 7));
  return FALSE;
}

/* Notes the instance, and that no other may write what is wanted of its regions. */
static gboolean
hook_record (TlMachine *machine, const TlInstr *instr)
{
  Sampler *sampler = machine->hook_data;
  TlUnit  *unit = g_ptr_array_index (sampler->units, instr->b);
  guint    at = instr->a;
  Box      box;

  for (guint i = 0; i < unit->n_spatial; i++)
    g_array_append_val (unit->instances, machine->registers[unit->spatial[i]].i);
  for (guint i = 0; i < instr->n; i++)
    {
      at = read_box (machine, at, &box);
      if (unit->claims[i] == NULL)
        unit->claims[i] = g_malloc0 ((gsize) box.storage->n_scalars / 8 + 1);
      if (walk_box (&box, 0, box.slot->base, claim, unit->claims[i]))
        {
          g_set_error (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED,
                       "several instances of block \"%s\" write the same element", unit->block->name);
          return FALSE;
        }
    }
  return TRUE;
}

/* --- code --- */

TlOpenLoop
tl_compiler_open_loop (TlCompiler *compiler, guint32 var, gint64 min, gint64 extent)
{
  TlOpenLoop loop = { .var = var, .end = tl_compiler_int (compiler, min + extent) };

  tl_compiler_emit (compiler, TL_OP_MOVE, var, tl_compiler_int (compiler, min), 0);
  loop.enter = tl_compiler_emit (compiler, TL_OP_FOR_ENTER, 0, var, loop.end);
  loop.body = tl_compiler_position (compiler);
  return loop;
}

void
tl_compiler_close_loop (TlCompiler *compiler, TlOpenLoop loop)
{
  guint next = tl_compiler_emit (compiler, TL_OP_FOR_NEXT, 0, loop.var, loop.end);

  tl_compiler_instr (compiler, next)->integer = loop.body;
  tl_compile_patch (compiler, loop.enter);
}

/* Loops over the unit's axes of one kind. The domains are constants: tl_units_collect saw to it. */
static GArray *
open_axes (TlCompiler *compiler, const TlUnit *unit, TlAxisKind kind)
{
  GArray *open = g_array_new (FALSE, FALSE, sizeof (TlOpenLoop));

  for (guint i = 0; i < unit->block->n_axes; i++)
    if (unit->block->axes[i].kind == kind)
      {
        const TlVarPlace *place = g_hash_table_lookup (compiler->vars, unit->block->axes[i].var);
        gint64            min = 0, extent = 0;
        TlOpenLoop        loop;

        tl_compiler_get_int (compiler, unit->block->axes[i].dom.min, &min);
        tl_compiler_get_int (compiler, unit->block->axes[i].dom.extent, &extent);
        loop = tl_compiler_open_loop (compiler, place->reg, min, extent);
        g_array_append_val (open, loop);
      }
  return open;
}

static void
close_axes (TlCompiler *compiler, GArray *open)
{
  for (guint i = open->len; i > 0; i--)
    tl_compiler_close_loop (compiler, g_array_index (open, TlOpenLoop, i - 1));
  g_array_unref (open);
}

static void
give_axes_registers (TlCompiler *compiler, TlUnit *unit)
{
  unit->spatial = g_new0 (guint32, unit->block->n_axes + 1);
  for (guint i = 0; i < unit->block->n_axes; i++)
    {
      guint32 reg = tl_compiler_register (compiler);

      tl_compiler_bind (compiler, unit->block->axes[i].var, reg);
      if (unit->block->axes[i].kind == TL_AXIS_SPATIAL)
        unit->spatial[unit->n_spatial++] = reg;
    }
}

/* The unit's write regions as boxes in the pool. */
static guint
compile_boxes (TlCompiler *compiler, const TlUnit *unit)
{
  g_autoptr (GArray) words = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < unit->block->n_writes; i++)
    {
      const TlRegion *region = &unit->block->writes[i];
      guint32         slot = tl_compiler_slot (compiler, region->buffer), n_dims = region->buffer->n_dims;

      g_array_append_val (words, slot);
      g_array_append_val (words, n_dims);
      for (guint k = 0; k < n_dims; k++)
        {
          guint32 reg = tl_compiler_scalar (compiler, region->ranges[k].min);

          g_array_append_val (words, reg);
        }
      for (guint k = 0; k < n_dims; k++)
        {
          guint32 reg = tl_compiler_scalar (compiler, region->ranges[k].extent);

          g_array_append_val (words, reg);
        }
    }
  return tl_compiler_pool (compiler, (const guint32 *) (gpointer) words->data, words->len);
}

static gboolean
is_point (const TlRegion *region)
{
  for (guint i = 0; i < region->buffer->n_dims; i++)
    if (!tl_expr_is_int (region->ranges[i].extent, 1))
      return FALSE;
  return region->buffer->dtype.lanes == 1;
}

/* A register that is non-zero where the instance at hand writes something wanted. */
static guint32
compile_search (TlCompiler *compiler, const TlUnit *unit, guint boxes)
{
  const TlRegion *region = &unit->block->writes[0];
  guint32         hit = tl_compiler_register (compiler), indices[TL_TENSOR_MAX_DIMS];
  guint           at;

  if (unit->block->n_writes == 1 && is_point (region))
    {
      const TlExpr *mins[TL_TENSOR_MAX_DIMS];

      for (guint i = 0; i < region->buffer->n_dims; i++)
        mins[i] = region->ranges[i].min;
      indices[0] = tl_compiler_address (compiler, region->buffer, mins, region->buffer->n_dims, 0);
      at = tl_compiler_emit (compiler, TL_OP_TEST_BIT, hit, indices[0], 0);
      tl_compiler_instr (compiler, at)->c = tl_compiler_slot (compiler, region->buffer);
      return hit;
    }
  at = tl_compiler_emit (compiler, TL_OP_HOOK, hit, boxes, 0);
  tl_compiler_instr (compiler, at)->hook = hook_search;
  tl_compiler_instr (compiler, at)->n = (guint16) unit->block->n_writes;
  return hit;
}

static void
compile_scan (Sampler *sampler, TlUnit *unit, guint index)
{
  TlCompiler *compiler = sampler->compiler;
  GArray     *spatial, *reduce;
  guint       boxes, skip, at;

  unit->scan_entry = tl_compiler_position (compiler);
  tl_compiler_set_mark (compiler, sampler->tracked);
  spatial = open_axes (compiler, unit, TL_AXIS_SPATIAL);
  boxes = compile_boxes (compiler, unit);
  skip = tl_compiler_emit (compiler, TL_OP_JUMP_ZERO, 0, compile_search (compiler, unit, boxes), 0);
  at = tl_compiler_emit (compiler, TL_OP_HOOK, 0, boxes, index);
  tl_compiler_instr (compiler, at)->hook = hook_record;
  tl_compiler_instr (compiler, at)->n = (guint16) unit->block->n_writes;
  reduce = open_axes (compiler, unit, TL_AXIS_REDUCE);
  tl_compiler_block_inside (compiler, unit->block);
  close_axes (compiler, reduce);
  tl_compile_patch (compiler, skip);
  close_axes (compiler, spatial);
  tl_compiler_emit (compiler, TL_OP_HALT, 0, 0, 0);
  tl_compiler_set_mark (compiler, NULL);
}

static void
compile_run (Sampler *sampler, TlUnit *unit)
{
  GArray *reduce;

  unit->run_entry = tl_compiler_position (sampler->compiler);
  reduce = open_axes (sampler->compiler, unit, TL_AXIS_REDUCE);
  tl_compiler_block_inside (sampler->compiler, unit->block);
  close_axes (sampler->compiler, reduce);
  tl_compiler_emit (sampler->compiler, TL_OP_HALT, 0, 0, 0);
}

/* Entry 0 allocates what the units share. */
static void
compile_units (Sampler *sampler)
{
  for (guint i = 0; i < sampler->allocs->len; i++)
    tl_compile_alloc (sampler->compiler, g_ptr_array_index (sampler->allocs, i));
  tl_compiler_emit (sampler->compiler, TL_OP_HALT, 0, 0, 0);
  for (guint i = 0; i < sampler->units->len; i++)
    {
      TlUnit *unit = g_ptr_array_index (sampler->units, i);

      unit->claims = g_new0 (guint8 *, unit->block->n_writes + 1);
      give_axes_registers (sampler->compiler, unit);
      compile_scan (sampler, unit, i);
      compile_run (sampler, unit);
    }
}

/* --- passes --- */

static void
track_buffers (Sampler *sampler)
{
  for (guint i = 0; i < sampler->units->len; i++)
    {
      const TlUnit  *unit = g_ptr_array_index (sampler->units, i);
      GHashTableIter iter;
      gpointer       buffer;

      g_hash_table_iter_init (&iter, unit->writes);
      while (g_hash_table_iter_next (&iter, &buffer, NULL))
        g_hash_table_add (sampler->tracked, buffer);
    }
}

static void
make_bits (Sampler *sampler)
{
  for (guint i = 0; i < sampler->program->slots->len; i++)
    {
      TlSlot *slot = &sampler->machine->slots[i];

      /* Views have no storage of their own; local buffers are not allocated yet and are not tracked. */
      if (slot->data == NULL || !g_hash_table_contains (sampler->tracked, slot->buffer))
        continue;
      slot->bits = g_malloc0 ((gsize) slot->n_scalars / 8 + 1);
      g_array_append_val (sampler->tracked_slots, i);
    }
}

static void
forget_pass (Sampler *sampler)
{
  for (guint i = 0; i < sampler->tracked_slots->len; i++)
    {
      TlSlot *slot = &sampler->machine->slots[g_array_index (sampler->tracked_slots, guint, i)];

      memset (slot->bits, 0, (gsize) slot->n_scalars / 8 + 1);
    }
  for (guint i = 0; i < sampler->units->len; i++)
    {
      TlUnit *unit = g_ptr_array_index (sampler->units, i);

      g_array_set_size (unit->instances, 0);
      for (guint k = 0; k < unit->block->n_writes; k++)
        g_clear_pointer (&unit->claims[k], g_free);
    }
}

/* The bits of the buffers that @unit writes, one after the other. */
static GByteArray *
copy_own_bits (const Sampler *sampler, const TlUnit *unit)
{
  GByteArray *copy = g_byte_array_new ();

  for (guint i = 0; i < sampler->tracked_slots->len; i++)
    {
      const TlSlot *slot = &sampler->machine->slots[g_array_index (sampler->tracked_slots, guint, i)];

      if (g_hash_table_contains (unit->writes, slot->buffer))
        g_byte_array_append (copy, slot->bits, (guint) (slot->n_scalars / 8 + 1));
    }
  return copy;
}

/* The eight bits of byte @at of @buffer that instances of the unit have claimed. */
static guint8
claimed_byte (const TlUnit *unit, const TlBuffer *buffer, gint64 at)
{
  guint8 bits = 0;

  for (guint i = 0; i < unit->block->n_writes; i++)
    if (unit->block->writes[i].buffer == buffer && unit->claims[i] != NULL)
      bits |= unit->claims[i][at];
  return bits;
}

/* What the instances found have come to want of their own buffers must be theirs: a tile reads all of the tile it updates. */
static gboolean
wants_only_its_own (const Sampler *sampler, const TlUnit *unit, const GByteArray *before)
{
  guint at = 0;

  for (guint i = 0; i < sampler->tracked_slots->len; i++)
    {
      const TlSlot *slot = &sampler->machine->slots[g_array_index (sampler->tracked_slots, guint, i)];

      if (!g_hash_table_contains (unit->writes, slot->buffer))
        continue;
      for (gint64 byte = 0; byte <= slot->n_scalars / 8; byte++)
        {
          guint8 fresh = slot->bits[byte] & (guint8) ~before->data[at++];

          if (fresh != 0 && (fresh & (guint8) ~claimed_byte (unit, slot->buffer, byte)) != 0)
            return FALSE;
        }
    }
  return TRUE;
}

/* Finds the instances that @wanted takes and marks all they need; @n_steps iterations were spent. */
static gboolean
mark_backwards (Sampler *sampler, GPtrArray *wanted, guint64 *n_steps)
{
  TlMachine *machine = sampler->machine;
  guint64    before = machine->n_steps;

  forget_pass (sampler);
  for (guint i = 0, slot = 0; i < sampler->func->n_params; i++)
    {
      const GArray *elements = g_ptr_array_index (wanted, i);

      for (guint k = 0; elements != NULL && k < elements->len; k++)
        {
          gint64 at = g_array_index (elements, gint64, k);

          machine->slots[slot].bits[at >> 3] |= (guint8) (1u << (at & 7));
        }
      slot += sampler->func->params[i].buffer != NULL;
    }
  for (guint i = sampler->units->len; i > 0; i--)
    {
      TlUnit *unit = g_ptr_array_index (sampler->units, i - 1);
      g_autoptr (GByteArray) before_scan = copy_own_bits (sampler, unit);

      if (!tl_machine_run (machine, unit->scan_entry))
        return FALSE;
      if (!wants_only_its_own (sampler, unit, before_scan))
        {
          g_set_error (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED,
                       "block \"%s\" reads what other instances of it write", unit->block->name);
          return FALSE;
        }
    }
  *n_steps = machine->n_steps - before;
  return TRUE;
}

static gboolean
run_forwards (Sampler *sampler)
{
  TlMachine *machine = sampler->machine;

  for (guint i = 0; i < sampler->units->len; i++)
    {
      const TlUnit *unit = g_ptr_array_index (sampler->units, i);
      guint         n = unit->n_spatial > 0 ? unit->instances->len / unit->n_spatial : 1;

      for (guint k = 0; k < n; k++)
        {
          for (guint axis = 0; axis < unit->n_spatial; axis++)
            machine->registers[unit->spatial[axis]].i = g_array_index (unit->instances, gint64, k * unit->n_spatial + axis);
          if ((k & 255) == 0 && g_cancellable_set_error_if_cancelled (machine->cancellable, &machine->error))
            return FALSE;
          if (!tl_machine_run (machine, unit->run_entry))
            return FALSE;
        }
    }
  return TRUE;
}

/* --- choosing elements --- */

static gboolean
holds (const GArray *values, gint64 value)
{
  for (guint i = 0; i < values->len; i++)
    if (g_array_index (values, gint64, i) == value)
      return TRUE;
  return FALSE;
}

/* The last, the first, then random ones; all where there are no more than @n. */
static GArray *
pick (TlRandom *random, gint64 count, guint n)
{
  GArray *picked = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64  last = count - 1, first = 0;

  if (count <= (gint64) n)
    {
      for (gint64 i = 0; i < count; i++)
        g_array_append_val (picked, i);
      return picked;
    }
  g_array_append_val (picked, last);
  if (n > 1)
    g_array_append_val (picked, first);
  while (picked->len < n)
    {
      gint64 value = (gint64) tl_random_below (random, (guint64) count);

      if (!holds (picked, value))
        g_array_append_val (picked, value);
    }
  return picked;
}

static GArray *
pick_elements (const TlTensor *tensor, guint n_rows, guint n_columns)
{
  GArray  *elements = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64   total = tensor->n_elements * tensor->dtype.lanes;
  gint64   width = tensor->n_dims > 0 ? tensor->shape[tensor->n_dims - 1] * tensor->dtype.lanes : 1;
  TlRandom random = tl_random_seeded (SAMPLE_SEED);
  g_autoptr (GArray) rows = NULL;

  if (total == 0)
    return elements;
  rows = pick (&random, total / width, n_rows);
  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (GArray) columns = pick (&random, width, n_columns);

      for (guint k = 0; k < columns->len; k++)
        {
          gint64 element = g_array_index (rows, gint64, i) * width + g_array_index (columns, gint64, k);

          g_array_append_val (elements, element);
        }
    }
  return elements;
}

static void
unref_array (gpointer array)
{
  if (array != NULL)
    g_array_unref (array);
}

static GPtrArray *
pick_all (const Sampler *sampler, const GArray *written, guint n_rows, guint n_columns)
{
  GPtrArray *picked = g_ptr_array_new_with_free_func (unref_array);

  for (guint i = 0; i < sampler->results->len; i++)
    g_ptr_array_add (picked, g_array_index (written, gboolean, i)
                               ? pick_elements (g_ptr_array_index (sampler->results, i), n_rows, n_columns) : NULL);
  return picked;
}

/*
 * cost (rows, columns) = scan + rows * (row + columns * column) is measured in three points: the scan alone, one row with one column,
 * one row with two.
 */
static gboolean
choose_sample (Sampler *sampler, const GArray *written, guint64 max_steps, GPtrArray **wanted)
{
  guint64 scan, one, two;
  double  column, row, rows;

  for (guint n_columns = 0; n_columns <= 2; n_columns++)
    {
      g_autoptr (GPtrArray) trial = pick_all (sampler, written, n_columns > 0, MAX (n_columns, 1));
      guint64              *steps = n_columns == 0 ? &scan : n_columns == 1 ? &one : &two;

      for (guint i = 0; n_columns == 0 && i < trial->len; i++)
        if (g_ptr_array_index (trial, i) != NULL)
          g_array_set_size (g_ptr_array_index (trial, i), 0);
      if (!mark_backwards (sampler, trial, steps))
        return FALSE;
      if (*steps > max_steps * PATIENCE)
        {
          g_set_error (&sampler->machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED,
                       "one element takes %" G_GUINT64_FORMAT " iterations", *steps);
          return FALSE;
        }
    }
  column = two > one ? (double) (two - one) : 1;
  row = one > scan ? MAX ((double) (one - scan) - column, 1) : 1;
  rows = ((double) max_steps - (double) scan) / (row + column * COLUMNS_PER_ROW);
  *wanted = pick_all (sampler, written, (guint) CLAMP (rows, 2, MAX_ROWS), COLUMNS_PER_ROW);
  return TRUE;
}

/* --- all of it --- */

static gboolean
prepare (Sampler *sampler, TlTensor *const *args, guint n_args, const GArray *written, guint64 max_steps, GCancellable *cancellable,
         GError **error)
{
  sampler->compiler = tl_compiler_new (sampler->func, args, n_args, error);
  if (sampler->compiler == NULL)
    return FALSE;
  sampler->units = tl_units_collect (sampler->compiler, sampler->func, args, n_args, sampler->allocs, error);
  if (sampler->units == NULL)
    return FALSE;
  track_buffers (sampler);
  compile_units (sampler);
  if (tl_compiler_mark_problem (sampler->compiler) != NULL)
    {
      g_set_error_literal (error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, tl_compiler_mark_problem (sampler->compiler));
      return FALSE;
    }
  for (guint i = 0; i < n_args; i++)
    g_ptr_array_add (sampler->results, g_array_index (written, gboolean, i) ? tl_tensor_dup (args[i]) : tl_tensor_ref (args[i]));
  sampler->program = tl_compiler_finish (g_steal_pointer (&sampler->compiler));
  sampler->machine = tl_machine_new (sampler->program, sampler->func, (TlTensor *const *) sampler->results->pdata,
                                     max_steps * PATIENCE * 4, cancellable);
  sampler->machine->hook_data = sampler;
  return TRUE;
}

static gboolean
sample (Sampler *sampler, const GArray *written, guint64 max_steps, GPtrArray **samples, GError **error)
{
  TlMachine *machine = sampler->machine;
  guint64    n_steps;
  gboolean   ok;

  /* What is read has been written: memory that nobody touches stays unmapped zero pages. */
  machine->fill_poison = FALSE;
  ok = tl_machine_run (machine, 0);
  machine->fill_poison = TRUE;
  if (ok)
    make_bits (sampler);
  ok = ok && choose_sample (sampler, written, max_steps, samples) && mark_backwards (sampler, *samples, &n_steps) && run_forwards (sampler);
  if (!ok)
    {
      g_propagate_error (error, g_steal_pointer (&machine->error));
      g_clear_pointer (samples, g_ptr_array_unref);
    }
  return ok;
}

static void
sampler_clear (Sampler *sampler)
{
  g_clear_pointer (&sampler->compiler, tl_compiler_free);
  g_clear_pointer (&sampler->machine, tl_machine_free);
  g_clear_pointer (&sampler->program, tl_program_free);
  g_clear_pointer (&sampler->units, g_ptr_array_unref);
  g_clear_pointer (&sampler->results, g_ptr_array_unref);
  g_ptr_array_unref (sampler->allocs);
  g_array_unref (sampler->tracked_slots);
  g_hash_table_unref (sampler->tracked);
}

gboolean
tl_sample_elements (const TlPrimFunc *func, TlTensor *const *args, guint n_args, guint64 max_steps, GCancellable *cancellable,
                    GPtrArray **samples, GPtrArray **results, GError **error)
{
  g_autoptr (GArray) written = tl_interp_written_params (func);
  Sampler  sampler = { .func = func };
  gboolean ok;

  sampler.allocs = g_ptr_array_new ();
  sampler.tracked = g_hash_table_new (NULL, NULL);
  sampler.tracked_slots = g_array_new (FALSE, FALSE, sizeof (guint));
  sampler.results = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  *samples = NULL;
  ok = prepare (&sampler, args, n_args, written, max_steps, cancellable, error) && sample (&sampler, written, max_steps, samples, error);
  *results = ok ? g_steal_pointer (&sampler.results) : NULL;
  sampler_clear (&sampler);
  return ok;
}
