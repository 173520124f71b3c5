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

#include "core/base/error.h"
#include "core/interp/check-private.h"
#include "core/interp/sample-private.h"

#define COLUMNS_PER_ROW 24
#define MAX_ROWS 256
/* A sample whose smallest form takes this many times the budget is not worth waiting for. */
#define PATIENCE 24

static void
track_buffers (TlSampler *sampler)
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
make_bits (TlSampler *sampler)
{
  for (guint i = 0; i < sampler->program->slots->len; i++)
    {
      TlInterpSlot *slot = &sampler->machine->slots[i];

      /* Views have no storage of their own; local buffers are not allocated yet and are not tracked. */
      if (slot->data == NULL || !g_hash_table_contains (sampler->tracked, slot->buffer))
        continue;
      slot->bits = g_malloc0 ((gsize) slot->n_scalars / 8 + 1);
      g_array_append_val (sampler->tracked_slots, i);
    }
}

static void
forget_pass (TlSampler *sampler)
{
  for (guint i = 0; i < sampler->tracked_slots->len; i++)
    {
      TlInterpSlot *slot = &sampler->machine->slots[g_array_index (sampler->tracked_slots, guint, i)];

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
copy_own_bits (const TlSampler *sampler, const TlUnit *unit)
{
  GByteArray *copy = g_byte_array_new ();

  for (guint i = 0; i < sampler->tracked_slots->len; i++)
    {
      const TlInterpSlot *slot = &sampler->machine->slots[g_array_index (sampler->tracked_slots, guint, i)];

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

/* Elements that the instances need of their own buffers must be theirs: a tile reads all of the tile it updates. */
static gboolean
wants_only_its_own (const TlSampler *sampler, const TlUnit *unit, const GByteArray *before)
{
  guint at = 0;

  for (guint i = 0; i < sampler->tracked_slots->len; i++)
    {
      const TlInterpSlot *slot = &sampler->machine->slots[g_array_index (sampler->tracked_slots, guint, i)];

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
mark_backwards (TlSampler *sampler, GPtrArray *wanted, guint64 *n_steps)
{
  TlInterpMachine *machine = sampler->machine;
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
      gboolean ok;

      machine->is_marking = TRUE;
      ok = tl_machine_run (machine, unit->scan_entry);
      machine->is_marking = FALSE;
      if (!ok)
        return FALSE;
      if (!wants_only_its_own (sampler, unit, before_scan))
        return tl_fail (&machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED,
                        "block \"%s\" reads what other instances of it write", unit->block->name);
    }
  *n_steps = machine->n_steps - before;
  return TRUE;
}

/* The first unit from which @buffer is read. */
static const char *
reader_of (const TlSampler *sampler, const TlBuffer *buffer)
{
  for (guint i = 0; i < sampler->units->len; i++)
    {
      const TlUnit *unit = g_ptr_array_index (sampler->units, i);

      if (g_hash_table_contains (unit->reads, buffer))
        return unit->block->name;
    }
  return NULL;
}

/* A wanted element of the program's own memory that no instance writes. */
static char *
find_unwritten (const TlSampler *sampler)
{
  for (guint i = 0; i < sampler->tracked_slots->len; i++)
    {
      const TlInterpSlot *slot = &sampler->machine->slots[g_array_index (sampler->tracked_slots, guint, i)];

      for (gint64 byte = 0; slot->owned_bytes > 0 && byte <= slot->n_scalars / 8; byte++)
        {
          guint8 open = slot->bits[byte];

          for (guint u = 0; open != 0 && u < sampler->units->len; u++)
            open &= (guint8) ~claimed_byte (g_ptr_array_index (sampler->units, u), slot->buffer, byte);
          if (open != 0)
            return tl_interp_element_text (slot, reader_of (sampler, slot->buffer), byte * 8 + g_bit_nth_lsf (open, -1));
        }
    }
  return NULL;
}

static gboolean
run_forwards (TlSampler *sampler)
{
  TlInterpMachine *machine = sampler->machine;

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

/* --- how many elements --- */

/*
 * cost (rows, columns) = scan + rows * (row + columns * column) is measured in three points: the scan alone, one row with one column,
 * one row with two.
 */
static gboolean
choose_sample (TlSampler *sampler, const GArray *written, guint64 max_steps, GPtrArray **wanted)
{
  guint64 scan, one, two;
  double  column, row, rows;

  for (guint n_columns = 0; n_columns <= 2; n_columns++)
    {
      g_autoptr (GPtrArray) trial = tl_sampler_pick (sampler, written, n_columns > 0, MAX (n_columns, 1));
      guint64              *steps = n_columns == 0 ? &scan : n_columns == 1 ? &one : &two;

      for (guint i = 0; n_columns == 0 && i < trial->len; i++)
        if (g_ptr_array_index (trial, i) != NULL)
          g_array_set_size (g_ptr_array_index (trial, i), 0);
      if (!mark_backwards (sampler, trial, steps))
        return FALSE;
      if (*steps > max_steps * PATIENCE)
        return tl_fail (&sampler->machine->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED,
                        "one element takes %" G_GUINT64_FORMAT " iterations", *steps);
    }
  column = two > one ? (double) (two - one) : 1;
  row = one > scan ? MAX ((double) (one - scan) - column, 1) : 1;
  rows = ((double) max_steps - (double) scan) / (row + column * COLUMNS_PER_ROW);
  *wanted = tl_sampler_pick (sampler, written, (guint) CLAMP (rows, 2, MAX_ROWS), COLUMNS_PER_ROW);
  return TRUE;
}

/* --- all of it --- */

static gboolean
prepare (TlSampler *sampler, TlTensor *const *args, guint n_args, const GArray *written, guint64 max_steps, GCancellable *cancellable,
         GError **error)
{
  sampler->compiler = tl_compiler_new (sampler->func, args, n_args, error);
  if (sampler->compiler == NULL)
    return FALSE;
  sampler->units = tl_units_collect (sampler->compiler, sampler->func, args, n_args, sampler->allocs, error);
  if (sampler->units == NULL)
    return FALSE;
  track_buffers (sampler);
  tl_sampler_compile_units (sampler);
  if (tl_compiler_mark_problem (sampler->compiler) != NULL)
    return tl_fail (error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "%s", tl_compiler_mark_problem (sampler->compiler));
  for (guint i = 0; i < n_args; i++)
    g_ptr_array_add (sampler->results, g_array_index (written, gboolean, i) ? tl_tensor_dup (args[i]) : tl_tensor_ref (args[i]));
  sampler->program = tl_compiler_finish (g_steal_pointer (&sampler->compiler));
  sampler->machine = tl_machine_new (sampler->program, sampler->func, (TlTensor *const *) sampler->results->pdata,
                                     max_steps * PATIENCE * 4, cancellable);
  sampler->machine->hook_data = sampler;
  return TRUE;
}

static gboolean
sample (TlSampler *sampler, const GArray *written, guint64 max_steps, GPtrArray **samples, char **unwritten, GError **error)
{
  TlInterpMachine *machine = sampler->machine;
  guint64    n_steps;
  gboolean   ok;

  /* All elements read have been written: untouched memory stays unmapped zero pages. */
  machine->fill_poison = FALSE;
  ok = tl_machine_run (machine, 0);
  machine->fill_poison = TRUE;
  if (ok)
    make_bits (sampler);
  ok = ok && choose_sample (sampler, written, max_steps, samples) && mark_backwards (sampler, *samples, &n_steps);
  if (ok)
    *unwritten = find_unwritten (sampler);
  ok = ok && run_forwards (sampler);
  if (!ok)
    {
      g_propagate_error (error, g_steal_pointer (&machine->error));
      g_clear_pointer (samples, g_ptr_array_unref);
    }
  return ok;
}

static void
sampler_clear (TlSampler *sampler)
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
                    GPtrArray **samples, GPtrArray **results, char **unwritten, GError **error)
{
  g_autoptr (GArray) written = tl_interp_written_params (func);
  TlSampler  sampler = { .func = func };
  gboolean ok;

  sampler.allocs = g_ptr_array_new ();
  sampler.tracked = g_hash_table_new (NULL, NULL);
  sampler.tracked_slots = g_array_new (FALSE, FALSE, sizeof (guint));
  sampler.results = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  *samples = NULL;
  *unwritten = NULL;
  ok = prepare (&sampler, args, n_args, written, max_steps, cancellable, error)
    && sample (&sampler, written, max_steps, samples, unwritten, error);
  *results = ok ? g_steal_pointer (&sampler.results) : NULL;
  sampler_clear (&sampler);
  return ok;
}
