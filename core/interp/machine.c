/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The register machine. One switch: compilers make a jump table of it, whose jumps modern CPUs predict as well as threaded
 * code.
 */
#include "core/base/error.h"
#include "core/interp/cells-private.h"

/* Loop iterations between two looks at the limit and at the cancellable. */
#define STEPS_PER_CHECK 65536

G_DEFINE_QUARK (tl-interp-error-quark, tl_interp_error)

/* The three shapes of scalar bits: what a float16, bfloat16 or float32 register stands for as an integer of its width. */
static gint64
cell_to_bits (TlInterpCell cell, TlDType type)
{
  guint32 bits;

  if (type.code == TL_TYPE_BFLOAT)
    return tl_bfloat_from_double (cell.d);
  if (type.code != TL_TYPE_FLOAT || type.bits == 64)
    return cell.i;
  if (type.bits == 16)
    return tl_half_from_double (cell.d);
  memcpy (&bits, &cell.s, sizeof bits);
  return bits;
}

static gint64
canonical (guint64 bits, TlDType type)
{
  switch (type.bits)
    {
    case 8:
      return type.code == TL_TYPE_INT ? (gint8) bits : type.code == TL_TYPE_BOOL ? (bits & 0xFF) != 0 : (guint8) bits;
    case 16:
      return type.code == TL_TYPE_INT ? (gint16) bits : (guint16) bits;
    case 32:
      return type.code == TL_TYPE_INT ? (gint32) bits : (gint64) (guint32) bits;
    default:
      return (gint64) bits;
    }
}

static TlInterpCell
bits_to_cell (gint64 bits, TlDType type)
{
  TlInterpCell  cell = { .i = 0 };
  guint32 low = (guint32) bits;

  if (type.code == TL_TYPE_BFLOAT)
    cell.d = tl_bfloat_to_double ((guint16) bits);
  else if (type.code == TL_TYPE_FLOAT && type.bits == 16)
    cell.d = tl_half_to_double ((guint16) bits);
  else if (type.code == TL_TYPE_FLOAT && type.bits == 32)
    memcpy (&cell.s, &low, sizeof low);
  else
    cell.i = canonical ((guint64) bits, type);
  return cell;
}

TlInterpCell
tl_cell_reinterpret (TlInterpCell cell, const TlDType *types)
{
  return bits_to_cell (cell_to_bits (cell, types[1]), types[0]);
}

static gboolean
pass_check (TlInterpMachine *machine, guint64 steps)
{
  machine->n_steps += steps;
  if (machine->cancellable != NULL && g_cancellable_set_error_if_cancelled (machine->cancellable, &machine->error))
    return FALSE;
  if (machine->max_steps == 0 || machine->n_steps < machine->max_steps)
    return TRUE;
  return tl_fail (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_STEPS, "stopped after %" G_GUINT64_FORMAT " loop iterations, the limit",
                  machine->n_steps);
}

static guint64
next_budget (const TlInterpMachine *machine)
{
  if (machine->max_steps == 0)
    return STEPS_PER_CHECK;
  return machine->max_steps > machine->n_steps ? MIN (machine->max_steps - machine->n_steps, STEPS_PER_CHECK) : 1;
}

static const char *
block_phrase (const TlInterpMachine *machine, const TlInstr *instr)
{
  return g_ptr_array_index (machine->program->block_names, instr - machine->program->code);
}

static guint
index_register (const TlInterpMachine *machine, const TlInstr *instr, guint dim)
{
  if (instr->op == TL_OP_ADDR_N)
    return machine->program->pool[instr->a + dim];
  if (instr->op == TL_OP_LOAD2_S)
    return dim == 0 ? instr->a : instr->b;
  return dim == 0 ? instr->a : dim == 1 ? instr->b : (guint32) instr->integer;
}

