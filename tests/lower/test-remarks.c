/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The programs of remarks.py say behind "#:" which remarks lowering makes on them, all in order. For any program the lowered one is the
 * same whether anybody asks for remarks or not.
 */
#include "core/lower/lower.h"
#include "tests/lower/run-func.h"
#include "tests/named-texts.h"

#include <string.h>

static const NamedText *commented, *programs;   /* of remarks.py, of programs.py */

static TlTarget
fixed_target (void)
{
  g_autoptr (GError) error = NULL;
  TlTarget target;
  g_assert_true (tl_target_parse ("llvm -mtriple=x86_64-linux-gnu -mcpu=x86-64-v4 -num-cores=4", &target, &error));
  g_assert_no_error (error);
  return target;
}

/* Without the blanks that align columns. */
static char *
squeeze (const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", words[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static char *
wanted_remarks (const char *program)
{
  g_auto (GStrv) lines = g_strsplit (program, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "#: "))
      g_string_append_printf (text, "%s\n", lines[i] + 3);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_remarks (gconstpointer data)
{
  const NamedText *program = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = test_read (program->text);
  TlTarget target = fixed_target ();
  g_autoptr (TlRemarks) remarks = tl_remarks_on_program (module, module->prims[0]->name, &target, &error);
  g_assert_no_error (error);
  g_autofree char *text = tl_remarks_to_text (remarks), *wanted = wanted_remarks (program->text);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) got = g_string_new (NULL);
  for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
    {
      g_autofree char *line = squeeze (lines[i]);
      g_string_append_printf (got, "%s\n", line);
    }
  g_assert_cmpstr (got->str, ==, wanted);
}

/* Of kernels, whose loops the compiler behind writes out. */
static void
test_unrolled_kernel (void)
{
  static const char text[] =
    "@T.prim_func\n"
    "def main(A: T.Buffer((4, 8, 32), \"float32\"), C: T.Buffer((4, 8, 32), \"float32\")):\n"
    "    for v in T.thread_binding(4, thread=\"vthread.x\", annotations={\"pragma_auto_unroll_max_step\": 16}):\n"
    "        for tx in T.thread_binding(32, thread=\"threadIdx.x\"):\n"
    "            for i in range(8):\n"
    "                C[v, i, tx] = A[v, i, tx]\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = test_read (text);
  TlTarget target;
  g_assert_true (tl_target_parse ("cuda -arch=sm_80", &target, &error));
  g_autoptr (TlRemarks) remarks = tl_remarks_on_program (module, "main", &target, &error);
  g_assert_no_error (error);
  g_autofree char *got = tl_remarks_to_text (remarks);
  g_assert_nonnull (strstr (got, "stays a loop: 8 copies of 4 steps are more than 16"));
}

static void
test_same_program (gconstpointer data)
{
  const NamedText *program = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TlModule) module = test_read (program->text);
  g_autoptr (TlRemarks) remarks = tl_remarks_new ();
  const char *name = module->prims[0]->name;
  TlTarget target = fixed_target ();
  g_autoptr (TlModule) with = tl_lower_with_remarks (module, name, &target, NULL, remarks, &error);
  g_assert_no_error (error);
  g_autoptr (TlModule) without = tl_lower (module, name, &target, NULL, &error);
  g_assert_no_error (error);
  g_autofree char *text_with = tl_script_print (with, TL_DIALECT_CLASSIC, NULL);
  g_autofree char *text_without = tl_script_print (without, TL_DIALECT_CLASSIC, NULL);
  g_assert_cmpstr (text_with, ==, text_without);
}

/* Equal remarks are one; the same of another pass, subject or number is another. */
static void
test_equal_remarks_are_counted (void)
{
  g_autoptr (TlModule) module = test_read (HEAD "(A: T.Buffer((4,), \"float32\")):\n"
                                                "    for i in range(4):\n"
                                                "        A[i] = T.float32(0)\n");
  const TlStmt *loop = module->prims[0]->body;
  g_autoptr (TlRemarks) remarks = tl_remarks_new ();
  if (loop->kind == TL_STMT_BLOCK)
    loop = loop->block.body;
  g_assert_cmpint (loop->kind, ==, TL_STMT_FOR);
  tl_remarks_begin (remarks, "unroll");
  for (guint i = 0; i < 3; i++)
    tl_remark_loop (remarks, &loop->loop, "expanded into %d copies", 4);
  tl_remark_loop (remarks, &loop->loop, "expanded into %d copies", 2);
  tl_remarks_begin (remarks, "unroll-short");
  tl_remark_loop (remarks, &loop->loop, "expanded into %d copies", 4);
  tl_remark_buffer (remarks, module->prims[0]->params[0].buffer, "stays");
  tl_remark_buffer (remarks, module->prims[0]->params[0].buffer, "stays");
  tl_remark_loop (NULL, &loop->loop, "nobody asks");
  g_autofree char *text = tl_remarks_to_text (remarks);
  g_assert_cmpstr (text, ==, "unroll             loop i: expanded into 4 copies (3 loops)\n"
                             "unroll             loop i: expanded into 2 copies\n"
                             "unroll-short       loop i: expanded into 4 copies\n"
                             "unroll-short       buffer A: stays (2 times)\n");
  g_assert_cmpuint (tl_remarks_list (remarks)->len, ==, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  commented = named_texts_read (TEST_DIR "/remarks.py");
  programs = named_texts_read (TEST_DIR "/programs.py");
  for (const NamedText *program = commented; program->name != NULL; program++)
    {
      g_autofree char *path = g_strdup_printf ("/remarks/program/%s", program->name);
      g_test_add_data_func (path, program, test_remarks);
    }
  for (const NamedText *program = programs; program->name != NULL; program++)
    {
      g_autofree char *path = g_strdup_printf ("/remarks/same/%s", program->name);
      g_test_add_data_func (path, program, test_same_program);
    }
  g_test_add_func ("/remarks/unrolled-kernel", test_unrolled_kernel);
  g_test_add_func ("/remarks/equal-ones-are-counted", test_equal_remarks_are_counted);
  return g_test_run ();
}
