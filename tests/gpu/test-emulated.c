/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The programs of lowered.py in the emulator: their kernels compute what the programs mean, without a fault, and need each of their
 * barriers.
 */
#include <string.h>

#include "core/interp/check.h"
#include "core/interp/gpu/emulator.h"
#include "core/ir/walk.h"
#include "core/lower/lower.h"
#include "core/text/script.h"
#include "tests/must.h"
#include "tests/named-texts.h"

/* Removes the barrier number @at. */
typedef struct
{
  gint at;
  gint n;
} Removal;

static const TlStmt *
remove_barrier (TlRewriter *rewriter, const TlStmt *stmt)
{
  Removal *removal = rewriter->user_data;

  if (stmt->kind != TL_STMT_EVALUATE || !tl_expr_calls (stmt->expr, "tvm_storage_sync"))
    return NULL;
  return removal->n++ == removal->at ? tl_stmt_removed : stmt;
}

/* @func without that barrier; the number of its barriers with @at -1. */
static TlPrimFunc
without_barrier (TlArena *arena, const TlPrimFunc *func, gint at, gint *n_barriers)
{
  Removal    removal = { .at = at };
  TlRewriter rewriter = { .arena = arena, .stmt = remove_barrier, .expr = tl_rewrite_no_expr, .user_data = &removal };
  TlPrimFunc changed = *func;

  changed.body = tl_rewrite_stmt (&rewriter, func->body);
  *n_barriers = removal.n;
  return changed;
}

static TlEmulation *
emulate (const TlPrimFunc *func, GPtrArray *args)
{
  TlEmulatorOptions options = { .checks = TRUE, .n_workers = 2 };

  return must (tl_emulate (func, (TlTensor *const *) args->pdata, args->len, &options, NULL, &failure));
}

static void
check_result (const TlPrimFunc *program, const TlPrimFunc *kernels)
{
  g_autoptr (GPtrArray)   args = must (tl_interp_make_args (program, 3, FALSE, &failure));
  g_autoptr (TlReference) reference = must (tl_reference_new (program, (TlTensor *const *) args->pdata, args->len, 0, NULL, &failure));
  g_autoptr (TlEmulation) emulation = emulate (kernels, args);
  TlCheckResult result = { 0 };

  if (emulation->findings->len > 0)
    g_error ("%s", ((TlFinding *) g_ptr_array_index (emulation->findings, 0))->text);
  tl_reference_check (reference, (TlTensor *const *) args->pdata, &result);
  g_assert_cmpstr (result.where, ==, NULL);
  g_assert_true (result.ok);
  tl_check_result_clear (&result);
}

static void
check_barriers (const TlPrimFunc *program, const TlPrimFunc *kernels)
{
  g_autoptr (TlArena) arena = tl_arena_new (NULL);
  gint                n_barriers, n;

  without_barrier (arena, kernels, -1, &n_barriers);
  for (gint i = 0; i < n_barriers; i++)
    {
      TlPrimFunc changed = without_barrier (arena, kernels, i, &n);
      g_autoptr (GPtrArray)   args = must (tl_interp_make_args (program, 3, FALSE, &failure));
      g_autoptr (TlEmulation) emulation = emulate (&changed, args);

      if (emulation->findings->len == 0)
        g_test_message ("barrier %d of %d is not needed", i + 1, n_barriers);
      g_assert_cmpuint (emulation->findings->len, >, 0);
      g_assert_cmpint (((TlFinding *) g_ptr_array_index (emulation->findings, 0))->kind, ==, TL_FAULT_RACE);
    }
}

static void
test_program (gconstpointer data)
{
  const NamedText *program = data;
  const char      *named = strstr (program->text, "\n#@ ");
  g_autofree char *target_text = named != NULL ? g_strndup (named + 4, strcspn (named + 4, "\n")) : g_strdup ("cuda -arch=sm_80");
  g_autofree char *script = g_strdup_printf ("from tvm.script import tir as T\n%s", program->text);
  g_autoptr (TlModule) module = must (tl_script_read_text (script, &failure));
  g_autoptr (TlModule) lowered = NULL;
  TlTarget target;

  if (strstr (program->text, "\n#! ") != NULL)
    {
      g_test_skip ("is not lowered");
      return;
    }
  must (tl_target_parse (g_strstrip (target_text), &target, &failure));
  lowered = must (tl_lower (module, "main", &target, NULL, &failure));
  /* The interpreter knows no fragments: of their kernels only faults can be found here. */
  check_result (strstr (program->text, "T.tvm_") != NULL ? lowered->prims[0] : module->prims[0], lowered->prims[0]);
  check_barriers (module->prims[0], lowered->prims[0]);
}

int
main (int argc, char **argv)
{
  const NamedText *programs = named_texts_read (TEST_DIR "/lowered.py");

  g_test_init (&argc, &argv, NULL);
  for (const NamedText *program = programs; program->name != NULL; program++)
    {
      g_autofree char *path = g_strdup_printf ("/emulated/%s", program->name);

      g_test_add_data_func (path, program, test_program);
    }
  return g_test_run ();
}
