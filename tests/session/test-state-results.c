/* SPDX-License-Identifier: Apache-2.0 */
/* Work on a state that several ask for: it runs once, ends for each of them, and is cancelled when all are. */
#include "core/session/state-results-private.h"
#include "tests/must.h"
#include "tests/program-text.h"
#include "tests/read-module.h"
#include "tests/session/open-path.h"

/* A gate that the work waits at, so that the test decides when it ends. */
static struct
{
  GMutex mutex;
  GCond  cond;
  guint  n_started;      /* guarded, as are the others */
  guint  n_cancelled;
  gboolean is_open;
} gate;

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  gint64 end_us = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  g_mutex_lock (&gate.mutex);
  gate.n_started++;
  g_cond_broadcast (&gate.cond);
  while (!gate.is_open && !g_cancellable_is_cancelled (cancellable) && g_get_monotonic_time () < end_us)
    g_cond_wait_until (&gate.cond, &gate.mutex, g_get_monotonic_time () + 1000);
  gate.n_cancelled += g_cancellable_is_cancelled (cancellable);
  g_mutex_unlock (&gate.mutex);
  if (g_str_equal (data, "bad"))
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_FAILED, "bad");
  else
    g_task_return_pointer (task, g_ref_string_new (data), (GDestroyNotify) g_ref_string_release);
}

static const TlStateWork work = { "letters", run, (gpointer (*) (gpointer)) g_ref_string_acquire, (GDestroyNotify) g_ref_string_release };

typedef struct
{
  TlStateResults *results;
  TlState        *state;
  TlTarget        target;
} ResultsFixture;

static void
set_up (ResultsFixture *fixture, gconstpointer data)
{
  g_autoptr (TlModule) module = read_module ("from tvm.script import tir as T\n@T.prim_func\n" MATMUL ("16", "16", "16"));

  fixture->results = tl_state_results_new ();
  fixture->state = tl_state_new (module, 0);
  fixture->target = tl_target_host ();
  gate.n_started = gate.n_cancelled = 0;
  gate.is_open = FALSE;
}

static void
tear_down (ResultsFixture *fixture, gconstpointer data)
{
  tl_state_results_unref (fixture->results);
  tl_state_unref (fixture->state);
}

static void
ask (ResultsFixture *fixture, const char *func_name, const char *data, GCancellable *cancellable, GAsyncResult **result)
{
  tl_state_results_ask (fixture->results, &work, fixture->state, func_name, &fixture->target, g_strdup (data), g_free,
                        g_task_new (NULL, cancellable, take_result, result));
}

static void
wait_started (guint n)
{
  g_mutex_lock (&gate.mutex);
  while (gate.n_started < n)
    g_cond_wait (&gate.cond, &gate.mutex);
  g_mutex_unlock (&gate.mutex);
}

static void
open_gate (void)
{
  g_mutex_lock (&gate.mutex);
  gate.is_open = TRUE;
  g_cond_broadcast (&gate.cond);
  g_mutex_unlock (&gate.mutex);
}

static char *
take (GAsyncResult **result)
{
  return must (g_task_propagate_pointer (G_TASK (wait_for (result)), &failure));
}

static void
test_once (ResultsFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) first = NULL, second = NULL, later = NULL, other = NULL;
  char *a, *b, *c, *d;

  ask (fixture, "matmul", "text", NULL, &first);
  ask (fixture, "matmul", "text", NULL, &second);
  open_gate ();
  a = take (&first);
  b = take (&second);
  ask (fixture, "matmul", "text", NULL, &later);
  c = take (&later);
  g_assert_cmpuint (gate.n_started, ==, 1);
  g_assert_true (a == b && b == c);
  g_assert_cmpstr (a, ==, "text");
  ask (fixture, "another", "other text", NULL, &other);
  d = take (&other);
  g_assert_cmpuint (gate.n_started, ==, 2);
  g_assert_cmpstr (d, ==, "other text");
  g_ref_string_release (a);
  g_ref_string_release (b);
  g_ref_string_release (c);
  g_ref_string_release (d);
}

/* Of another program nothing is kept. */
static void
test_forget (ResultsFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) first = NULL, second = NULL;

  open_gate ();
  ask (fixture, "matmul", "text", NULL, &first);
  g_ref_string_release (take (&first));
  tl_state_results_forget (fixture->results);
  ask (fixture, "matmul", "text", NULL, &second);
  g_ref_string_release (take (&second));
  g_assert_cmpuint (gate.n_started, ==, 2);
}

static void
must_be_cancelled (GAsyncResult **result)
{
  must_fail (g_task_propagate_pointer (G_TASK (wait_for (result)), &failure), G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* One who is gone does not end it for the other. */
static void
test_one_cancels (ResultsFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) first = NULL, second = NULL;
  g_autoptr (GCancellable) of_first = g_cancellable_new (), of_second = g_cancellable_new ();

  ask (fixture, "matmul", "text", of_first, &first);
  ask (fixture, "matmul", "text", of_second, &second);
  wait_started (1);
  g_cancellable_cancel (of_first);
  open_gate ();
  g_ref_string_release (take (&second));
  must_be_cancelled (&first);
  g_assert_cmpuint (gate.n_cancelled, ==, 0);
}

/* Where all are gone it ends, and who asks then gets a new one. */
static void
test_all_cancel (ResultsFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) first = NULL, second = NULL, third = NULL;
  g_autoptr (GCancellable) of_first = g_cancellable_new (), of_second = g_cancellable_new ();

  ask (fixture, "matmul", "text", of_first, &first);
  ask (fixture, "matmul", "text", of_second, &second);
  wait_started (1);
  g_cancellable_cancel (of_first);
  g_cancellable_cancel (of_second);
  ask (fixture, "matmul", "text", NULL, &third);
  must_be_cancelled (&first);
  must_be_cancelled (&second);
  g_assert_cmpuint (gate.n_cancelled, ==, 1);
  open_gate ();
  g_ref_string_release (take (&third));
  g_assert_cmpuint (gate.n_started, ==, 2);
}

/* An error reaches all and is not kept. */
static void
test_errors (ResultsFixture *fixture, gconstpointer data)
{
  g_autoptr (GAsyncResult) first = NULL, second = NULL, third = NULL;

  ask (fixture, "matmul", "bad", NULL, &first);
  ask (fixture, "matmul", "bad", NULL, &second);
  open_gate ();
  must_fail (g_task_propagate_pointer (G_TASK (wait_for (&first)), &failure), G_IO_ERROR, G_IO_ERROR_FAILED);
  must_fail (g_task_propagate_pointer (G_TASK (wait_for (&second)), &failure), G_IO_ERROR, G_IO_ERROR_FAILED);
  ask (fixture, "matmul", "text", NULL, &third);
  g_ref_string_release (take (&third));
  g_assert_cmpuint (gate.n_started, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define TEST(name, function) g_test_add ("/state-results/" name, ResultsFixture, NULL, set_up, function, tear_down)
  TEST ("once", test_once);
  TEST ("forget", test_forget);
  TEST ("one-cancels", test_one_cancels);
  TEST ("all-cancel", test_all_cancel);
  TEST ("errors", test_errors);
#undef TEST
  return g_test_run ();
}
