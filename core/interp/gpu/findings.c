/* SPDX-License-Identifier: Apache-2.0 */
/* Faults: one of each kind at each statement, with the first place and a count. */
#include "core/interp/gpu/emulator-private.h"

#include "core/ir/path.h"

#define MAX_FINDINGS 20

typedef struct
{
  guint         kernel;
  TlFaultKind   kind;
  const TlStmt *stmt, *other;
  gboolean      is_of_blocks;   /* a race of two blocks */
} TlFindingKey;

const char *
tl_fault_kind_name (TlFaultKind kind)
{
  static const char *const names[TL_N_FAULT_KINDS] = {
    [TL_FAULT_RACE] = "race",
    [TL_FAULT_UNINITIALISED] = "uninitialised read",
    [TL_FAULT_OUT_OF_BOUNDS] = "out of bounds",
    [TL_FAULT_MISALIGNED] = "misaligned vector",
    [TL_FAULT_DIVERGENT_BARRIER] = "divergent barrier",
    [TL_FAULT_INACTIVE_LANE] = "inactive lane",
    [TL_FAULT_MATRIX] = "matrix instruction",
    [TL_FAULT_IN_FLIGHT] = "copy in flight",
    [TL_FAULT_ARITHMETIC] = "arithmetic",
  };

  return names[kind];
}

static guint
hash_key (gconstpointer data)
{
  const TlFindingKey *key = data;

  return g_direct_hash (key->stmt) * 31 + g_direct_hash (key->other) * 17 + key->kernel * 8 + key->kind;
}

static gboolean
equal_keys (gconstpointer a, gconstpointer b)
{
  const TlFindingKey *x = a, *y = b;

  return x->kernel == y->kernel && x->kind == y->kind && x->stmt == y->stmt && x->other == y->other
         && x->is_of_blocks == y->is_of_blocks;
}

static void
free_fault (gpointer data)
{
  TlFoundFault *fault = data;

  g_free (fault->finding.text);
  g_free (fault);
}

static void
free_finding (gpointer data)
{
  TlFinding *finding = data;

  g_free (finding->text);
  g_free (finding);
}

GHashTable *
tl_findings_new (void)
{
  return g_hash_table_new_full (hash_key, equal_keys, g_free, free_fault);
}

const TlCodePlace *
tl_block_code_place (const TlBlockMachine *machine, const TlInstr *instr)
{
  return g_ptr_array_index (machine->launch->program->places, instr - machine->launch->program->code);
}

TlThreadPlace
tl_block_thread_place (const TlBlockMachine *machine, gint64 block, guint thread)
{
  const gint64 *blocks = machine->launch->extents, *threads = blocks + TL_AXIS_THREAD_X;

  return (TlThreadPlace) {
    .block = { block % blocks[0], block / blocks[0] % blocks[1], block / (blocks[0] * blocks[1]) },
    .thread = { (guint) (thread % threads[0]), (guint) (thread / threads[0] % threads[1]), (guint) (thread / (threads[0] * threads[1])) },
  };
}

gboolean
tl_block_found (TlBlockMachine *machine, TlFaultKind kind, const TlInstr *instr, const TlInstr *other, guint thread,
                TlFoundFault **found)
{
  TlFindingKey key = { machine->launch->kernel, kind, tl_block_code_place (machine, instr)->stmt,
                       other != NULL ? tl_block_code_place (machine, other)->stmt : NULL, machine->compares_blocks };

  *found = g_hash_table_lookup (machine->findings, &key);
  if (*found != NULL)
    {
      (*found)->finding.count++;
      return FALSE;
    }
  *found = g_new0 (TlFoundFault, 1);
  (*found)->block = machine->block;
  (*found)->is_of_blocks = machine->compares_blocks;
  (*found)->order = g_hash_table_size (machine->findings);
  (*found)->finding = (TlFinding) { .kind = kind, .kernel = key.kernel, .count = 1, .stmt = key.stmt, .other_stmt = key.other };
  (*found)->finding.thread = tl_block_thread_place (machine, machine->block, thread);
  g_hash_table_insert (machine->findings, g_memdup2 (&key, sizeof key), *found);
  return TRUE;
}

