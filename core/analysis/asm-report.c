/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Assembly is read line by line. LLVM's comments say which block belongs to which loop:
 *
 *     .LBB0_3:                 # %loop.k_1.
 *                              #   Parent Loop BB0_1 Depth=1
 *                              # =>  This Inner Loop Header: Depth=2
 *     # %bb.4:                 # %after
 *                              #   in Loop: Header=BB0_1 Depth=1
 */
#include "core/analysis/asm-report.h"
#include "core/base/extremum.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  GPtrArray  *loops;        /* TlAsmLoop */
  GHashTable *headers;      /* "BB0_3" → TlAsmLoop */
  char       *function;
  TlAsmLoop  *outside;      /* of the current function */
  TlAsmLoop  *current;
  char       *block;        /* "BB0_3", the label read last; NULL for one without */
  char       *block_name;   /* "loop.k_1." */
} AsmReport;

static void
loop_free (gpointer data)
{
  TlAsmLoop *loop = data;

  g_free (loop->name);
  g_free (loop->function);
  g_free (loop->calls);
  g_array_unref (loop->lines);
  g_free (loop);
}

static TlAsmLoop *
add_loop (AsmReport *report, const char *name, guint depth)
{
  TlAsmLoop *loop = g_new0 (TlAsmLoop, 1);

  loop->name = g_strdup (name);
  loop->function = g_strdup (report->function);
  loop->depth = depth;
  loop->lines = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (report->loops, loop);
  return loop;
}

/* "loop.k_1.7" is a loop over k_1; others LLVM has made, "vector.body", and have its names. */
static char *
variable_of (const char *block_name)
{
  const char *last;

  if (block_name == NULL || !g_str_has_prefix (block_name, "loop."))
    return g_strdup_printf ("(%s)", block_name != NULL ? block_name : "?");
  last = strrchr (block_name, '.');
  return g_strndup (block_name + 5, (gsize) MAX (last - block_name - 5, 0));
}

static void
set_text (char **place, const char *start, gsize length)
{
  g_free (*place);
  *place = start != NULL ? g_strndup (start, length) : NULL;
}

/* A label, or "# %bb.4:", begins a block, which is outside of loops until a comment says otherwise. */
static void
begin_block (AsmReport *report, const char *line, const char *colon)
{
  const char *name = strstr (colon, "# %");

  if (g_str_has_prefix (line, ".L"))
    set_text (&report->block, line + 2, (gsize) (colon - line - 2));
  else
    set_text (&report->block, NULL, 0);
  set_text (&report->block_name, name != NULL ? name + 3 : NULL, name != NULL ? strcspn (name + 3, " \t") : 0);
  report->current = report->outside;
}

static void
begin_function (AsmReport *report, const char *line, const char *colon)
{
  set_text (&report->function, line, (gsize) (colon - line));
  report->outside = report->current = add_loop (report, "", 0);
}

/* The loop with this header, which may stand behind other blocks of the loop: then its name and depth come later. */
static TlAsmLoop *
loop_of (AsmReport *report, const char *header)
{
  TlAsmLoop *loop = g_hash_table_lookup (report->headers, header);

  if (loop == NULL)
    {
      loop = add_loop (report, "?", 1);
      g_hash_table_insert (report->headers, g_strdup (header), loop);
    }
  return loop;
}

static void
read_comment (AsmReport *report, const char *comment)
{
  const char *header = strstr (comment, "Loop Header: Depth="), *inside = strstr (comment, "in Loop: Header=");

  if (header != NULL && report->block != NULL)
    {
      report->current = loop_of (report, report->block);
      g_free (report->current->name);
      report->current->name = variable_of (report->block_name);
      report->current->depth = (guint) atoi (header + strlen ("Loop Header: Depth="));
    }
  else if (inside != NULL)
    {
      const char      *start = inside + strlen ("in Loop: Header=");
      g_autofree char *label = g_strndup (start, strcspn (start, " "));

      report->current = loop_of (report, label);
    }
}

/* Instructions. */

static guint
register_bits (const char *operands)
{
  return strstr (operands, "%zmm") != NULL ? 512 : strstr (operands, "%ymm") != NULL ? 256 : strstr (operands, "%xmm") != NULL ? 128 : 0;
}

