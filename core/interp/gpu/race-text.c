/* SPDX-License-Identifier: Apache-2.0 */
#include "core/interp/gpu/race-private.h"
#include "core/ir/matrix-call.h"

gboolean
tl_instr_is_store (const TlInstr *instr)
{
  if (instr->op == TL_OP_MATRIX)
    return instr->n == TL_MATRIX_STORE;
  return (instr->op >= TL_OP_STORE_S && instr->op <= TL_OP_STORE_64) || instr->op == TL_OP_COPY_TO;
}

const TlInstr *
tl_block_instr_of (const TlBlockMachine *machine, guint32 who)
{
  return &machine->launch->program->code[who & (((guint32) 1 << TL_SITE_BITS) - 1)];
}

void
tl_memory_append_element (GString *text, const TlMemory *memory, gint64 at)
{
  g_string_append (text, memory->buffer->name);
  for (guint i = 0; i < memory->n_dims; i++)
    {
      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i == 0 ? "[" : ", ", at / MAX (memory->strides[i], 1));
      at %= MAX (memory->strides[i], 1);
    }
  g_string_append_c (text, ']');
}

/* "thread (1, 0, 0)", with its block where that is asked for. */
static void
append_thread (GString *text, const TlBlockMachine *machine, gint64 block, guint thread, gboolean with_block)
{
  TlThreadPlace place = tl_block_thread_place (machine, block, thread);

  g_string_append_printf (text, "thread (%u, %u, %u)", place.thread[0], place.thread[1], place.thread[2]);
  if (with_block)
    g_string_append_printf (text, " of block (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")", place.block[0],
                            place.block[1], place.block[2]);
}

/* "the load of S in the store of C", "the store of S" */
static char *
access_text (const TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr)
{
  g_autofree char *where = tl_block_place_text (machine, instr);

  if (tl_instr_is_store (instr) && g_str_has_prefix (where, "the store of "))
    return g_steal_pointer (&where);
  return g_strdup_printf ("the %s of %s in %s", tl_instr_is_store (instr) ? "store" : "load", memory->buffer->name, where);
}

/* The innermost loop around both; NULL: none. */
static const char *
common_loop (const TlBlockMachine *machine, const TlInstr *a, const TlInstr *b)
{
  const TlCodePlace *x = tl_block_code_place (machine, a), *y = tl_block_code_place (machine, b);
  const char        *name = NULL;

  for (guint i = 0; i < MIN (x->n_loops, y->n_loops) && x->loops[i].reg == y->loops[i].reg && x->loops[i].name == y->loops[i].name; i++)
    name = x->loops[i].name;
  return name;
}

static void
append_remedy (GString *text, const TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, const TlInstr *other)
{
  g_autofree char *later = access_text (machine, memory, instr), *earlier = access_text (machine, memory, other);
  const char      *loop = common_loop (machine, instr, other);

  if (instr == other)
    {
      g_string_append (text, "only one thread may store it");
      if (loop != NULL)
        g_string_append_printf (text, ", or a barrier is needed between iterations of loop %s", loop);
    }
  else if (other > instr && loop != NULL)
    g_string_append_printf (text, "a barrier is needed between %s and %s in the next iteration of loop %s", earlier, later, loop);
  else
    g_string_append_printf (text, "a barrier is needed between %s and %s", earlier, g_str_equal (earlier, later) ? "the next one" : later);
}

static void
fill_finding (TlBlockMachine *machine, TlFoundFault *found, const TlMemory *memory, gint64 at, GString *text)
{
  found->finding.buffer = memory->buffer;
  found->finding.element = at;
  found->finding.text = g_string_free (text, FALSE);
}

void
tl_block_note_race (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread, guint32 other)
{
  const TlInstr *other_instr = tl_block_instr_of (machine, other);
  guint          other_thread = other >> TL_SITE_BITS;
  TlFoundFault  *found;
  GString       *text;

  if (!tl_block_found (machine, TL_FAULT_RACE, instr, other_instr, thread, &found))
    return;
  text = g_string_new (NULL);
  tl_memory_append_element (text, memory, at);
  g_string_append (text, " is ");
  g_string_append (text, tl_instr_is_store (other_instr) ? "stored by " : "loaded by ");
  append_thread (text, machine, machine->block, other_thread, FALSE);
  g_string_append (text, tl_instr_is_store (instr) ? " and stored by " : " and loaded by ");
  append_thread (text, machine, machine->block, thread, FALSE);
  g_string_append (text, " with no barrier in between: ");
  append_remedy (text, machine, memory, instr, other_instr);
  tl_block_append_thread (text, machine, instr, thread);
  found->finding.other_thread = tl_block_thread_place (machine, machine->block, other_thread);
  fill_finding (machine, found, memory, at, text);
}