/* ": dimension 0 of C has 6 elements (0 … 5), the index is 6" */
static void
append_dimension (GString *text, const TlInterpSlot *slot, guint dim, gint64 index)
{
  gint64 extent = slot->extents[dim];

  g_string_append_printf (text, ": dimension %u of %s has ", dim, slot->buffer->name);
  if (extent <= 0)
    g_string_append (text, "no elements");
  else if (extent == 1)
    g_string_append (text, "1 element (0)");
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT " elements (0 … %" G_GINT64_FORMAT ")", extent, extent - 1);
  g_string_append_printf (text, ", the index is %" G_GINT64_FORMAT, index);
}

char *
tl_interp_element_text (const TlInterpSlot *slot, const char *block, gint64 offset)
{
  GString *text = g_string_new (slot->buffer->name);

  g_string_append_c (text, '[');
  for (guint i = 0; i < slot->n_dims; i++)
    {
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", offset / MAX (slot->strides[i], 1));
      offset %= MAX (slot->strides[i], 1);
    }
  g_string_append_c (text, ']');
  if (block != NULL)
    g_string_append_printf (text, " in block \"%s\"", block);
  return g_string_free (text, FALSE);
}

GError *
tl_interp_access_error (const TlInterpMachine *machine, const TlInstr *instr)
{
  const TlInterpSlot *slot = &machine->slots[instr->c];
  const char   *block = block_phrase (machine, instr);
  g_autoptr (GString) text = g_string_new (NULL);
  gint          bad = -1;

  g_string_printf (text, "%s[", slot->buffer->name);
  for (guint i = 0; i < slot->n_dims; i++)
    {
      gint64 index = machine->registers[index_register (machine, instr, i)].i;

      if (bad < 0 && (index < 0 || index >= slot->extents[i]))
        bad = (gint) i;
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", index);
    }
  g_string_append_c (text, ']');
  if (block != NULL)
    g_string_append_printf (text, " in block \"%s\"", block);
  if (bad >= 0)
    append_dimension (text, slot, (guint) bad, machine->registers[index_register (machine, instr, (guint) bad)].i);
  return g_error_new_literal (TL_INTERP_ERROR, TL_INTERP_ERROR_OUT_OF_BOUNDS, text->str);
}

static GError *
arithmetic_error (const TlInterpMachine *machine, const TlInstr *instr)
{
  const char *block = block_phrase (machine, instr);
  gboolean    is_shift = instr->op == TL_OP_SHIFT_LEFT || instr->op == TL_OP_SHIFT_RIGHT_I || instr->op == TL_OP_SHIFT_RIGHT_U;

  return g_error_new (TL_INTERP_ERROR, TL_INTERP_ERROR_ARITHMETIC, "%s%s%s%s",
                      is_shift ? "shift by a width out of range" : "division by zero",
                      block != NULL ? " in block \"" : "", block != NULL ? block : "", block != NULL ? "\"" : "");
}

static gboolean
fail (TlInterpMachine *machine, GError *error)
{
  machine->error = error;
  return FALSE;
}

static inline gboolean
test_bit (const guint8 *bits, gint64 at)
{
  return (bits[at >> 3] >> (at & 7) & 1) != 0;
}

/* The product strides * indices of an access with any number of indices; FALSE if one is out of its bounds. */
static gboolean
address_n (const TlInterpMachine *machine, const TlInstr *instr, gint64 *offset)
{
  const TlInterpSlot  *slot = &machine->slots[instr->c];
  const guint32 *indices = machine->program->pool + instr->a;
  gint64         sum = slot->base;

  for (guint i = 0; i < instr->n; i++)
    {
      gint64 index = machine->registers[indices[i]].i;

      if ((guint64) index >= (guint64) slot->extents[i])
        return FALSE;
      sum += index * slot->strides[i];
    }
  *offset = sum;
  return TRUE;
}

/*
 * Marking follows both branches where a value decides, so it may meet a fault in the branch that is not taken: then an element outside of
 * its buffer is not marked, and an index that cannot be computed is 0. A fault in a branch that is taken is reported when its value is
 * computed.
 */
