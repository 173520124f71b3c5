/* SPDX-License-Identifier: Apache-2.0 */
/* The frame around the code: arguments bound to parameters, finishing a program, machines and their memory. */
#include <string.h>

#include "core/base/error.h"
#include "core/interp/compile-private.h"

#define MAX_ALLOCATION_BYTES ((gsize) 1 << 36)

static gboolean
bind_extent (TlCompiler *compiler, const TlParam *param, const TlExpr *expr, gint64 value, const char *what, guint dim, GError **error)
{
  gint64 wanted;

  if (expr->kind == TL_EXPR_VAR && !g_hash_table_contains (compiler->vars, expr))
    {
      TlVarPlace place = { .reg = tl_compiler_int (compiler, value), .is_known = TRUE, .value = value };

      g_hash_table_insert (compiler->vars, (gpointer) expr, g_memdup2 (&place, sizeof place));
      return TRUE;
    }
  if (!tl_compiler_get_int (compiler, expr, &wanted))
    return tl_fail (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS,
                    "%s: %s %u of the buffer %s cannot be worked out from the arguments before it", param->name, what, dim,
                    param->buffer->name);
  if (wanted == value)
    return TRUE;
  return tl_fail (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS,
                  "%s: %s %u is %" G_GINT64_FORMAT ","
                  " the function expects %" G_GINT64_FORMAT,
                  param->name, what, dim, value, wanted);
}

/* A function may also take its array flattened, as lowered programs do. */
static gboolean
bind_shape (TlCompiler *compiler, const TlParam *param, const TlTensor *tensor, GError **error)
{
  const TlBuffer *buffer = param->buffer;
  gint64          stride = 1;

  if (buffer->n_dims == 1 && tensor->n_dims != 1)
    return bind_extent (compiler, param, buffer->shape[0], tensor->n_elements, "extent", 0, error);
  if (buffer->n_dims != tensor->n_dims)
    return tl_fail (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS, "%s: an array of %u dimensions, the function expects %u",
                    param->name, tensor->n_dims, buffer->n_dims);
  for (guint i = 0; i < buffer->n_dims; i++)
    if (buffer->shape[i]->kind == TL_EXPR_VAR && !bind_extent (compiler, param, buffer->shape[i], tensor->shape[i], "extent", i, error))
      return FALSE;
  for (guint i = 0; i < buffer->n_dims; i++)
    if (!bind_extent (compiler, param, buffer->shape[i], tensor->shape[i], "extent", i, error))
      return FALSE;
  for (guint i = buffer->n_dims; buffer->strides != NULL && i > 0; i--)
    {
      if (!bind_extent (compiler, param, buffer->strides[i - 1], stride, "stride", i - 1, error))
        return FALSE;
      stride *= tensor->shape[i - 1];
    }
  return buffer->elem_offset == NULL || bind_extent (compiler, param, buffer->elem_offset, 0, "offset", 0, error);
}

static gboolean
same_type (TlDType a, TlDType b)
{
  return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes;
}

static gboolean
bind_buffer (TlCompiler *compiler, const TlParam *param, const TlTensor *tensor, GError **error)
{
  if (!same_type (param->buffer->dtype, tensor->dtype))
    return tl_fail (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS, "%s: an array of %s, the function expects %s", param->name,
                    tl_dtype_name (tensor->dtype), tl_dtype_name (param->buffer->dtype));
  if (!bind_shape (compiler, param, tensor, error))
    return FALSE;
  g_ptr_array_add (compiler->slots, (gpointer) param->buffer);
  g_hash_table_insert (compiler->slot_ids, (gpointer) param->buffer, GUINT_TO_POINTER (compiler->slots->len));
  return TRUE;
}

static gboolean
bind_scalar (TlCompiler *compiler, const TlParam *param, const TlTensor *tensor, GError **error)
{
  TlDType     type = param->var->dtype;
  TlVarPlace  place = { 0 };
  TlExpr      value = { .kind = tl_dtype_is_float (type) ? TL_EXPR_FLOAT : TL_EXPR_INT, .dtype = type };

  if (tensor->n_elements != 1)
    return tl_fail (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS, "%s: %" G_GINT64_FORMAT " values for a scalar", param->name,
                    tensor->n_elements);
  if (value.kind == TL_EXPR_FLOAT)
    value.float_value = tl_tensor_get (tensor, 0);
  else
    value.int_value = tl_tensor_get_int (tensor, 0);
  place.reg = tl_compile_lane (compiler, &value, 0);
  place.is_known = value.kind == TL_EXPR_INT;
  place.value = place.is_known ? value.int_value : 0;
  g_hash_table_insert (compiler->vars, (gpointer) param->var, g_memdup2 (&place, sizeof place));
  return TRUE;
}

