/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedules of MetaSchedule's space for GPUs, those of matmuls.py with matrix instructions, and the ones of lowered.py, lowered and
 * emulated: the results are the program's, no thread races with another one, and where a barrier is taken out, one does; where a wait for
 * asynchronous copies is taken out or lets one group more go on, something is accessed too early.
 * GPU_LOWERING_FIRST and GPU_LOWERING_N choose the seeds: FIRST … FIRST + N - 1 of each program.
 */
#include <string.h>

#include "core/interp/check.h"
#include "core/interp/gpu/emulator.h"
#include "core/ir/async-copy.h"
#include "core/ir/matrix-call.h"
#include "core/ir/walk.h"
#include "core/lower/lower.h"
#include "core/space/space.h"
#include "core/text/notebook.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/named-texts.h"

static guint64
number_of (const char *variable, guint64 usual)
{
  const char *text = g_getenv (variable);

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : usual;
}

/* --- barriers --- */

typedef struct
{
  guint next, removed;
} BarrierCount;

static gboolean
is_barrier (const TlStmt *stmt)
{
  return stmt->kind == TL_STMT_EVALUATE && stmt->expr->kind == TL_EXPR_CALL && g_str_equal (stmt->expr->callee->name, "tvm_storage_sync");
}

static const TlStmt *
remove_barrier (TlRewriter *rewriter, const TlStmt *stmt)
{
  BarrierCount *count = rewriter->user_data;

  return is_barrier (stmt) && count->next++ == count->removed ? tl_stmt_evaluate (rewriter->arena, tl_int (rewriter->arena, 0)) : NULL;
}

/* NULL: there are not as many. */
static const TlPrimFunc *
without_barrier (TlArena *arena, const TlPrimFunc *func, guint number)
{
  BarrierCount count = { 0, number };
  TlRewriter   rewriter = { .arena = arena, .stmt = remove_barrier, .expr = tl_rewrite_no_expr, .user_data = &count };
  const TlStmt *body = tl_rewrite_stmt (&rewriter, func->body);

  return number < count.next ? tl_prim_func_with_body (arena, func, body) : NULL;
}

/* --- waits for copies --- */

typedef struct
{
  guint    next, changed;
  gboolean is_removed;      /* else it waits for one group less */
} WaitChange;

static const TlStmt *
change_wait (TlRewriter *rewriter, const TlStmt *stmt)
{
  WaitChange *change = rewriter->user_data;
  gint64      n = 0;

  if (!tl_stmt_is_wait_group (stmt) || change->next++ != change->changed)
    return NULL;
  g_assert_true (tl_expr_get_int (stmt->expr->args[0], &n));
  return change->is_removed ? tl_stmt_evaluate (rewriter->arena, tl_int (rewriter->arena, 0)) : tl_wait_group_stmt (rewriter->arena, n + 1);
}

/* NULL: there are not as many. */
static const TlPrimFunc *
with_changed_wait (TlArena *arena, const TlPrimFunc *func, guint number, gboolean is_removed)
{
  WaitChange   change = { 0, number, is_removed };
  TlRewriter   rewriter = { .arena = arena, .stmt = change_wait, .expr = tl_rewrite_no_expr, .user_data = &change };
  const TlStmt *body = tl_rewrite_stmt (&rewriter, func->body);

  return number < change.next ? tl_prim_func_with_body (arena, func, body) : NULL;
}

/* --- one schedule --- */

typedef struct
{
  TlReference      *reference;
  GPtrArray        *args;       /* inputs */
} GpuSubject;

static GPtrArray *
copy_args (const GPtrArray *args)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < args->len; i++)
    g_ptr_array_add (copies, tl_tensor_dup (args->pdata[i]));
  return copies;
}

static TlEmulation *
emulate (const GpuSubject *subject, const TlPrimFunc *lowered, TlCheckResult *result)
{
  g_autoptr (GPtrArray) args = copy_args (subject->args);
  TlEmulatorOptions options = { .checks = TRUE, .n_workers = 1 };
  TlEmulation *emulation = must (tl_emulate (lowered, (TlTensor *const *) args->pdata, args->len, &options, NULL, &failure));

  *result = (TlCheckResult) { .ok = TRUE };
  if (subject->reference != NULL)
    tl_reference_check (subject->reference, (TlTensor *const *) args->pdata, result);
  return emulation;
}