static const TlInstr *
pass_over_fault (TlInterpMachine *machine, const TlInstr *instr)
{
  gboolean       is_address = instr->op == TL_OP_ADDR1 || instr->op == TL_OP_ADDR2 || instr->op == TL_OP_ADDR3 || instr->op == TL_OP_ADDR_N;
  const TlInstr *last = is_address ? instr + 1 : instr;   /* the use of an address comes next */

  if (last->op != TL_OP_MARK)
    machine->registers[last->dst].i = 0;
  return last + 1;
}

static GError *
fault_error (const TlInterpMachine *machine, const TlInstr *instr)
{
  gboolean is_arithmetic = instr->op < TL_OP_ADDR1;

  return is_arithmetic ? arithmetic_error (machine, instr) : tl_interp_access_error (machine, instr);
}

gboolean
tl_machine_run (TlInterpMachine *machine, guint entry)
{
  const TlInstr *code = machine->program->code;
  const TlInstr *pc = code + entry;
  TlInterpCell        *r = machine->registers;
  TlInterpSlot        *slots = machine->slots;
  guint64        granted = next_budget (machine);
  guint64        budget = granted;
  const TlInterpSlot  *s;
  gint64         offset;

  if (machine->program->is_too_large)
    return fail (machine, g_error_new (TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "the program is too large to be interpreted"));
again:
  for (;; pc++)
    switch ((TlOp) pc->op)
      {
      case TL_OP_HALT:
        machine->n_steps += granted - budget;
        return TRUE;
      case TL_OP_JUMP:
        pc = code + pc->integer - 1;
        break;
      case TL_OP_JUMP_ZERO:
        if (r[pc->a].i == 0)
          pc = code + pc->integer - 1;
        break;
      case TL_OP_JUMP_NONZERO:
        if (r[pc->a].i != 0)
          pc = code + pc->integer - 1;
        break;
      case TL_OP_JUMP_NE:
        if (r[pc->a].i != r[pc->b].i)
          pc = code + pc->integer - 1;
        break;
      case TL_OP_FOR_ENTER:
        if (r[pc->a].i >= r[pc->b].i)
          pc = code + pc->integer - 1;
        break;
      case TL_OP_FOR_NEXT:
        if (++r[pc->a].i >= r[pc->b].i)
          break;
        G_GNUC_FALLTHROUGH;
      case TL_OP_JUMP_BACK:
        pc = code + pc->integer - 1;
        if (--budget == 0)
          {
            if (!pass_check (machine, granted))
              return FALSE;
            granted = budget = next_budget (machine);
          }
        break;

#define A     r[pc->a]
#define B     r[pc->b]
#define C     r[pc->c]
#define N     pc->n
#define INSTR pc
#define TL_SCALAR_OP(name, field, value) \
      case TL_OP_##name: \
        r[pc->dst].field = value; \
        break;
#define TL_CHECKED_OP(name, condition, value) \
      case TL_OP_##name: \
        if (!(condition)) \
          goto fault; \
        r[pc->dst].i = value; \
        break;
#include "core/interp/scalar-ops.def"
#undef A
#undef B
#undef C
#undef N
#undef INSTR
#undef TL_SCALAR_OP
#undef TL_CHECKED_OP

      case TL_OP_ADDR1:
        s = &slots[pc->c];
        if ((guint64) r[pc->a].i >= (guint64) s->extents[0])
          goto fault;
        r[pc->dst].i = s->base + r[pc->a].i * s->strides[0];
        break;
      case TL_OP_ADDR2:
        s = &slots[pc->c];
        if ((guint64) r[pc->a].i >= (guint64) s->extents[0] || (guint64) r[pc->b].i >= (guint64) s->extents[1])
          goto fault;
        r[pc->dst].i = s->base + r[pc->a].i * s->strides[0] + r[pc->b].i * s->strides[1];
        break;
      case TL_OP_ADDR3:
        s = &slots[pc->c];
        if ((guint64) r[pc->a].i >= (guint64) s->extents[0] || (guint64) r[pc->b].i >= (guint64) s->extents[1]
            || (guint64) r[pc->integer].i >= (guint64) s->extents[2])
          goto fault;
        r[pc->dst].i = s->base + r[pc->a].i * s->strides[0] + r[pc->b].i * s->strides[1] + r[pc->integer].i * s->strides[2];
        break;
      case TL_OP_ADDR_N:
        if (!address_n (machine, pc, &r[pc->dst].i))
          goto fault;
        break;

      case TL_OP_LOAD2_S:
        s = &slots[pc->c];
        if ((guint64) r[pc->a].i >= (guint64) s->extents[0] || (guint64) r[pc->b].i >= (guint64) s->extents[1])
          goto fault;
        offset = s->base + r[pc->a].i * s->strides[0] + r[pc->b].i * s->strides[1];
        r[pc->dst].s = ((const float *) s->data)[offset];
        break;
#define V r[pc->b]
#define X ((const memory_type *) slots[pc->c].data)[r[pc->a].i + pc->integer]
#define TL_LOAD_OP(name, type, field, value) \
      case TL_OP_##name: \
        { \
          typedef type memory_type; \
          r[pc->dst].field = value; \
          break; \
        }
#define TL_STORE_OP(name, type, value) \
      case TL_OP_##name: \
        ((type *) slots[pc->c].data)[r[pc->a].i + pc->integer] = value; \
        break;
#include "core/interp/memory-ops.def"
#undef V
#undef X
#undef TL_LOAD_OP
#undef TL_STORE_OP

      case TL_OP_MARK:
        offset = r[pc->a].i + pc->integer;
        slots[slots[pc->c].storage].bits[offset >> 3] |= (guint8) (1u << (offset & 7));
        break;
      case TL_OP_TEST_BIT:
        r[pc->dst].i = test_bit (slots[slots[pc->c].storage].bits, r[pc->a].i);
        break;
      case TL_OP_WATCH_STORE:
        s = &slots[slots[pc->c].storage];
        offset = r[pc->a].i + pc->integer;
        if (s->bits != NULL)
          s->bits[offset >> 3] |= (guint8) (1u << (offset & 7));
        break;
      case TL_OP_WATCH_LOAD:
        s = &slots[slots[pc->c].storage];
        if (machine->unwritten == NULL && s->bits != NULL && !test_bit (s->bits, r[pc->a].i + pc->integer))
          machine->unwritten = tl_interp_element_text (s, block_phrase (machine, pc), r[pc->a].i + pc->integer);
        break;
      case TL_OP_SLOT_STRIDE:
        r[pc->dst].i = slots[pc->c].strides[pc->n] / slots[pc->c].buffer->dtype.lanes;
        break;
      case TL_OP_SLOT_BASE:
        r[pc->dst].i = slots[pc->c].base / slots[pc->c].buffer->dtype.lanes;
        break;
      case TL_OP_ASSERT:
        if (r[pc->a].i != 0)
          break;
        G_GNUC_FALLTHROUGH;
      case TL_OP_TRAP:
        return tl_fail (&machine->error, TL_INTERP_ERROR, pc->n, "%s", (const char *) pc->pointer);
      case TL_OP_HOOK:
        if (!pc->hook (machine, pc))
          return FALSE;
        break;
      case TL_OP_SYNC:
      case TL_OP_SHUFFLE:
      case TL_OP_MATRIX:
      case TL_OP_ACTIVE_MASK:
      case TL_OP_COPY_FROM:
      case TL_OP_COPY_TO:
      case TL_OP_COPY_GROUP:
        g_assert_not_reached ();
      }

fault:
  if (!machine->is_marking)
    return fail (machine, fault_error (machine, pc));
  pc = pass_over_fault (machine, pc);
  goto again;
}
