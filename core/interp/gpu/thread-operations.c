/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on registers: a loop over the active threads for each row of scalar-ops.def. */
#include "core/interp/gpu/emulator-private.h"

static void
note_arithmetic (TlBlockMachine *machine, const TlInstr *instr, guint thread)
{
  gboolean      is_shift = instr->op == TL_OP_SHIFT_LEFT || instr->op == TL_OP_SHIFT_RIGHT_I || instr->op == TL_OP_SHIFT_RIGHT_U;
  TlFoundFault *found;

  if (tl_block_found (machine, TL_FAULT_ARITHMETIC, instr, NULL, thread, &found))
    {
      GString *text = g_string_new (is_shift ? "shift by a width out of range" : "division by zero");

      tl_block_append_thread (text, machine, instr, thread);
      found->finding.text = g_string_free (text, FALSE);
    }
}

void
tl_block_scalar_operation (TlBlockMachine *machine, const TlInstr *instr)
{
  TlInterpCell       *d = TL_ROW (machine, instr->dst);
  const TlInterpCell *a = TL_ROW (machine, instr->a);
  const TlInterpCell *b = TL_ROW (machine, instr->b);
  const TlInterpCell *c = TL_ROW (machine, instr->c);

  switch ((TlOp) instr->op)
    {
#define A     a[t]
#define B     b[t]
#define C     c[t]
#define N     instr->n
#define INSTR instr
#define TL_SCALAR_OP(name, field, value) \
    case TL_OP_##name: \
      TL_EACH_THREAD (machine, t) \
        d[t].field = value; \
      break;
#define TL_CHECKED_OP(name, condition, value) \
    case TL_OP_##name: \
      TL_EACH_THREAD (machine, t) \
        if (condition) \
          d[t].i = value; \
        else \
          { \
            note_arithmetic (machine, instr, t); \
            d[t].i = 0; \
          } \
      break;
#include "core/interp/scalar-ops.def"
#undef A
#undef B
#undef C
#undef N
#undef INSTR
#undef TL_SCALAR_OP
#undef TL_CHECKED_OP
    default:
      g_assert_not_reached ();
    }
}
