/* SPDX-License-Identifier: Apache-2.0 */
#include "core/analysis/gpu/gpu-asm-report.h"

#include <string.h>

#include "core/base/i18n.h"

static const char *const class_names[TL_N_MIX] = {
  N_("multiply-add"), N_("tensor core"), N_("other float"), N_("special function"), N_("integer and moves"), N_("global memory"),
  N_("shared memory"), N_("spills"), N_("shuffle"), N_("barrier and wait"), N_("branch"),
};

const char *
tl_mix_class_name (TlMixClass what)
{
  return _(class_names[what]);
}

/* --- instructions --- */

typedef struct
{
  const char *prefix;
  TlMixClass  what;
} MixRow;

/* The first row that an opcode begins with counts; the others are integer. */
static const MixRow sass_rows[] = {
  { "FFMA", TL_MIX_FMA }, { "DFMA", TL_MIX_FMA }, { "HFMA2", TL_MIX_FMA },
  { "HMMA", TL_MIX_MATRIX }, { "IMMA", TL_MIX_MATRIX }, { "DMMA", TL_MIX_MATRIX }, { "BMMA", TL_MIX_MATRIX }, { "QMMA", TL_MIX_MATRIX },
  { "HGMMA", TL_MIX_MATRIX }, { "IGMMA", TL_MIX_MATRIX }, { "QGMMA", TL_MIX_MATRIX },
  { "MUFU", TL_MIX_SPECIAL },
  { "FADD", TL_MIX_FLOAT }, { "FMUL", TL_MIX_FLOAT }, { "FMNMX", TL_MIX_FLOAT }, { "FSEL", TL_MIX_FLOAT }, { "FSET", TL_MIX_FLOAT },
  { "FCHK", TL_MIX_FLOAT }, { "FRND", TL_MIX_FLOAT }, { "HADD2", TL_MIX_FLOAT }, { "HMUL2", TL_MIX_FLOAT }, { "HMNMX2", TL_MIX_FLOAT },
  { "HSET", TL_MIX_FLOAT }, { "DADD", TL_MIX_FLOAT }, { "DMUL", TL_MIX_FLOAT }, { "DSET", TL_MIX_FLOAT }, { "F2F", TL_MIX_FLOAT },
  { "F2I", TL_MIX_FLOAT }, { "I2F", TL_MIX_FLOAT },
  { "LDGDEPBAR", TL_MIX_BARRIER }, { "LDG", TL_MIX_GLOBAL }, { "STG", TL_MIX_GLOBAL }, { "LDGSTS", TL_MIX_GLOBAL },
  { "ATOMS", TL_MIX_SHARED }, { "ATOM", TL_MIX_GLOBAL }, { "RED.", TL_MIX_GLOBAL }, { "LDS", TL_MIX_SHARED }, { "STS", TL_MIX_SHARED },
  { "LDL", TL_MIX_LOCAL }, { "STL", TL_MIX_LOCAL }, { "SHFL", TL_MIX_SHUFFLE }, { "MOVM", TL_MIX_SHUFFLE },
  { "BAR.", TL_MIX_BARRIER }, { "DEPBAR", TL_MIX_BARRIER }, { "WARPSYNC", TL_MIX_BARRIER }, { "MEMBAR", TL_MIX_BARRIER },
  { "WARPGROUP", TL_MIX_BARRIER }, { "FENCE", TL_MIX_BARRIER },
  { "BRA", TL_MIX_BRANCH }, { "EXIT", TL_MIX_BRANCH }, { "BSSY", TL_MIX_BRANCH }, { "BSYNC", TL_MIX_BRANCH }, { "RET", TL_MIX_BRANCH },
  { "CALL", TL_MIX_BRANCH },
};