static gboolean
has_prefix_of (const char *mnemonic, const char *const *prefixes)
{
  for (; *prefixes != NULL; prefixes++)
    if (g_str_has_prefix (mnemonic, *prefixes))
      return TRUE;
  return FALSE;
}

/* Arithmetic, as opposed to moving, comparing and shuffling. */
static void
count_arithmetic (TlAsmLoop *loop, const char *mnemonic, const char *operands)
{
  static const char *const fmas[] = { "vfmadd", "vfmsub", "vfnmadd", "vfnmsub", "vpdp", "vdpbf16", "vpmadd52", NULL };
  static const char *const others[] = { "vadd", "vsub", "vmul", "vdiv", "vmax", "vmin", "vsqrt", "vrsqrt", "vrcp", "vpadd", "vpsub",
                                        "vpmul", "vpmadd", "vpmax", "vpmin", "vand", "vpand", "vor", "vpor", "vxor", "vpxor", "vpternlog",
                                        "vpsll", "vpsr",
                                        "addp", "subp", "mulp", "divp", "adds", "subs", "muls", "divs", "vscalef", "vreduce", "vrndscale",
                                        NULL };
  gboolean is_scalar = g_str_has_suffix (mnemonic, "ss") || g_str_has_suffix (mnemonic, "sd") || g_str_has_suffix (mnemonic, "sh");
  gboolean is_fma = has_prefix_of (mnemonic, fmas), is_other = !is_fma && has_prefix_of (mnemonic, others);
  guint    bits = register_bits (operands);

  if (bits == 0 || (!is_fma && !is_other))
    return;
  if (is_other && (strstr (mnemonic, "xor") != NULL || strstr (mnemonic, "ternlog") != NULL) && strchr (operands, '(') == NULL)
    {
      /* x ^ x sets to zero and is no arithmetic. */
      g_auto (GStrv) parts = g_strsplit (operands, ", ", -1);

      if (parts[0] != NULL && parts[1] != NULL && strcmp (parts[0], parts[1]) == 0)
        return;
    }
  loop->n_fmas += is_fma;
  loop->n_scalar_ops += is_scalar && is_other;
  loop->n_vector_ops += !is_scalar && is_other;
  if (!is_scalar)
    loop->vector_bits = MAX (loop->vector_bits, bits);
}

static void
count_memory (TlAsmLoop *loop, const char *mnemonic, const char *operands)
{
  static const char *const no_access[] = { "lea", "nop", "prefetch", "j", "call", NULL };
  static const char *const only_reads[] = { "cmp", "test", "vucomi", "vcomi", "push", "bt", NULL };
  const char *memory = strchr (operands, '('), *close = memory != NULL ? strchr (memory, ')') : NULL;

  if (close == NULL || has_prefix_of (mnemonic, no_access))
    return;
  if (strstr (mnemonic, "gather") != NULL || strstr (mnemonic, "scatter") != NULL)
    loop->n_gathers++;
  else if (strchr (close, ',') != NULL || has_prefix_of (mnemonic, only_reads) || strchr (operands, ',') == NULL)
    loop->n_loads++;
  else
    {
      /* The last operand is written; all but moves read it as well. */
      loop->n_stores++;
      loop->n_loads += strstr (mnemonic, "mov") == NULL && strstr (mnemonic, "extract") == NULL && !g_str_has_prefix (mnemonic, "set")
                       && !g_str_has_prefix (mnemonic, "vcvtps2ph");
    }
}

static void
note_call (TlAsmLoop *loop, const char *operands)
{
  g_autofree char *name = g_strndup (operands, strcspn (operands, "@ \t#"));
  char            *all;

  if (loop->calls != NULL && strstr (loop->calls, name) != NULL)
    return;
  all = loop->calls != NULL ? g_strdup_printf ("%s, %s", loop->calls, name) : g_strdup (name);
  g_free (loop->calls);
  loop->calls = all;
}

