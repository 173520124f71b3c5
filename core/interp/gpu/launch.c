/* SPDX-License-Identifier: Apache-2.0 */
/* A launch: the grid, and the workers that take its blocks. Each worker takes them in ascending order. */
#include "core/base/error.h"
#include "core/interp/gpu/emulator-private.h"
#include "core/interp/gpu/warp-requests.h"

static gboolean
refuse (TlInterpMachine *host, const char *what, gint64 number)
{
  return tl_fail (&host->error, TL_INTERP_ERROR, TL_INTERP_ERROR_UNSUPPORTED, "%s: %" G_GINT64_FORMAT, what, number);
}

static gint64
product (const gint64 *extents)
{
  gint64 n = 1;

  for (guint i = 0; i < 3; i++)
    if (extents[i] < 0 || __builtin_mul_overflow (n, extents[i], &n))
      return -1;
  return n;
}

/* Extents are known now. */
static gboolean
read_launch (TlLaunch *launch, TlInterpMachine *host, const TlInstr *instr)
{
  const guint32 *pool = host->program->pool + instr->a;
  TlEmulatorRun *run = host->hook_data;
  guint          warp_size = run->options->warp_size != 0 ? run->options->warp_size : 32;
  gint64         n_threads;

  for (guint axis = 0; axis < TL_N_LAUNCH_AXES; axis++)
    launch->extents[axis] = host->registers[pool[axis]].i;
  launch->program = host->program;
  launch->host = host;
  launch->options = run->options;
  launch->cancellable = run->cancellable;
  launch->kernel = instr->c;
  launch->entry = (guint) (instr - host->program->code) + 2;
  launch->end = (guint) instr[1].integer;
  launch->first_axis = instr->b;
  launch->n_steps = &run->n_steps;
  launch->warp_shift = (guint) g_bit_nth_msf (warp_size, -1);
  launch->n_blocks = product (launch->extents);
  if (warp_size > TL_WARP_LANES || (warp_size & (warp_size - 1)) != 0)
    return refuse (host, "the size of a warp, which is a power of two up to 32", warp_size);
  n_threads = product (launch->extents + TL_AXIS_THREAD_X);
  if (n_threads < 0 || n_threads > TL_MAX_THREADS)
    return refuse (host, "threads in a block, of which the emulator runs at most 4096", n_threads);
  if (launch->n_blocks < 0)
    return refuse (host, "too many blocks", launch->n_blocks);
  launch->n_threads = (guint) n_threads;
  return TRUE;
}

static gpointer
run_blocks (gpointer data)
{
  TlBlockMachine *machine = data;
  TlLaunch       *launch = machine->launch;
  gint64          step = MAX (launch->options->block_step, 1), block;

  while (!g_atomic_int_get (&launch->is_over)
         && (block = __atomic_fetch_add (&launch->next_block, step, __ATOMIC_RELAXED)) < launch->n_blocks)
    if (!tl_block_machine_run (machine, block))
      g_atomic_int_set (&launch->is_over, TRUE);
  return NULL;
}

static guint
count_workers (const TlLaunch *launch)
{
  guint wanted = launch->options->n_workers != 0 ? launch->options->n_workers : g_get_num_processors ();

  return (guint) MIN ((gint64) wanted, launch->n_blocks);
}

/* This thread is the first worker. */
static void
run_workers (GPtrArray *machines)
{
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  for (guint i = 1; i < machines->len; i++)
    g_ptr_array_add (threads, g_thread_new ("emulator", run_blocks, g_ptr_array_index (machines, i)));
  run_blocks (g_ptr_array_index (machines, 0));
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (g_ptr_array_index (threads, i));
}

static void
add_counts (TlInstrCounts *all, const TlInstrCounts *counts, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      all[i].n_threads += counts[i].n_threads;
      all[i].n_warps += counts[i].n_warps;
      all[i].n_divergent += counts[i].n_divergent;
      all[i].n_requests += counts[i].n_requests;
      all[i].n_units += counts[i].n_units;
      all[i].least_units += counts[i].least_units;
      all[i].n_accesses += counts[i].n_accesses;
      all[i].n_products += counts[i].n_products;
    }
}

static gboolean
collect (const TlLaunch *launch, TlInterpMachine *host, GPtrArray *machines)
{
  TlEmulatorRun *run = host->hook_data;

  for (guint i = 0; i < machines->len; i++)
    {
      TlBlockMachine *machine = g_ptr_array_index (machines, i);

      tl_findings_join (run->findings, machine->findings);
      run->n_executed += machine->n_executed;
      if (machine->counts != NULL)
        add_counts (run->counts + launch->entry, machine->counts, launch->end - launch->entry);
      if (machine->error != NULL && host->error == NULL)
        host->error = g_steal_pointer (&machine->error);
    }
  return host->error == NULL;
}

static gboolean
run_launch (TlLaunch *launch, TlInterpMachine *host)
{
  g_autoptr (GPtrArray) machines = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_block_machine_free);

  for (guint i = count_workers (launch); i > 0; i--)
    {
      TlBlockMachine *machine = tl_block_machine_new (launch, &host->error);

      if (machine == NULL)
        return FALSE;
      g_ptr_array_add (machines, machine);
    }
  run_workers (machines);
  tl_launch_check_blocks (launch, machines);
  return collect (launch, host, machines);
}

gboolean
tl_launch_hook (TlInterpMachine *host, const TlInstr *instr)
{
  TlLaunch       launch = { 0 };
  TlEmulatorRun *run = host->hook_data;
  gboolean       ok;

  if (!read_launch (&launch, host, instr))
    return FALSE;
  if (launch.n_blocks == 0 || launch.n_threads == 0)
    return TRUE;
  tl_launch_set_up_checks (&launch, run->written);
  ok = run_launch (&launch, host);
  tl_launch_free_checks (&launch);
  return ok;
}
