/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registry: mathematics, the runtime's helpers, and functions that fail in the ways a candidate can fail (tl_test_*), by which the
 * workers' isolation is tested.
 */
#include "core/codegen/externs.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef _OPENMP
#include <omp.h>
#else
#define omp_get_thread_num()  0
#define omp_get_num_threads() 1
#endif

#include "core/codegen/parallel-team.inc"

/* --- parallel loops --- */

typedef void (*ParallelBody) (gpointer closure, gint64 from, gint64 to);

typedef struct
{
  int   cpus[CPU_SETSIZE];
  guint n;
} CpuList;

/* Those that the process may use, read when the first loop begins; a child runs where it was put until it ends. */
static const CpuList *
usable_cpus (void)
{
  static CpuList list;
  static gsize is_read = 0;
  if (g_once_init_enter (&is_read))
    {
      cpu_set_t set;
      CPU_ZERO (&set);
      sched_getaffinity (0, sizeof set, &set);
      for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET ((gsize) cpu, &set))
          list.cpus[list.n++] = cpu;
      g_once_init_leave (&is_read, 1);
    }
  return &list;
}

static _Thread_local int own_cpu = -1;   /* that this thread is pinned to */

/*
 * Threads that sleep between loops wake up where they slept, and two of them shared one of two CPUs for whole comparisons, one of three. So
 * each is pinned to its own CPU, counted from that of the loop's first thread, which itself stays unpinned.
 */
static void
pin_thread (gint share, int first_cpu)
{
  const CpuList *all = usable_cpus ();
  guint at = 0;
  cpu_set_t set;
  if (share == 0 || all->n == 0)
    return;
  while (at < all->n && all->cpus[at] != first_cpu)
    at++;
  int cpu = all->cpus[(at + (guint) share) % all->n];
  if (cpu == own_cpu)
    return;
  CPU_ZERO (&set);
  CPU_SET ((gsize) cpu, &set);
  own_cpu = sched_setaffinity (0, sizeof set, &set) == 0 ? cpu : own_cpu;
}

void
tl_parallel_team_run (gint n_threads, void (*func) (gpointer data), gpointer data)
{
  TlTeam team = { 0 };
  int first_cpu = n_threads > 1 ? sched_getcpu () : 0;
#pragma omp parallel num_threads(MAX (n_threads, 1))
  {
    int thread = omp_get_thread_num (), size = omp_get_num_threads ();
    pin_thread (thread, first_cpu);
    if (thread > 0)
      tl_team_serve (&team, thread, size);
    else
      {
        tl_team_begin (&team, size);
        func (data);
        tl_team_end (&team);
      }
  }
}

/* One contiguous share per thread: neighbours in the loop are neighbours in memory. */
static void
parallel_for (gint64 begin, gint64 end, gint32 n_threads, ParallelBody body, gpointer closure)
{
  gint64 n = end - begin;
  if (n <= 0)
    return;
  if (tl_team_own != NULL)
    {
      tl_team_run_loop (tl_team_own, begin, end, body, closure);
      return;
    }
  gint shares = (gint) MIN ((gint64) MAX (n_threads, 1), n);
  int first_cpu = shares > 1 ? sched_getcpu () : 0;
#pragma omp parallel for schedule(static) num_threads(shares)
  for (gint share = 0; share < shares; share++)
    {
      pin_thread (share, first_cpu);
      body (closure, begin + n * share / shares, begin + n * (share + 1) / shares);
    }
}

/* --- workspaces --- */

#define WORKSPACE_ALIGN 64u
#define HUGE_PAGE_BYTES ((gsize) 2 << 20)
#define N_KEPT 8

/*
 * Intermediate buffers too large for the stack. A thread keeps the last few it gave back: a kernel that is timed a thousand times shall not
 * pay for fresh pages each time. State of the thread alone; a worker that ends gives all of it back.
 */
typedef struct
{
  gsize n_bytes;
  gsize padding[WORKSPACE_ALIGN / sizeof (gsize) - 1];
} WorkspaceHeader;

static _Thread_local WorkspaceHeader *kept[N_KEPT];

static gpointer
workspace_take (gint64 n_bytes)
{
  gsize wanted = (gsize) MAX (n_bytes, 1);
  for (guint i = 0; i < N_KEPT; i++)
    if (kept[i] != NULL && kept[i]->n_bytes == wanted)
      {
        WorkspaceHeader *found = kept[i];
        kept[i] = NULL;
        return found + 1;
      }
  gsize total = wanted + sizeof (WorkspaceHeader);
  gboolean is_large = total >= HUGE_PAGE_BYTES;
  gsize align = is_large ? HUGE_PAGE_BYTES : WORKSPACE_ALIGN;
  total = (total + align - 1) / align * align;
  WorkspaceHeader *made = aligned_alloc (align, total);
  if (made == NULL)
    {
      fprintf (stderr, "tileloom: no memory for an intermediate buffer of %" G_GSIZE_FORMAT " bytes\n", wanted);
      abort ();
    }
  if (is_large)
    madvise (made, total, MADV_HUGEPAGE);
  made->n_bytes = wanted;
  return made + 1;
}

