/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/model/model-facts.h"

#include <string.h>

#include "core/base/format.h"
#include "core/base/i18n.h"

void
tl_model_facts_free (TlModelFacts *facts)
{
  if (facts == NULL)
    return;
  g_free (facts->title);
  g_free (facts->func_name);
  g_clear_pointer (&facts->plan, tl_memory_plan_free);
  g_clear_pointer (&facts->graph, tl_model_graph_free);
  g_clear_pointer (&facts->kernels, g_ptr_array_unref);
  g_clear_pointer (&facts->read, tl_module_unref);
  g_clear_pointer (&facts->module, tl_module_unref);
  g_free (facts->kernel_of_node);
  g_strfreev (facts->problems);
  g_free (facts);
}

const char *
tl_model_kernel_short_name (const TlModelKernel *kernel)
{
  return g_str_has_prefix (kernel->name, "fused_") ? kernel->name + strlen ("fused_") : kernel->name;
}

const TlModelKernel *
tl_model_facts_kernel_of (const TlModelFacts *facts, gint node)
{
  gint kernel = node >= 0 ? facts->kernel_of_node[node] : -1;

  return kernel >= 0 ? facts->kernels->pdata[kernel] : NULL;
}

gboolean *
tl_model_facts_calls_of (const TlModelFacts *facts, gint kernel)
{
  gboolean *calls = g_new0 (gboolean, facts->graph->n_nodes);

  for (guint i = 0; i < facts->graph->n_nodes; i++)
    calls[i] = kernel >= 0 && facts->kernel_of_node[i] == kernel;
  return calls;
}

double
tl_model_facts_arrange (TlModelFacts *facts, double width, double height, const double *zooms, guint n_zooms)
{
  guint last = 0;

  for (guint i = 0; i < n_zooms; i++)
    {
      guint n = 1;

      while (n < facts->graph->n_nodes && tl_model_graph_row_width (n + 1) * zooms[i] <= width)
        n++;
      if (n != last)
        tl_model_graph_wrap (facts->graph, n);
      last = n;
      if (i + 1 == n_zooms || (facts->graph->height * zooms[i] <= height && facts->graph->width * zooms[i] <= width))
        return zooms[i];
    }
  return 1;
}

/* --- texts --- */

char *
tl_model_facts_latency_text (const TlModelFacts *facts)
{
  g_autofree char *seconds = tl_format_seconds (facts->median_s);

  return facts->median_s > 0 ? g_strdup_printf (_("%s end to end"), seconds) : NULL;
}

char *
tl_model_facts_gain_text (const TlModelFacts *facts)
{
  g_autofree char *rules = tl_format_seconds (facts->rules_s), *seconds = tl_format_seconds (facts->median_s);
  g_autofree char *gain = tl_format_gain (facts->rules_s, facts->median_s);
  guint            n = 0;

  if (facts->rules_s <= 0 || facts->median_s <= 0)
    return NULL;
  for (guint i = 0; i < facts->kernels->len; i++)
    n += ((const TlModelKernel *) facts->kernels->pdata[i])->by_record;
  return n == 0 ? g_strdup_printf (_("%s by rules: no record makes the model faster"), rules)
                : g_strdup_printf (_("%s by rules → %s with records of %u of %u kernels, %s"), rules, seconds, n,
                                   facts->kernels->len, gain);
}

gboolean
tl_model_facts_are_compared (const TlModelFacts *facts)
{
  for (guint i = 0; i < facts->kernels->len; i++)
    {
      const TlModelKernel *kernel = facts->kernels->pdata[i];

      if (kernel->by_record && kernel->rules_s > 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
tl_model_facts_are_tuned (const TlModelFacts *facts)
{
  for (guint i = 0; i < facts->kernels->len; i++)
    if (((const TlModelKernel *) facts->kernels->pdata[i])->is_tuned)
      return TRUE;
  return FALSE;
}

char *
tl_model_facts_calls_text (const TlModelFacts *facts)
{
  g_autofree char *calls = g_strdup_printf (ngettext ("%u call", "%u calls", facts->n_calls), facts->n_calls);
  g_autofree char *kernels = g_strdup_printf (ngettext ("%u kernel", "%u kernels", facts->kernels->len), facts->kernels->len);

  return g_strdup_printf (_("%s of %s"), calls, kernels);
}

char *
tl_model_facts_memory_text (const TlModelFacts *facts)
{
  g_autofree char *arena = tl_format_bytes (facts->plan->arena_bytes), *unshared = tl_format_bytes (facts->plan->unshared_bytes);
  g_autofree char *weights = tl_format_bytes (facts->n_bytes[TL_REGION_CONSTANTS]), *live = tl_format_bytes (facts->plan->live_bytes);
  gboolean         is_least = facts->plan->live_bytes == facts->plan->arena_bytes;

  return is_least ? g_strdup_printf (_("one arena of %s, the least possible; %s without reuse; weights %s"), arena, unshared, weights)
                  : g_strdup_printf (_("one arena of %s, at least %s; %s without reuse; weights %s"), arena, live, unshared, weights);
}

/* "1.98 ms, 27.9 %, 19.1 GFLOP/s" */
static char *
figures_text (double seconds, double share, double flops)
{
  GString         *text = g_string_new (NULL);
  g_autofree char *time = tl_format_seconds (seconds), *rate = flops > 0 && seconds > 0 ? tl_format_gflops (flops, seconds) : NULL;
  g_autofree char *work = tl_format_flop (flops);

  if (seconds > 0)
    g_string_append (text, time);
  if (share >= 0)
    g_string_append_printf (text, ", %.1f %%", 100 * share);
  if (flops > 0)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", rate != NULL ? rate : work);
  return g_string_free (text, FALSE);
}

char *
tl_model_facts_node_text (const TlModelFacts *facts, gint node, gint kernel)
{
  const TlModelNode   *shown = node >= 0 ? &facts->graph->nodes[node] : NULL;
  const TlModelKernel *row = kernel >= 0 ? facts->kernels->pdata[kernel] : tl_model_facts_kernel_of (facts, node);
  g_autofree char     *figures = NULL, *calls = NULL, *alike = NULL;

  if (shown != NULL && row == NULL)
    return g_strdup_printf ("%s: %s", shown->label, shown->type);
  if (row == NULL)
    return g_strdup ("");
  if (shown != NULL)
    {
      figures = figures_text (shown->seconds, tl_model_graph_share (facts->graph, (guint) node), row->flops / row->n_calls);
      alike = shown->n_alike > 1 ? g_strdup_printf (_(", one of %u alike"), shown->n_alike) : g_strdup ("");
      return g_strdup_printf ("%s = %s: %s%s%s%s", shown->var->name, row->name, shown->type, *figures != '\0' ? ", " : "", figures, alike);
    }
  figures = figures_text (row->seconds, row->share, row->flops);
  calls = g_strdup_printf (ngettext ("%u call", "%u calls", row->n_calls), row->n_calls);
  return g_strdup_printf ("%s: %s%s%s", row->name, calls, *figures != '\0' ? ", " : "", figures);
}