/* Scalars first: they may be extents of buffers that stand before them. */
static gboolean
bind_args (TlCompiler *compiler, const TlPrimFunc *func, TlTensor *const *args, guint n_args, GError **error)
{
  if (n_args != func->n_params)
    return tl_fail (error, TL_INTERP_ERROR, TL_INTERP_ERROR_ARGUMENTS, "%s: %u arguments, the function expects %u",
                    func->name != NULL ? func->name : "function", n_args, func->n_params);
  for (guint i = 0; i < n_args; i++)
    if (func->params[i].buffer == NULL && func->params[i].var != NULL && !bind_scalar (compiler, &func->params[i], args[i], error))
      return FALSE;
  for (guint i = 0; i < n_args; i++)
    if (func->params[i].buffer != NULL && !bind_buffer (compiler, &func->params[i], args[i], error))
      return FALSE;
  return TRUE;
}

TlCompiler *
tl_compiler_new (const TlPrimFunc *func, TlTensor *const *args, guint n_args, GError **error)
{
  TlCompiler *compiler = g_new0 (TlCompiler, 1);

  compiler->arena = tl_arena_new (NULL);
  compiler->code = g_array_new (FALSE, TRUE, sizeof (TlInstr));
  /* Reserved, so that a program without any still has somewhere for "no words" to point. */
  compiler->pool = g_array_sized_new (FALSE, TRUE, sizeof (guint32), 1);
  compiler->constants = g_array_new (FALSE, TRUE, sizeof (TlInterpCell));
  compiler->constant_ids = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  compiler->slots = g_ptr_array_new ();
  compiler->block_names = g_ptr_array_new ();
  compiler->texts = g_ptr_array_new_with_free_func (g_free);
  compiler->vars = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  compiler->slot_ids = g_hash_table_new (NULL, NULL);
  compiler->locals = g_hash_table_new (NULL, NULL);
  if (!bind_args (compiler, func, args, n_args, error))
    {
      tl_compiler_free (compiler);
      return NULL;
    }
  compiler->n_params = compiler->slots->len;
  return compiler;
}

void
tl_compiler_free (TlCompiler *compiler)
{
  g_clear_pointer (&compiler->code, g_array_unref);
  g_clear_pointer (&compiler->pool, g_array_unref);
  g_clear_pointer (&compiler->constants, g_array_unref);
  g_hash_table_unref (compiler->constant_ids);
  g_clear_pointer (&compiler->slots, g_ptr_array_unref);
  g_clear_pointer (&compiler->block_names, g_ptr_array_unref);
  g_clear_pointer (&compiler->texts, g_ptr_array_unref);
  g_hash_table_unref (compiler->vars);
  g_hash_table_unref (compiler->slot_ids);
  g_hash_table_unref (compiler->locals);
  g_free (compiler->mark_problem);
  g_clear_pointer (&compiler->places, g_ptr_array_unref);
  g_clear_pointer (&compiler->place_arena, tl_arena_unref);
  g_clear_pointer (&compiler->loops, g_array_unref);
  g_clear_pointer (&compiler->shared_values, g_array_unref);
  tl_arena_unref (compiler->arena);
  g_free (compiler);
}

void
tl_compiler_set_watch (TlCompiler *compiler)
{
  compiler->watches = TRUE;
}

void
tl_compiler_watch (TlCompiler *compiler, TlOp op, guint slot, guint32 address, guint lane)
{
  TlInstr *instr;

  if (!compiler->watches || slot < compiler->n_params)
    return;
  instr = tl_compiler_instr (compiler, tl_compiler_emit (compiler, op, 0, address, 0));
  instr->c = slot;
  instr->integer = lane;
}

void
tl_compiler_set_mark (TlCompiler *compiler, GHashTable *tracked)
{
  compiler->tracked = tracked;
  g_hash_table_remove_all (compiler->locals);
}

const char *
tl_compiler_mark_problem (const TlCompiler *compiler)
{
  return compiler->mark_problem;
}

/* Constants get the registers after all others, whose number is known only now. */
static guint32
place_register (guint32 reg, guint first_constant)
{
  return (reg & TL_CONSTANT_FLAG) != 0 ? first_constant + (reg & ~TL_CONSTANT_FLAG) : reg;
}

static void
place_constants (TlProgram *program)
{
  for (guint i = 0; i < program->n_code; i++)
    {
      TlInstr *instr = &program->code[i];

      instr->a = place_register (instr->a, program->first_constant);
      instr->b = place_register (instr->b, program->first_constant);
      instr->c = place_register (instr->c, program->first_constant);
      if (instr->op == TL_OP_ADDR3)
        instr->integer = place_register ((guint32) instr->integer, program->first_constant);
    }
}

