/* SPDX-License-Identifier: Apache-2.0 */
/* Threads of parallel loops: which iterations each runs, on which CPU, and what one loop sees of the one before. */
#include <sched.h>
#include <string.h>

#include "core/base/extremum.h"
#include "core/codegen/externs.h"

#define MAX_THREADS 4u
#define MAX_EXTENT  101
#define N_LOOPS     3000

typedef void (*ParallelFor) (gint64 begin, gint64 end, gint32 n_threads, void (*body) (gpointer, gint64, gint64), gpointer closure);

static ParallelFor
parallel_for (void)
{
  gpointer    address = tl_codegen_extern_find ("tl_parallel_for")->address;
  ParallelFor function;

  memcpy (&function, &address, sizeof function);
  return function;
}

/* --- iterations --- */

typedef struct
{
  gint64 begin, end;
  gint32 n_threads;
  guint  counts[MAX_EXTENT];   /* of each iteration: how often it ran */
} CountedLoop;

static void
count (gpointer data, gint64 from, gint64 to)
{
  CountedLoop *loop = data;

  for (gint64 i = from; i < to; i++)
    loop->counts[i - loop->begin]++;
}

static void
run_counted (gpointer data)
{
  CountedLoop *loop = data;

  parallel_for () (loop->begin, loop->end, loop->n_threads, count, loop);
}

static void
check_counted (gint64 begin, gint64 extent, gint32 n_threads, gint32 n_team)
{
  CountedLoop loop = { .begin = begin, .end = begin + extent, .n_threads = n_threads };

  if (n_team > 0)
    tl_parallel_team_run (n_team, run_counted, &loop);
  else
    run_counted (&loop);
  for (gint64 i = 0; i < MAX_EXTENT; i++)
    g_assert_cmpuint (loop.counts[i], ==, i < extent ? 1 : 0);
}

/* Alone and in teams of fewer or more threads than the loop asks for, there may be CPUs for them or not. */
static void
test_iterations (void)
{
  const gint64 extents[] = { -3, 0, 1, 2, 3, 7, MAX_EXTENT };

  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    for (gint32 n_threads = 1; n_threads <= 3; n_threads++)
      for (gint32 n_team = 0; n_team <= 5; n_team++)
        {
          check_counted (0, extents[i], n_threads, n_team);
          check_counted (-40, extents[i], n_threads, n_team);
        }
}

/* --- one loop after the other --- */

typedef struct
{
  guint *from, *to;
} Mirror;

/* Reads what the other threads have written. */
static void
add_one_mirrored (gpointer data, gint64 from, gint64 to)
{
  const Mirror *mirror = data;

  for (gint64 i = from; i < to; i++)
    mirror->to[i] = mirror->from[MAX_EXTENT - 1 - i] + 1;
}

static void
run_mirrors (gpointer data)
{
  guint (*numbers)[MAX_EXTENT] = data;

  for (guint i = 0; i < N_LOOPS; i++)
    {
      Mirror mirror = { numbers[i % 2], numbers[1 - i % 2] };

      parallel_for () (0, MAX_EXTENT, (gint32) MAX_THREADS, add_one_mirrored, &mirror);
    }
}

static void
test_order (void)
{
  for (gint n_team = 1; n_team <= 3; n_team++)
    {
      guint numbers[2][MAX_EXTENT] = { { 0 } };

      tl_parallel_team_run (n_team, run_mirrors, numbers);
      for (guint i = 0; i < MAX_EXTENT; i++)
        g_assert_cmpuint (numbers[N_LOOPS % 2][i], ==, N_LOOPS);
    }
}

/* --- CPUs --- */

static void
note_seat (gpointer seats, gint64 from, gint64 to)
{
  sched_getaffinity (0, sizeof (cpu_set_t), &((cpu_set_t *) seats)[from]);
}

static void
take_seats (gpointer seats)
{
  gint32 n = (gint32) tl_min (g_get_num_processors (), MAX_THREADS);

  parallel_for () (0, n, n, note_seat, seats);
}

/* Each thread has a core of its own; the first may go where it is sent. */
static void
test_seats (void)
{
  guint n = tl_min (g_get_num_processors (), MAX_THREADS);

  if (n < 2)
    {
      g_test_skip ("one core has no room for two threads");
      return;
    }
  for (guint round = 0; round < 4; round++)
    {
      cpu_set_t seats[MAX_THREADS];

      if (round % 2 == 0)
        take_seats (seats);
      else
        tl_parallel_team_run ((gint) n, take_seats, seats);
      g_assert_cmpint (CPU_COUNT (&seats[0]), >=, (int) n);
      for (guint i = 1; i < n; i++)
        {
          g_assert_cmpint (CPU_COUNT (&seats[i]), ==, 1);
          for (guint k = 1; k < i; k++)
            g_assert_false (CPU_EQUAL (&seats[i], &seats[k]));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parallel/iterations", test_iterations);
  g_test_add_func ("/parallel/order", test_order);
  g_test_add_func ("/parallel/seats", test_seats);
  return g_test_run ();
}