static const MixRow ptx_rows[] = {
  { "fma.", TL_MIX_FMA }, { "mma.", TL_MIX_MATRIX }, { "wmma.mma", TL_MIX_MATRIX }, { "wmma.load.a.sync.aligned.m16n16k16.shared",
  TL_MIX_SHARED }, { "wgmma.mma", TL_MIX_MATRIX }, { "wgmma.", TL_MIX_BARRIER }, { "ldmatrix", TL_MIX_SHARED },
  { "ex2.", TL_MIX_SPECIAL }, { "lg2.", TL_MIX_SPECIAL }, { "rcp.", TL_MIX_SPECIAL }, { "rsqrt.", TL_MIX_SPECIAL },
  { "sqrt.", TL_MIX_SPECIAL }, { "sin.", TL_MIX_SPECIAL }, { "cos.", TL_MIX_SPECIAL }, { "tanh.", TL_MIX_SPECIAL },
  { "div.rn", TL_MIX_SPECIAL }, { "div.full", TL_MIX_SPECIAL }, { "div.approx", TL_MIX_SPECIAL },
  { "cp.async.wait", TL_MIX_BARRIER }, { "cp.async.commit", TL_MIX_BARRIER }, { "cp.async", TL_MIX_GLOBAL },
  { "ld.global", TL_MIX_GLOBAL }, { "st.global", TL_MIX_GLOBAL }, { "atom.", TL_MIX_GLOBAL }, { "red.", TL_MIX_GLOBAL },
  { "ld.shared", TL_MIX_SHARED }, { "st.shared", TL_MIX_SHARED }, { "ld.local", TL_MIX_LOCAL }, { "st.local", TL_MIX_LOCAL },
  { "shfl.", TL_MIX_SHUFFLE }, { "movmatrix", TL_MIX_SHUFFLE }, { "bar.", TL_MIX_BARRIER }, { "barrier.", TL_MIX_BARRIER },
  { "membar", TL_MIX_BARRIER }, { "fence", TL_MIX_BARRIER }, { "bra", TL_MIX_BRANCH }, { "ret", TL_MIX_BRANCH }, { "exit", TL_MIX_BRANCH },
  { "call", TL_MIX_BRANCH },
};

/* Of a row, after its predicate; NULL: the row is no instruction. "/\*0070*\/  @!P0 FFMA R1, …" or a tab and "fma.rn.f32 …" */
static const char *
opcode_of (const char *row, gboolean is_sass)
{
  const char *at = row;

  if (is_sass)
    {
      at += strspn (at, " \t");
      if (!g_str_has_prefix (at, "/*") || !g_ascii_isxdigit (at[2]) || (at = strstr (at, "*/")) == NULL)
        return NULL;
      at += strlen ("*/");
    }
  else if (*at != '\t' || (!g_ascii_isalpha (at[1]) && at[1] != '@'))
    return NULL;
  at += strspn (at, " \t{");
  if (*at == '@')
    {
      at += strcspn (at, " \t");
      at += strspn (at, " \t");
    }
  return g_ascii_isalpha (*at) ? at : NULL;
}

/* "add.f32" and "setp.lt.f32" name the type of what they compute with. */
static gboolean
is_ptx_float (const char *opcode)
{
  static const char *const types[] = { ".f16", ".f32", ".f64", ".bf16" };
  g_autofree char *name = g_strndup (opcode, strcspn (opcode, " \t;"));

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strstr (name, types[i]) != NULL)
      return !g_str_has_prefix (name, "mov");
  return FALSE;
}

static TlMixClass
class_of (const char *opcode, gboolean is_sass)
{
  const MixRow *rows = is_sass ? sass_rows : ptx_rows;
  guint         n = is_sass ? G_N_ELEMENTS (sass_rows) : G_N_ELEMENTS (ptx_rows);

  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (opcode, rows[i].prefix))
      return rows[i].what;
  return !is_sass && is_ptx_float (opcode) ? TL_MIX_FLOAT : TL_MIX_INTEGER;
}

/* --- loops --- */

static void
loop_free (gpointer data)
{
  TlGpuAsmLoop *loop = data;

  g_array_unref (loop->lines);
  g_free (loop);
}

/* The label that a row is, ".L_x_1:" or "$L__BB0_3:", without its colon; NULL: none. Free with g_free. */
static char *
label_of (const char *row)
{
  gsize length = strcspn (row, ": \t");

  return (row[0] == '.' || row[0] == '$') && row[length] == ':' ? g_strndup (row, length) : NULL;
}

