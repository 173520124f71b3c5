/* SPDX-License-Identifier: Apache-2.0 */
/* LLVM's passes one by one, for people who follow a program through them. */
#include <string.h>

#include "core/codegen/codegen-private.h"

/* The passes that llvm-codegen.c runs. */
static const struct
{
  const char *name, *summary;
} summaries[] = {
  { "translate", "Translate the lowered program to LLVM IR" },
  { "sroa", "Split arrays on the stack into values" },
  { "early-cse", "Reuse values that were computed before" },
  { "simplifycfg", "Simplify branches" },
  { "instcombine", "Combine instructions into fewer or simpler ones" },
  { "licm", "Move loop-invariant instructions out of loops" },
  { "simple-loop-unswitch", "Move loop-invariant conditions out of loops" },
  { "loop-idiom", "Recognize loops that fill or copy memory" },
  { "indvars", "Simplify induction variables" },
  { "loop-deletion", "Delete loops without effect" },
  { "loop-unroll-full", "Expand loops of few iterations" },
  { "gvn", "Number values and remove redundant ones" },
  { "correlated-propagation", "Use what conditions and ranges tell about values" },
  { "bdce", "Remove computations of bits that nobody uses" },
  { "dse", "Remove stores that are overwritten" },
  { "loop-vectorize", "Vectorize loops" },
  { "slp-vectorizer", "Join scalar operations into vectors" },
  { "vector-combine", "Combine vector operations" },
  { "loop-unroll", "Unroll loops" },
  { "loop-sink", "Move instructions into loops that seldom run them" },
  { "infer-alignment", "Find the alignment of addresses" },
  { "instsimplify", "Replace instructions by existing values" },
  { "cut-blocks", "Cut long blocks, so that selecting instructions takes less time" },
};

/* The comma or bracket that ends the element at @start, outside of brackets of its own. */
static const char *
end_of_element (const char *start)
{
  guint depth = 0;
  for (; *start != '\0'; start++)
    {
      if (depth == 0 && (*start == ',' || *start == ')'))
        break;
      depth += strchr ("(<", *start) != NULL;
      depth -= strchr (")>", *start) != NULL;
    }
  return start;
}

char **
cg_split_passes (const char *passes)
{
  static const char around[] = "function(";
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_assert (g_str_has_prefix (passes, around));
  for (const char *start = passes + strlen (around), *end; *start != '\0' && *start != ')'; start = *end == ',' ? end + 1 : end)
    {
      end = end_of_element (start);
      g_autofree char *single = g_strdup_printf ("%s%.*s)", around, (int) (end - start), start);
      g_strv_builder_add (builder, single);
    }
  return g_strv_builder_end (builder);
}

/* "function(loop-mssa(licm,simple-loop-unswitch<nontrivial>))" → "licm, simple-loop-unswitch". */
static char *
name_of (const char *passes)
{
  const char *inner = strrchr (passes, '(');
  GString *name = g_string_new (NULL);
  gboolean is_parameter = FALSE;
  for (const char *c = inner != NULL ? inner + 1 : passes; *c != '\0' && *c != ')'; c++)
    {
      is_parameter |= *c == '<';
      if (!is_parameter)
        g_string_append (name, *c == ',' ? ", " : (char[]) { *c, '\0' });
      is_parameter &= *c != '>';
    }
  return g_string_free (name, FALSE);
}

/* Of each of the passes in @name, "" for one that has none. */
static char *
summary_of (const char *name)
{
  g_auto (GStrv) names = g_strsplit (name, ", ", -1);
  GString *summary = g_string_new (NULL);
  for (guint i = 0; names[i] != NULL; i++)
    for (guint row = 0; row < G_N_ELEMENTS (summaries); row++)
      if (strcmp (summaries[row].name, names[i]) == 0)
        g_string_append_printf (summary, "%s%s", summary->len > 0 ? "; " : "", summaries[row].summary);
  return g_string_free (summary, FALSE);
}

static char **
print_rows (char *text)
{
  char **rows = g_strsplit (text, "\n", -1);
  LLVMDisposeMessage (text);
  return rows;
}

/* The label of a block and its predecessors, in the order of their uses, which a copy does not keep. */
static gboolean
is_label (const char *row)
{
  return *row != ' ' && strstr (row, "; preds = ") != NULL;
}

/*
 * The module's text without its line tables, and the line of each of its lines. A copy loses the tables: without them the module could not
 * tell later where its lines come from.
 */
static char *
print_without_tables (Codegen *cg, GArray *lines)
{
  LLVMModuleRef copy = LLVMCloneModule (cg->module);
  g_auto (GStrv) rows = print_rows (cg_debug_take_ir_lines (cg, copy, lines)), own = print_rows (LLVMPrintModuleToString (cg->module));
  guint at = 0;
  for (guint i = 0; rows[i] != NULL; i++)
    {
      if (!is_label (rows[i]))
        continue;
      while (own[at] != NULL && !is_label (own[at]))
        at++;
      if (own[at] != NULL)
        {
          g_free (rows[i]);
          rows[i] = g_strdup (own[at++]);
        }
    }
  LLVMDisposeModule (copy);
  return g_strjoinv ("\n", rows);
}

void
cg_visit (Codegen *cg, const char *passes)
{
  if (cg->visit == NULL)
    return;
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (TlOrigin));
  g_autofree char *name = name_of (passes), *summary = summary_of (name), *text = print_without_tables (cg, lines);
  cg->visit (&(TlCodegenPass) { name, summary, text, lines }, cg->visit_data);
}