TlProgram *
tl_compiler_finish (TlCompiler *compiler)
{
  TlProgram *program = g_new0 (TlProgram, 1);
  gsize      n_pool = compiler->pool->len;

  tl_compiler_emit (compiler, TL_OP_HALT, 0, 0, 0);
  program->is_too_large = compiler->is_too_large;
  program->watches = compiler->watches;
  program->n_code = compiler->code->len;
  program->code = (TlInstr *) (gpointer) g_array_free (g_steal_pointer (&compiler->code), FALSE);
  program->pool = (guint32 *) (gpointer) g_array_free (g_steal_pointer (&compiler->pool), FALSE);
  program->n_constants = compiler->constants->len;
  program->constants = (TlInterpCell *) (gpointer) g_array_free (g_steal_pointer (&compiler->constants), FALSE);
  program->first_constant = compiler->n_registers;
  program->n_registers = compiler->n_registers + program->n_constants;
  program->slots = g_steal_pointer (&compiler->slots);
  program->block_names = g_steal_pointer (&compiler->block_names);
  program->texts = g_steal_pointer (&compiler->texts);
  program->places = g_steal_pointer (&compiler->places);
  program->place_arena = g_steal_pointer (&compiler->place_arena);
  place_constants (program);
  for (gsize i = 0; i < n_pool; i++)
    program->pool[i] = place_register (program->pool[i], program->first_constant);
  tl_compiler_free (compiler);
  return program;
}

void
tl_program_free (TlProgram *program)
{
  g_free (program->code);
  g_free (program->pool);
  g_free (program->constants);
  g_ptr_array_unref (program->slots);
  g_ptr_array_unref (program->block_names);
  g_ptr_array_unref (program->texts);
  g_clear_pointer (&program->places, g_ptr_array_unref);
  g_clear_pointer (&program->place_arena, tl_arena_unref);
  g_free (program);
}

static void
point_at_tensor (TlInterpSlot *slot, const TlTensor *tensor)
{
  gboolean is_flat = slot->buffer->n_dims == 1 && tensor->n_dims != 1;
  gint64   stride = slot->buffer->dtype.lanes;

  slot->data = tensor->data;
  slot->n_dims = slot->buffer->n_dims;
  slot->n_scalars = tensor->n_elements * stride;
  for (guint i = slot->n_dims; i > 0; i--)
    {
      slot->extents[i - 1] = is_flat ? tensor->n_elements : tensor->shape[i - 1];
      slot->strides[i - 1] = stride;
      stride *= slot->extents[i - 1];
    }
}

TlInterpMachine *
tl_machine_new (const TlProgram *program, const TlPrimFunc *func, TlTensor *const *args, guint64 max_steps, GCancellable *cancellable)
{
  TlInterpMachine *machine = g_new0 (TlInterpMachine, 1);
  guint      next = 0;

  machine->program = program;
  machine->registers = g_new0 (TlInterpCell, MAX (program->n_registers, 1));
  machine->slots = g_new0 (TlInterpSlot, MAX (program->slots->len, 1));
  machine->max_steps = max_steps;
  machine->cancellable = cancellable;
  machine->fill_poison = TRUE;
  if (program->n_constants > 0)
    memcpy (machine->registers + program->first_constant, program->constants, program->n_constants * sizeof (TlInterpCell));
  for (guint i = 0; i < program->slots->len; i++)
    {
      machine->slots[i].buffer = g_ptr_array_index (program->slots, i);
      machine->slots[i].n_dims = MIN (machine->slots[i].buffer->n_dims, TL_TENSOR_MAX_DIMS);
      machine->slots[i].storage = i;
    }
  for (guint i = 0; i < func->n_params; i++)
    if (func->params[i].buffer != NULL)
      point_at_tensor (&machine->slots[next++], args[i]);
  return machine;
}

void
tl_machine_free (TlInterpMachine *machine)
{
  for (guint i = 0; i < machine->program->slots->len; i++)
    {
      if (machine->slots[i].owned_bytes > 0)
        g_free (machine->slots[i].data);
      g_free (machine->slots[i].bits);
    }
  g_clear_error (&machine->error);
  g_free (machine->unwritten);
  g_free (machine->registers);
  g_free (machine->slots);
  g_free (machine);
}

static gboolean
allocation_error (TlInterpMachine *machine, const TlBuffer *buffer)
{
  return tl_fail (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "no memory for the buffer %s", buffer->name);
}