static void
check_waits (const GpuSubject *subject, const TlModule *lowered, const char *text)
{
  for (guint i = 0;; i++)
    for (guint is_removed = 0; is_removed < 2; is_removed++)
      {
        g_autoptr (TlArena) arena = tl_arena_new (lowered->arena);
        const TlPrimFunc *faulty = with_changed_wait (arena, tl_module_entry (lowered), i, is_removed);
        TlCheckResult result = { 0 };

        if (faulty == NULL)
          return;
        g_autoptr (TlEmulation) emulation = emulate (subject, faulty, &result);
        if (emulation->findings->len == 0)
          g_error ("Nothing needs wait %u of\n%s", i, text);
        tl_check_result_clear (&result);
      }
}

/* FALSE: the schedule needs more shared memory than there is. */
static gboolean
check_schedule (const GpuSubject *subject, TlState *state, const TlTarget *target, guint *n_barriers)
{
  const TlModule *module = tl_state_module (state);
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) lowered = tl_lower (module, tl_module_entry (module)->name, target, NULL, &error);
  if (lowered == NULL && strstr (error->message, "bytes of shared memory") != NULL)
    return FALSE;
  g_assert_no_error (error);
  g_autofree char *text = tl_script_print (lowered, TL_DIALECT_CLASSIC, NULL);
  TlCheckResult result = { 0 };
  g_autoptr (TlEmulation) emulation = emulate (subject, tl_module_entry (lowered), &result);

  if (emulation->findings->len > 0)
    g_error ("%s\n%s", ((const TlFinding *) emulation->findings->pdata[0])->text, text);
  if (!result.ok)
    g_error ("%s\n%s", result.where != NULL ? result.where : result.unwritten, text);
  tl_check_result_clear (&result);
  check_waits (subject, lowered, text);
  for (guint i = 0;; i++)
    {
      g_autoptr (TlArena) arena = tl_arena_new (lowered->arena);
      const TlPrimFunc *fewer = without_barrier (arena, tl_module_entry (lowered), i);

      if (fewer == NULL)
        break;
      g_autoptr (TlEmulation) faulty = emulate (subject, fewer, &result);
      if (faulty->findings->len == 0)
        g_error ("Nothing needs barrier %u of\n%s", i, text);
      tl_check_result_clear (&result);
      (*n_barriers)++;
    }
  return TRUE;
}

static TlWalk
find_matrix_call (const TlExpr *expr, gpointer user_data)
{
  TlMatrixCall call;

  return tl_matrix_call_read (expr, &call) ? TL_WALK_STOP : TL_WALK_INTO;
}

static gboolean
has_matrix_calls (const TlState *state)
{
  return !tl_stmt_walk (tl_module_entry (tl_state_module (state))->body, NULL, find_matrix_call, NULL);
}

/* Samples of the space of @module; only those with matrix instructions if @with_matrices. */
static void
check_samples (const char *name, const TlModule *module, gboolean with_matrices)
{
  g_autoptr (TlState) start = tl_state_new (module, 0);
  TlTarget target;
  guint64 first = number_of ("GPU_LOWERING_FIRST", 0), n = number_of ("GPU_LOWERING_N", g_getenv ("TL_FEWER") != NULL ? 10 : 40);
  guint n_schedules = 0, n_barriers = 0;

  must (tl_target_parse ("cuda -arch=sm_80", &target, &failure));
  g_autoptr (TlSpace) space = must (tl_space_from_rules (&target, NULL, &failure));
  GpuSubject subject = { 0 };
  const TlPrimFunc *func = tl_module_entry (module);
  subject.args = must (tl_interp_make_args (func, 1, FALSE, &failure));
  subject.reference = must (tl_reference_new (func, (TlTensor *const *) subject.args->pdata, subject.args->len, 0, NULL, &failure));
  for (guint64 seed = first; seed < first + n; seed++)
    {
      g_autoptr (TlState) state = tl_space_sample (space, start, seed, NULL);

      if (state == NULL || (with_matrices && !has_matrix_calls (state)))
        continue;
      n_schedules += check_schedule (&subject, state, &target, &n_barriers);
    }
  g_test_message ("%s: %u schedules of %u seeds, %u barriers", name, n_schedules, (guint) n, n_barriers);
  g_assert_true (n_schedules > 0 || n < 40);
  tl_reference_free (subject.reference);
  g_ptr_array_unref (subject.args);
}

