/* SPDX-License-Identifier: Apache-2.0 */
/*
 * numpy, in a Python process of its own on the same cores, which reads "run" and answers when it is done: for tasks of milliseconds,
 * beside which the two words do not count. Its result is its own and is not compared.
 */
#include <gio/gio.h>
#include <signal.h>
#include <stdio.h>

#include "tests/bench/baselines/baselines.h"

typedef struct
{
  GPid  pid;
  FILE *to;
  FILE *from;
} Numpy;

static const char script[]
  = "import os, sys\n"
    "for name in ('OPENBLAS_CORETYPE', 'OPENBLAS_L2_SIZE', 'OPENBLAS_VERBOSE'): os.environ.pop(name, None)\n"
    "os.environ['OPENBLAS_NUM_THREADS'] = os.environ['OMP_NUM_THREADS'] = sys.argv[1]\n"
    "import numpy as np\n"
    "op, m, k, n, p = sys.argv[2], *map(int, sys.argv[3:])\n"
    "r = np.random.default_rng(0)\n"
    "A, B = r.uniform(-1, 1, (m, k)).astype('float32') / 16, r.uniform(-1, 1, (k, n)).astype('float32') / 16\n"
    "C = np.empty((m, n), 'float32')\n"
    "if op == 'chain': E, F = r.uniform(-1, 1, (n, p)).astype('float32'), np.empty((m, p), 'float32')\n"
    "print('ready', flush=True)\n"
    "for line in sys.stdin:\n"
    "    np.matmul(A, B, out=C)\n"
    "    if op == 'chain': np.exp(C, out=C); np.matmul(C, E, out=F)\n"
    "    print('done', flush=True)\n";

static gboolean
hears (Numpy *numpy)
{
  char line[64];

  return fgets (line, sizeof line, numpy->from) != NULL;
}

static void
run_numpy (gpointer data)
{
  Numpy *numpy = data;

  fputs ("run\n", numpy->to);
  fflush (numpy->to);
  if (!hears (numpy))
    g_error ("numpy has gone");
}

static void
free_numpy (gpointer data)
{
  Numpy *numpy = data;

  kill (numpy->pid, SIGKILL);
  fclose (numpy->to);
  fclose (numpy->from);
  g_spawn_close_pid (numpy->pid);
  g_free (numpy);
}

static gboolean
start_numpy (const char *python, const TlBaselineTask *task, TlBaselineRun *run, GError **error)
{
  static const char *const sizes[] = { "m", "k", "n", "p" };
  const char *argv[11] = { python, "-c", script };
  g_autofree char *n_threads = g_strdup_printf ("%u", task->n_threads);
  char *numbers[4];
  Numpy    numpy;
  gboolean ok;
  gint     to, from;

  argv[3] = n_threads;
  argv[4] = task->op;
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    argv[5 + i] = numbers[i] = g_strdup_printf ("%" G_GINT64_FORMAT, tl_baseline_size (task, sizes[i]));
  ok = g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &numpy.pid, &to,
                                 &from,
                                 NULL, error);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    g_free (numbers[i]);
  if (!ok)
    return FALSE;
  numpy.to = fdopen (to, "w");
  numpy.from = fdopen (from, "r");
  *run = (TlBaselineRun) { .data = g_memdup2 (&numpy, sizeof numpy), .run = run_numpy, .free = free_numpy };
  if (hears (&numpy))
    return TRUE;
  free_numpy (run->data);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                       "NumPy is not installed: install python3-numpy (Debian); no rebuild needed");
  return FALSE;
}

/* The first Python on the path may be one without numpy beside the system's. */
gboolean
tl_baseline_numpy (const TlBaselineTask *task, TlBaselineRun *run, GError **error)
{
  if (!g_str_equal (task->op, "gemm") && !g_str_equal (task->op, "chain"))
    return tl_baseline_refuse (task, "numpy", error);
  return start_numpy ("python3", task, run, NULL) || start_numpy ("/usr/bin/python3", task, run, error);
}