/* Scalars that an array of these strides spans; FALSE if that is beyond all memory. */
static gboolean
span_of (const TlInterpSlot *slot, gint64 lanes, gsize *n_bytes, gint64 *n_scalars)
{
  gint64 last = lanes - 1, reach;
  gsize  scalar = tl_dtype_bytes (tl_dtype_with_lanes (slot->buffer->dtype, 1));

  for (guint i = 0; i < slot->n_dims; i++)
    {
      if (slot->extents[i] < 0 || slot->strides[i] < 0)
        return FALSE;
      if (__builtin_mul_overflow (MAX (slot->extents[i] - 1, 0), slot->strides[i], &reach) || __builtin_add_overflow (last, reach, &last))
        return FALSE;
    }
  *n_scalars = last + 1;
  return !__builtin_mul_overflow ((gsize) *n_scalars, scalar, n_bytes) && *n_bytes <= MAX_ALLOCATION_BYTES;
}

/*
 * Fresh memory holds what must not be read: NaN in every floating type, 0x7f7f… in integers. @strides (nullable) are in elements.
 */
gboolean
tl_machine_allocate (TlInterpMachine *machine, guint index, const gint64 *extents, const gint64 *strides)
{
  TlInterpSlot *slot = &machine->slots[index];
  gint64  lanes = slot->buffer->dtype.lanes, stride = lanes;
  gsize   n_bytes;

  for (guint i = slot->n_dims; i > 0; i--)
    {
      slot->extents[i - 1] = extents[i - 1];
      slot->strides[i - 1] = strides != NULL ? strides[i - 1] * lanes : stride;
      if (__builtin_mul_overflow (stride, MAX (extents[i - 1], 1), &stride))
        return allocation_error (machine, slot->buffer);
    }
  if (!span_of (slot, lanes, &n_bytes, &slot->n_scalars))
    return allocation_error (machine, slot->buffer);
  if (slot->owned_bytes != n_bytes || slot->data == NULL)
    {
      if (slot->owned_bytes > 0)
        g_free (slot->data);
      slot->owned_bytes = 0;
      slot->data = g_try_malloc0 (MAX (n_bytes, 1));
      if (slot->data == NULL)
        return allocation_error (machine, slot->buffer);
      slot->owned_bytes = MAX (n_bytes, 1);
    }
  if (machine->fill_poison)
    memset (slot->data, machine->has_other_poison ? 0x3B : tl_dtype_is_float (slot->buffer->dtype) ? 0xFF : 0x7F, n_bytes);
  if (machine->program->watches)
    {
      g_free (slot->bits);
      slot->bits = g_malloc0 ((gsize) slot->n_scalars / 8 + 1);
    }
  return TRUE;
}

/* c: slot, a: extents and (b != 0) strides in the pool. */
gboolean
tl_hook_alloc (TlInterpMachine *machine, const TlInstr *instr)
{
  const guint32 *pool = machine->program->pool + instr->a;
  gint64         sizes[2 * TL_TENSOR_MAX_DIMS];
  guint          n = instr->n * (instr->b != 0 ? 2u : 1u);

  for (guint i = 0; i < n; i++)
    sizes[i] = machine->registers[pool[i]].i;
  return tl_machine_allocate (machine, instr->c, sizes, instr->b != 0 ? sizes + instr->n : NULL);
}

static gboolean
view_error (TlInterpMachine *machine, const TlInterpSlot *view, const TlInterpSlot *source, guint dim, gint64 min, gint64 extent)
{
  return tl_fail (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_OUT_OF_BOUNDS,
                  "%s is matched onto [%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ") in dimension %u of %s, which does not fit",
                  view->buffer->name, min, min + extent, dim, source->buffer->name);
}

/* c: view, b: source; in the pool: the region's mins, its extents, the view's extents. Leading dimensions of extent 1 may be dropped. */
gboolean
tl_hook_view (TlInterpMachine *machine, const TlInstr *instr)
{
  TlInterpSlot        *view = &machine->slots[instr->c];
  const TlInterpSlot  *source = &machine->slots[instr->b];
  const guint32 *pool = machine->program->pool + instr->a;
  guint          dropped = instr->n - view->n_dims;

  view->base = source->base;
  view->data = source->data;
  view->storage = source->storage;
  view->n_scalars = source->n_scalars;
  for (guint i = 0; i < instr->n; i++)
    {
      gint64 min = machine->registers[pool[i]].i, extent = machine->registers[pool[instr->n + i]].i;
      gint64 wanted = i < dropped ? 1 : machine->registers[pool[2 * instr->n + i - dropped]].i;

      if (min < 0 || extent < 0 || extent != wanted || extent > source->extents[i] || min > source->extents[i] - extent)
        return view_error (machine, view, source, i, min, extent);
      view->base += min * source->strides[i];
      if (i >= dropped)
        {
          view->extents[i - dropped] = extent;
          view->strides[i - dropped] = source->strides[i];
        }
    }
  return TRUE;
}