static void
workspace_give (gpointer place)
{
  WorkspaceHeader *header = (WorkspaceHeader *) place - 1;
  for (guint i = 0; i < N_KEPT; i++)
    if (kept[i] == NULL)
      {
        kept[i] = header;
        return;
      }
  free (kept[0]);
  memmove (kept, kept + 1, sizeof kept - sizeof kept[0]);
  kept[N_KEPT - 1] = header;
}

static void
assert_failed (const char *message)
{
  fprintf (stderr, "tileloom: the program's assertion failed: %s\n", message);
  abort ();
}

/* --- ways to fail --- */

/* The store is the point of it: a sanitizer must not take it for ours. */
__attribute__ ((no_sanitize ("undefined"))) static void
test_bad_pointer (void)
{
  volatile int *volatile nowhere = NULL;
  *nowhere = 1;
}

static void
test_spin (void)
{
  for (volatile gint64 i = 0;; i++)
    ;
}

static void
test_allocate (void)
{
  for (;;)
    {
      char *block = malloc ((size_t) 1 << 24);
      if (block == NULL)
        abort ();
      memset (block, 1, (size_t) 1 << 24);
      __asm__ volatile ("" : : "r" (block) : "memory");
    }
}

static void
test_abort (void)
{
  abort ();
}

static void
test_exit (void)
{
  _Exit (3);
}

/* --- what code for machines without float16 calls; by their machine's calling convention, so no program may name them --- */

#if defined (__x86_64__) && defined (__FLT16_MAX__)
#define HAS_FLOAT16
extern float    __extendhfsf2 (_Float16 value);
extern _Float16 __truncsfhf2 (float value);
extern _Float16 __truncdfhf2 (double value);
#endif

/* --- the table --- */

#define MATH_1(name) \
  { #name, (gpointer) (double (*) (double)) name, "dd", TRUE }, { #name "f", (gpointer) (float (*) (float)) name##f, "ff", TRUE }
#define MATH_2(name) \
  { #name, (gpointer) (double (*) (double, double)) name, "ddd", TRUE }, \
  { #name "f", (gpointer) (float (*) (float, float)) name##f, "fff", TRUE }

static const TlExtern externs[] = {
  MATH_1 (exp), MATH_1 (exp2), MATH_1 (exp10), MATH_1 (log), MATH_1 (log2), MATH_1 (log10), MATH_1 (log1p), MATH_1 (expm1),
  MATH_1 (sqrt), MATH_1 (cbrt), MATH_1 (tanh), MATH_1 (erf), MATH_1 (erfc), MATH_1 (sin), MATH_1 (cos), MATH_1 (tan), MATH_1 (asin),
  MATH_1 (acos), MATH_1 (atan), MATH_1 (sinh), MATH_1 (cosh), MATH_1 (asinh), MATH_1 (acosh), MATH_1 (atanh), MATH_1 (floor),
  MATH_1 (ceil), MATH_1 (trunc), MATH_1 (round), MATH_1 (nearbyint), MATH_1 (rint), MATH_1 (fabs), MATH_1 (tgamma), MATH_1 (lgamma),
  MATH_2 (pow), MATH_2 (fmod), MATH_2 (atan2), MATH_2 (hypot), MATH_2 (fmin), MATH_2 (fmax), MATH_2 (copysign),
  { "fma", fma, "dddd", TRUE },
  { "fmaf", fmaf, "ffff", TRUE },
  { "tl_parallel_for", parallel_for, "vllipp", FALSE },
  { "tl_workspace_take", workspace_take, "pl", FALSE },
  { "tl_workspace_give", workspace_give, "vp", FALSE },
  { "tl_assert_failed", assert_failed, "vp", FALSE },
#ifdef HAS_FLOAT16
  { "__extendhfsf2", __extendhfsf2, "v", FALSE },
  { "__truncsfhf2", __truncsfhf2, "v", FALSE },
  { "__truncdfhf2", __truncdfhf2, "v", FALSE },
#endif
  { "memcpy", memcpy, "pppl", FALSE },
  { "memmove", memmove, "pppl", FALSE },
  { "memset", memset, "ppil", FALSE },
  { "tl_test_bad_pointer", test_bad_pointer, "v", TRUE },
  { "tl_test_spin", test_spin, "v", TRUE },
  { "tl_test_allocate", test_allocate, "v", TRUE },
  { "tl_test_abort", test_abort, "v", TRUE },
  { "tl_test_exit", test_exit, "v", TRUE },
};

const TlExtern *
tl_codegen_extern_nth (guint index)
{
  return index < G_N_ELEMENTS (externs) ? &externs[index] : NULL;
}

const TlExtern *
tl_codegen_extern_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (externs); i++)
    if (strcmp (externs[i].name, name) == 0)
      return &externs[i];
  return NULL;
}