void
tl_block_append_thread (GString *text, const TlBlockMachine *machine, const TlInstr *instr, guint thread)
{
  const TlCodePlace *place = tl_block_code_place (machine, instr);
  TlThreadPlace      at = tl_block_thread_place (machine, machine->block, thread);
  g_autofree char   *where = tl_block_place_text (machine, instr);

  g_string_append_printf (text, "; in %s, thread (%u, %u, %u) of block (%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ")",
                          where, at.thread[0], at.thread[1], at.thread[2], at.block[0], at.block[1], at.block[2]);
  for (guint i = 0; i < place->n_loops; i++)
    g_string_append_printf (text, ", %s = %" G_GINT64_FORMAT, place->loops[i].name, TL_ROW (machine, place->loops[i].reg)[thread].i);
}

/* The block of the scheduled program that the statement was in. */
static const char *
block_name (const TlCodePlace *place, const TlPrimFunc *scheduled)
{
  const TlStmt *found;

  if (place->block != NULL || scheduled == NULL || place->stmt->origin.id == 0)
    return place->block;
  found = tl_stmt_find (scheduled->body, place->stmt->origin.id);
  return found != NULL && found->kind == TL_STMT_BLOCK ? found->block.name : NULL;
}

char *
tl_code_place_text (const TlCodePlace *place, const TlPrimFunc *scheduled)
{
  const char *name = place->stmt->kind != TL_STMT_FOR ? block_name (place, scheduled) : NULL;

  if (name != NULL)
    return g_strdup_printf ("block \"%s\"", name);
  switch (place->stmt->kind)
    {
    case TL_STMT_STORE:
      return g_strdup_printf ("the store of %s", place->stmt->buffer->name);
    case TL_STMT_FOR:
      return g_strdup_printf ("loop %s", place->stmt->loop.var->name);
    case TL_STMT_IF:
      return g_strdup ("a condition");
    case TL_STMT_LET:
      return g_strdup_printf ("the value of %s", place->stmt->var->name);
    default:
      if (place->n_loops > 0)
        return g_strdup_printf ("loop %s", place->loops[place->n_loops - 1].name);
      return g_strdup ("the kernel");
    }
}

char *
tl_block_place_text (const TlBlockMachine *machine, const TlInstr *instr)
{
  return tl_code_place_text (tl_block_code_place (machine, instr), machine->launch->options->scheduled);
}

void
tl_findings_join (GHashTable *all, GHashTable *worker)
{
  GHashTableIter iter;
  gpointer       key, value;

  g_hash_table_iter_init (&iter, worker);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      TlFoundFault *fault = value, *known = g_hash_table_lookup (all, key);
      guint64       others = known != NULL ? known->finding.count : 0;

      g_hash_table_iter_steal (&iter);
      if (known != NULL && known->block <= fault->block)
        {
          known->finding.count += fault->finding.count;
          g_free (key);
          free_fault (fault);
          continue;
        }
      fault->finding.count += others;
      g_hash_table_replace (all, key, fault);
    }
}

static gint
compare_faults (gconstpointer a, gconstpointer b)
{
  const TlFoundFault *x = *(TlFoundFault *const *) a, *y = *(TlFoundFault *const *) b;

  if (x->finding.kernel != y->finding.kernel)
    return x->finding.kernel < y->finding.kernel ? -1 : 1;
  if (x->block != y->block)
    return x->block < y->block ? -1 : 1;
  if (x->is_of_blocks != y->is_of_blocks)
    return y->is_of_blocks ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

GPtrArray *
tl_findings_finish (GHashTable *all, guint *n_more)
{
  g_autoptr (GPtrArray) faults = g_ptr_array_new ();
  GPtrArray *findings = g_ptr_array_new_with_free_func (free_finding);
  GHashTableIter iter;
  gpointer       fault_value;

  g_hash_table_iter_init (&iter, all);
  while (g_hash_table_iter_next (&iter, NULL, &fault_value))
    g_ptr_array_add (faults, fault_value);
  g_ptr_array_sort (faults, compare_faults);
  for (guint i = 0; i < MIN (faults->len, MAX_FINDINGS); i++)
    {
      TlFoundFault *fault = g_ptr_array_index (faults, i);

      g_ptr_array_add (findings, g_memdup2 (&fault->finding, sizeof fault->finding));
      fault->finding.text = NULL;
    }
  *n_more = faults->len > MAX_FINDINGS ? faults->len - MAX_FINDINGS : 0;
  g_hash_table_remove_all (all);
  return findings;
}
