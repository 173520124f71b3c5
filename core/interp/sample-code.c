/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code for units: the search for instances that write something wanted, with the marks of what these read; and single instances.
 */
#include "core/base/error.h"
#include "core/interp/sample-private.h"

/* A region at run time; in the pool: slot, n_dims, registers of the mins, registers of the extents. */
typedef struct
{
  const TlInterpSlot  *slot;
  const TlInterpSlot  *storage;
  guint          n_dims;
  gint64         mins[TL_TENSOR_MAX_DIMS];
  gint64         extents[TL_TENSOR_MAX_DIMS];
} SampleBox;

static guint
read_box (const TlInterpMachine *machine, guint at, SampleBox *box)
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

typedef gboolean (*BoxVisit) (const SampleBox *box, gint64 scalar, gpointer user_data);

/* Visits the scalars of the box; stops with TRUE where @visit says so. */
static gboolean
walk_box (const SampleBox *box, guint dim, gint64 offset, BoxVisit visit, gpointer user_data)
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
is_wanted (const SampleBox *box, gint64 scalar, gpointer user_data)
{
  return has_bit (box->storage->bits, scalar);
}

/* dst: whether any box of the unit holds a wanted scalar. */
static gboolean
hook_search (TlInterpMachine *machine, const TlInstr *instr)
{
  guint at = instr->a;
  SampleBox box;

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
claim (const SampleBox *box, gint64 scalar, gpointer user_data)
{
  guint8 *claims = user_data;

  if (has_bit (claims, scalar))
    return has_bit (box->storage->bits, scalar);
  claims[scalar >> 3] |= (guint8) (1u << (scalar & 7));
  return FALSE;
}

/* Notes the instance, and that no other may write what is wanted of its regions. */
static gboolean
hook_record (TlInterpMachine *machine, const TlInstr *instr)
{
  TlSampler *sampler = machine->hook_data;
  TlUnit  *unit = g_ptr_array_index (sampler->units, instr->b);
  guint    at = instr->a;
  SampleBox box;

  for (guint i = 0; i < unit->n_spatial; i++)
    g_array_append_val (unit->instances, machine->registers[unit->spatial[i]].i);
  for (guint i = 0; i < instr->n; i++)
    {
      at = read_box (machine, at, &box);
      if (unit->claims[i] == NULL)
        unit->claims[i] = g_malloc0 ((gsize) box.storage->n_scalars / 8 + 1);
      if (walk_box (&box, 0, box.slot->base, claim, unit->claims[i]))
        return tl_fail (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED,
                        "several instances of block \"%s\" write the same element", unit->block->name);
    }
  return TRUE;
}

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
compile_scan (TlSampler *sampler, TlUnit *unit, guint index)
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
compile_run (TlSampler *sampler, TlUnit *unit)
{
  GArray *reduce;

  unit->run_entry = tl_compiler_position (sampler->compiler);
  reduce = open_axes (sampler->compiler, unit, TL_AXIS_REDUCE);
  tl_compiler_block_inside (sampler->compiler, unit->block);
  close_axes (sampler->compiler, reduce);
  tl_compiler_emit (sampler->compiler, TL_OP_HALT, 0, 0, 0);
}

/* Entry 0 allocates what the units share. */
void
tl_sampler_compile_units (TlSampler *sampler)
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