void
tl_block_note_block_race (TlBlockMachine *machine, const TlMemory *memory, gint64 at, gint64 block, guint32 who, gint64 other_block,
                          guint32 other)
{
  const TlInstr   *instr = tl_block_instr_of (machine, who), *other_instr = tl_block_instr_of (machine, other);
  g_autofree char *access = access_text (machine, memory, instr), *other_access = access_text (machine, memory, other_instr);
  TlFoundFault    *found;
  GString         *text;

  machine->block = block;
  if (!tl_block_found (machine, TL_FAULT_RACE, instr, other_instr, who >> TL_SITE_BITS, &found))
    return;
  text = g_string_new (NULL);
  tl_memory_append_element (text, memory, at);
  g_string_append_printf (text, " is %s by ", tl_instr_is_store (other_instr) ? "stored" : "loaded");
  append_thread (text, machine, other_block, other >> TL_SITE_BITS, TRUE);
  g_string_append_printf (text, " and %s by ", tl_instr_is_store (instr) ? "stored" : "loaded");
  append_thread (text, machine, block, who >> TL_SITE_BITS, TRUE);
  g_string_append (text, ", and nothing orders blocks of one launch: ");
  if (instr == other_instr)
    g_string_append_printf (text, "only one block may run %s for an element", access);
  else
    g_string_append_printf (text, "%s and %s belong in two kernels", other_access, access);
  found->finding.other_thread = tl_block_thread_place (machine, other_block, other >> TL_SITE_BITS);
  fill_finding (machine, found, memory, at, text);
}

void
tl_block_note_uninitialised (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread)
{
  TlFoundFault *found;
  GString      *text;

  if (!tl_block_found (machine, TL_FAULT_UNINITIALISED, instr, NULL, thread, &found))
    return;
  text = g_string_new (NULL);
  tl_memory_append_element (text, memory, at);
  g_string_append (text, memory->space == TL_SPACE_SHARED ? " is read, and no thread of the block has stored it"
                         : memory->space == TL_SPACE_THREAD ? " is read, and the thread has not stored it"
                         : " is read, and nobody has stored it");
  tl_block_append_thread (text, machine, instr, thread);
  fill_finding (machine, found, memory, at, text);
}

void
tl_block_note_overwritten (TlBlockMachine *machine, const TlMemory *memory, const TlMemory *other, const TlInstr *instr, gint64 at,
                           guint thread)
{
  TlFoundFault *found;
  GString      *text;

  if (!tl_block_found (machine, TL_FAULT_UNINITIALISED, instr, NULL, thread, &found))
    return;
  text = g_string_new (NULL);
  tl_memory_append_element (text, memory, at);
  g_string_append_printf (text, " is read, and a store to %s, which lies in the same memory, has overwritten it", other->buffer->name);
  tl_block_append_thread (text, machine, instr, thread);
  fill_finding (machine, found, memory, at, text);
}

void
tl_block_note_misaligned (TlBlockMachine *machine, const TlMemory *memory, const TlInstr *instr, gint64 at, guint thread, gint64 alignment)
{
  TlFoundFault *found;
  GString      *text;

  if (!tl_block_found (machine, TL_FAULT_MISALIGNED, instr, NULL, thread, &found))
    return;
  text = g_string_new ("the vector at ");
  tl_memory_append_element (text, memory, at);
  g_string_append_printf (text, " of %u bytes begins at byte %" G_GINT64_FORMAT " of %s, which is no multiple of %" G_GINT64_FORMAT,
                          instr->n * memory->scalar_bytes, at * memory->scalar_bytes, memory->buffer->name, alignment);
  tl_block_append_thread (text, machine, instr, thread);
  fill_finding (machine, found, memory, at, text);
}
