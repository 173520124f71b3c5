/* SPDX-License-Identifier: Apache-2.0 */
#include "core/interp/gpu/emulator.h"

static const char *const operation_names[TL_N_OPERATIONS] = {
  [TL_OPERATION_FMA] = "multiply-adds",   [TL_OPERATION_MATRIX] = "multiply-adds of matrices",
  [TL_OPERATION_FLOAT] = "other float",  [TL_OPERATION_INTEGER] = "integer",
  [TL_OPERATION_SPECIAL] = "special",     [TL_OPERATION_BRANCH] = "branches",    [TL_OPERATION_BARRIER] = "barriers",
  [TL_OPERATION_SHUFFLE] = "shuffles",    [TL_OPERATION_LOCAL] = "local",        [TL_OPERATION_MEMORY] = "memory",
};

const char *
tl_operation_name (TlOperation operation)
{
  return operation_names[operation];
}

static const char *const access_names[TL_N_ACCESSES] = {
  [TL_ACCESS_GLOBAL_LOAD] = "global loads",   [TL_ACCESS_GLOBAL_STORE] = "global stores",
  [TL_ACCESS_SHARED_LOAD] = "shared loads",   [TL_ACCESS_SHARED_STORE] = "shared stores",
};

static void
append_operations (GString *text, const TlKernelCounts *counts)
{
  gboolean is_first = TRUE;

  for (guint i = 0; i < TL_N_OPERATIONS; i++)
    if (counts->n_of[i] > 0)
      {
        g_string_append_printf (text, "%s%" G_GUINT64_FORMAT " %s", is_first ? "" : ", ", counts->n_of[i], operation_names[i]);
        is_first = FALSE;
      }
  g_string_append (text, is_first ? "nothing counted\n" : "\n");
}

/* "global loads: 2048 requests of 4 bytes a thread, 8192 sectors (1.00 × the least)" */
static void
append_access (GString *text, const TlKernelCounts *counts, TlAccessKind kind)
{
  const TlAccessCounts *accesses = &counts->accesses[kind];
  gboolean              is_global = kind == TL_ACCESS_GLOBAL_LOAD || kind == TL_ACCESS_GLOBAL_STORE, is_first = TRUE;

  if (accesses->n_requests == 0)
    return;
  g_string_append_printf (text, "    %s: %" G_GUINT64_FORMAT " request%s of ", access_names[kind], accesses->n_requests,
                          accesses->n_requests == 1 ? "" : "s");
  for (guint i = 0; i < G_N_ELEMENTS (accesses->n_of_width); i++)
    if (accesses->n_of_width[i] > 0)
      {
        g_string_append_printf (text, "%s%u", is_first ? "" : ", ", 1u << i);
        is_first = FALSE;
      }
  g_string_append_printf (text, " bytes a thread, %" G_GUINT64_FORMAT " %s (%.2f × the least)\n", accesses->n_units,
                          is_global ? "sectors" : "passes", (double) accesses->n_units / (double) MAX (accesses->least_units, 1));
}

char *
tl_emulation_counts_text (const TlEmulation *emulation)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; emulation->counts != NULL && i < emulation->counts->len; i++)
    {
      const TlKernelCounts *counts = g_ptr_array_index (emulation->counts, i);

      g_string_append_printf (text, "%s%s: ", counts->stmt != NULL ? "  " : "", counts->name);
      append_operations (text, counts);
      for (TlAccessKind kind = 0; kind < TL_N_ACCESSES; kind++)
        append_access (text, counts, kind);
      if (counts->n_divergent > 0)
        g_string_append_printf (text, "    divergent branches: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " in warps\n",
                                counts->n_divergent, counts->n_branches);
    }
  return g_string_free (text, FALSE);
}