static void
read_instruction (AsmReport *report, const char *line, guint number)
{
  TlAsmLoop       *loop = report->current;
  const char      *comment = strchr (line, '#');
  gsize            length = strcspn (line, " \t");
  g_autofree char *mnemonic = g_strndup (line, length);
  g_autofree char *operands = g_strstrip (g_strndup (line + length, comment != NULL ? (gsize) MAX (comment - line - (gssize) length, 0)
                                                                                    : strlen (line + length)));

  loop->n_instructions++;
  g_array_append_val (loop->lines, number);
  if (g_str_has_prefix (mnemonic, "call"))
    {
      note_call (loop, operands);
      return;
    }
  if (comment != NULL && (strstr (comment, "Spill") != NULL || strstr (comment, "Reload") != NULL))
    {
      loop->n_spills++;
      return;
    }
  if (g_str_has_prefix (mnemonic, "vmovup") || g_str_has_prefix (mnemonic, "vmovap") || g_str_has_prefix (mnemonic, "vmovnt")
      || g_str_has_prefix (mnemonic, "vmovdq"))
    loop->vector_bits = tl_max (loop->vector_bits, register_bits (operands));
  count_arithmetic (loop, mnemonic, operands);
  count_memory (loop, mnemonic, operands);
}

static void
read_line (AsmReport *report, const char *line, guint number)
{
  const char *start = line + strspn (line, " \t"), *colon = strchr (start, ':');
  gboolean    is_block = g_str_has_prefix (start, ".LBB") || g_str_has_prefix (start, "# %bb.");

  if (is_block && colon != NULL)
    begin_block (report, start, colon);
  else if (*start == '#')
    read_comment (report, start);
  else if (start == line && *start != '.' && *start != '\0' && colon != NULL)
    begin_function (report, start, colon);
  else if (start > line && g_ascii_isalpha (*start) && report->current != NULL)
    read_instruction (report, start, number);
}

/* Of functions that have loops, what stands around them is of little interest; of others it is all there is. */
static void
drop_empty (GPtrArray *loops)
{
  for (guint i = loops->len; i-- > 0;)
    {
      const TlAsmLoop *loop = g_ptr_array_index (loops, i);

      if (loop->depth == 0 && loop->n_fmas + loop->n_vector_ops + loop->n_scalar_ops + loop->n_spills == 0 && loop->calls == NULL)
        g_ptr_array_remove_index (loops, i);
    }
}

GPtrArray *
tl_asm_report (const char *assembly)
{
  g_auto (GStrv) lines = g_strsplit (assembly, "\n", -1);
  AsmReport report = { .loops = g_ptr_array_new_with_free_func (loop_free),
                    .headers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  for (guint i = 0; lines[i] != NULL; i++)
    read_line (&report, lines[i], i);
  drop_empty (report.loops);
  g_hash_table_unref (report.headers);
  g_free (report.function);
  g_free (report.block);
  g_free (report.block_name);
  return report.loops;
}

gboolean
tl_asm_loop_is_innermost (GPtrArray *report, guint index)
{
  const TlAsmLoop *loop = g_ptr_array_index (report, index);
  const TlAsmLoop *next = index + 1 < report->len ? g_ptr_array_index (report, index + 1) : NULL;

  return loop->depth > 0 && (next == NULL || next->depth <= loop->depth);
}

char *
tl_asm_report_to_text (GPtrArray *report)
{
  GString    *text = g_string_new (NULL);
  const char *function = NULL;

  g_string_append_printf (text, "%-24s %6s %5s %6s %7s %6s %7s %8s %7s  %s\n", "one iteration of loop", "vector", "FMAs", "other", "scalar",
                          "loads",
                          "stores", "gathers", "spills", "calls");
  for (guint i = 0; i < report->len; i++)
    {
      const TlAsmLoop *loop = g_ptr_array_index (report, i);
      g_autofree char *name = g_strdup_printf ("%*s%s", (int) (2 * loop->depth), "", loop->depth == 0 ? "around the loops" : loop->name);
      g_autofree char *width = loop->vector_bits > 0 ? g_strdup_printf ("%u", loop->vector_bits) : g_strdup ("-");

      if (g_strcmp0 (function, loop->function) != 0)
        g_string_append_printf (text, "%s:\n", loop->function);
      function = loop->function;
      g_string_append_printf (text, "%-24s %6s %5u %6u %7u %6u %7u %8u %7u  %s\n", name, width, loop->n_fmas, loop->n_vector_ops,
                              loop->n_scalar_ops, loop->n_loads, loop->n_stores, loop->n_gathers, loop->n_spills,
                              loop->calls != NULL ? loop->calls : "");
    }
  return g_string_free (text, FALSE);
}