/* The label that a row branches to, the word after its opcode, "`(.L_x_1)" or "$L__BB0_3;". NULL: it does not branch. */
static char *
branch_of (const char *row, gboolean is_sass)
{
  const char *opcode = opcode_of (row, is_sass), *at;

  if (opcode == NULL || class_of (opcode, is_sass) != TL_MIX_BRANCH)
    return NULL;
  at = strpbrk (opcode, ".$`");
  while (at != NULL && at[0] == '.' && at[1] != 'L')   /* of the opcode: "bra.uni" */
    at = strpbrk (at + 1, ".$`");
  if (at == NULL)
    return NULL;
  at += strspn (at, "`(");
  return g_strndup (at, strcspn (at, ") ;"));
}

static TlGpuAsmLoop *
make_loop (char *const *rows, guint first, guint last, gboolean is_sass)
{
  TlGpuAsmLoop *loop = g_new0 (TlGpuAsmLoop, 1);

  loop->lines = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint row = first; row <= last; row++)
    {
      const char *opcode = opcode_of (rows[row], is_sass);

      if (opcode == NULL || g_str_has_prefix (opcode, "NOP"))
        continue;
      loop->n_of[class_of (opcode, is_sass)]++;
      loop->n_instructions++;
      g_array_append_val (loop->lines, row);
    }
  return loop;
}

typedef struct
{
  guint first, last;   /* rows */
} RowSpan;

/* Of branches backwards, the label to the branch; a branch to itself ends a kernel. */
static GArray *
find_spans (char *const *rows, gboolean is_sass)
{
  g_autoptr (GHashTable) labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GArray                *spans = g_array_new (FALSE, FALSE, sizeof (RowSpan));
  guint                  n_code = 0;

  for (guint row = 0; rows[row] != NULL; row++)
    {
      char            *label = label_of (rows[row]);
      g_autofree char *target = label == NULL ? branch_of (rows[row], is_sass) : NULL;
      gpointer         found = NULL;

      if (label != NULL)
        g_hash_table_replace (labels, label, GUINT_TO_POINTER (row));
      else if (target != NULL && g_hash_table_lookup_extended (labels, target, NULL, &found) && n_code > 0
               && row - GPOINTER_TO_UINT (found) > 1)
        {
          RowSpan span = { GPOINTER_TO_UINT (found), row };

          g_array_append_val (spans, span);
        }
      n_code += opcode_of (rows[row], is_sass) != NULL;
    }
  return spans;
}

static gboolean
is_innermost (const GArray *spans, guint index)
{
  const RowSpan *span = &g_array_index (spans, RowSpan, index);

  for (guint i = 0; i < spans->len; i++)
    {
      const RowSpan *other = &g_array_index (spans, RowSpan, i);

      if (i != index && other->first >= span->first && other->last <= span->last
          && (other->first > span->first || other->last < span->last))
        return FALSE;
    }
  return TRUE;
}

GPtrArray *
tl_gpu_asm_loops_new (const char *text)
{
  g_auto (GStrv)     rows = g_strsplit (text, "\n", -1);
  gboolean           is_sass = strstr (text, ".address_size") == NULL;
  g_autoptr (GArray) spans = find_spans (rows, is_sass);
  GPtrArray         *loops = g_ptr_array_new_with_free_func (loop_free);

  for (guint i = 0; i < spans->len; i++)
    if (is_innermost (spans, i))
      g_ptr_array_add (loops, make_loop (rows, g_array_index (spans, RowSpan, i).first, g_array_index (spans, RowSpan, i).last, is_sass));
  if (loops->len == 0 && rows[0] != NULL)
    g_ptr_array_add (loops, make_loop (rows, 0, g_strv_length (rows) - 1, is_sass));
  return loops;
}

char *
tl_gpu_asm_loop_text (const TlGpuAsmLoop *loop)
{
  GString *text = g_string_new (NULL);
  gboolean is_said[TL_N_MIX] = { FALSE };

  for (guint n = 0; n < TL_N_MIX; n++)
    {
      gint most = -1;

      for (guint i = 0; i < TL_N_MIX; i++)
        if (!is_said[i] && loop->n_of[i] > 0 && (most < 0 || loop->n_of[i] > loop->n_of[most]))
          most = (gint) i;
      if (most < 0)
        break;
      is_said[most] = TRUE;
      g_string_append_printf (text, _("%s%u %s (%.0f %%)"), text->len > 0 ? " · " : "", loop->n_of[most],
                              tl_mix_class_name ((TlMixClass) most), 100.0 * loop->n_of[most] / loop->n_instructions);
    }
  return g_string_free (text, FALSE);
}