static void
check_workload (gconstpointer data)
{
  const char *name = data;
  g_autofree char *path = g_strdup_printf (DATA_DIR "/workloads/%s.py", name);
  g_autoptr (TlSource) source = must (tl_script_load (path, &failure));
  g_autoptr (TlModule) module = must (tl_script_read (source, &failure));

  check_samples (name, module, FALSE);
}

static void
check_matmul (gconstpointer data)
{
  const NamedText *program = data;
  g_autofree char *script = g_strdup_printf ("from tvm.script import tir as T\n%s", program->text);
  g_autoptr (TlModule) module = must (tl_script_read_text (script, &failure));

  check_samples (program->name, module, TRUE);
}

/* No two lanes of a request meet in a bank. */
static void
check_conflicts (const GpuSubject *subject, const TlState *state, const TlTarget *target)
{
  const TlModule *module = tl_state_module (state);
  g_autoptr (TlModule) lowered = must (tl_lower (module, tl_module_entry (module)->name, target, NULL, &failure));
  g_autoptr (GPtrArray) args = copy_args (subject->args);
  TlEmulatorOptions options = { .counts = TRUE, .n_workers = 1 };
  g_autoptr (TlEmulation) emulation = must (tl_emulate (tl_module_entry (lowered), (TlTensor *const *) args->pdata, args->len, &options,
                                                        NULL, &failure));
  const TlKernelCounts *counts = emulation->counts->pdata[0];

  for (TlAccessKind kind = TL_ACCESS_SHARED_LOAD; kind <= TL_ACCESS_SHARED_STORE; kind++)
    {
      g_assert_cmpuint (counts->accesses[kind].n_requests, >, 0);
      g_assert_cmpuint (counts->accesses[kind].n_units, ==, counts->accesses[kind].least_units);
    }
}

/* A program of lowered.py; the interpreter does not know matrix instructions. */
static void
check_scheduled (gconstpointer data)
{
  const NamedText *program = data;
  g_autofree char *script = g_strdup_printf ("from tvm.script import tir as T\n%s", program->text);
  g_autoptr (TlModule) module = must (tl_script_read_text (script, &failure));
  g_autoptr (TlState) state = tl_state_new (module, 0);
  const TlPrimFunc *func = tl_module_entry (module);
  guint n_barriers = 0;
  TlTarget target;

  must (tl_target_parse ("cuda -arch=sm_80", &target, &failure));
  GpuSubject subject = { .args = must (tl_interp_make_args (func, 1, FALSE, &failure)) };
  if (!has_matrix_calls (state))
    subject.reference = must (tl_reference_new (func, (TlTensor *const *) subject.args->pdata, subject.args->len, 0, NULL, &failure));
  g_assert_true (check_schedule (&subject, state, &target, &n_barriers));
  if (g_str_has_prefix (program->name, "permuted"))
    check_conflicts (&subject, state, &target);
  g_clear_pointer (&subject.reference, tl_reference_free);
  g_ptr_array_unref (subject.args);
}

/* Programs that are refused have no kernels, and those for other targets have others. */
static void
add_scheduled (void)
{
  for (const NamedText *program = named_texts_read (TEST_DIR "/lowered.py"); program->name != NULL; program++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/lowering/scheduled/%s", program->name);

      if (strstr (program->text, "\n#! ") == NULL && strstr (program->text, "\n#@ ") == NULL)
        g_test_add_data_func (path, program, check_scheduled);
    }
}

int
main (int argc, char **argv)
{
  static const char *const programs[] = { "matmul-128", "mm-relu-128", "softmax", "layer-norm", "window-sum", "vector-add-1024",
                                          "linear-1x784x128" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/lowering/%s", programs[i]);

      g_test_add_data_func (path, programs[i], check_workload);
    }
  for (const NamedText *matmul = named_texts_read (TEST_DIR "/matmuls.py"); matmul->name != NULL; matmul++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/lowering/matrices/%s", matmul->name);

      g_test_add_data_func (path, matmul, check_matmul);
    }
  add_scheduled ();
  return g_test_run ();
}
