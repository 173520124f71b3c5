/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/gpu/ptx-machine-private.h"

#include <string.h>

static const char *const op_names[N_OPS] = {
  "abs", "activemask", "add", "and", "bar", "bra", "clz", "copysign", "cvt", "div", "dp4a", "fma", "ld", "mad", "max", "min",
  "mov", "mul", "neg", "not", "or", "popc", "rcp", "rem", "ret", "selp", "setp", "shfl", "shl", "shr", "sqrt", "st", "sub", "xor",
  "bfe", "bfi", "prmt", "wmma", "cp", "ldmatrix", "mma",
};

gboolean
ptx_has_part (const PtxInstruction *in, const char *part)
{
  return g_strv_contains ((const char *const *) in->parts, part);
}

/* "f32", "b16", "f16x2", "pred" */
static gboolean
read_type (const char *text, PtxType *type)
{
  if (strcmp (text, "pred") == 0)
    *type = (PtxType) { 'p', 1, 1 };
  else if (strcmp (text, "f16x2") == 0)
    *type = (PtxType) { 'f', 16, 2 };
  else if (strcmp (text, "bf16") == 0)
    *type = (PtxType) { 'h', 16, 1 };
  else if (strchr ("fsub", text[0]) != NULL && g_ascii_isdigit (text[1]))
    *type = (PtxType) { text[0], (guint) g_ascii_strtoull (text + 1, NULL, 10), 1 };
  else
    return FALSE;
  return TRUE;
}

static guint
register_index (PtxKernel *kernel, const char *name)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (kernel->registers, name));

  if (known == 0)
    {
      known = g_hash_table_size (kernel->registers) + 1;
      g_hash_table_insert (kernel->registers, g_strdup (name), GUINT_TO_POINTER (known));
    }
  return known - 1;
}

static gboolean
read_special (const char *name, PtxOperand *operand)
{
  static const char *const names[] = { "%tid.", "%ntid.", "%ctaid.", "%nctaid." };

  operand->kind = OPERAND_SPECIAL;
  operand->index = 12;
  if (strcmp (name, "%laneid") == 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (name, names[i]))
      {
        operand->index = 3 * i + (guint) (name[strlen (names[i])] - 'x');
        return TRUE;
      }
  return FALSE;
}

/* A register, a number, a symbol, with "+8" behind. */
static PtxOperand
read_operand (PtxKernel *kernel, const char *text)
{
  PtxOperand operand = { .kind = OPERAND_CONSTANT };
  const char *plus = strchr (text + 1, '+'), *param = strstr (text, "_param_");
  g_autofree char *name = plus != NULL ? g_strndup (text, (gsize) (plus - text)) : g_strdup (text);
  const PtxOperand *symbol = g_hash_table_lookup (kernel->symbols, name);

  if (text[0] == '0' && (text[1] == 'f' || text[1] == 'd') && strlen (text) >= 10)
    operand.value = g_ascii_strtoull (text + 2, NULL, 16);
  else if (g_ascii_isdigit (text[0]))
    operand.value = g_ascii_strtoull (text, NULL, 0);
  else if (text[0] == '-')
    operand.value = (guint64) g_ascii_strtoll (text, NULL, 0);
  else if (symbol != NULL)
    operand = *symbol;
  else if (param != NULL)
    operand = (PtxOperand) { OPERAND_PARAM, (guint) g_ascii_strtoull (param + strlen ("_param_"), NULL, 10), 0 };
  else if (name[0] == '%' && !read_special (name, &operand))
    operand = (PtxOperand) { OPERAND_REGISTER, register_index (kernel, name), 0 };
  else if (name[0] != '%')
    g_error ("PTX names \"%s\"", text);
  if (plus != NULL)
    operand.value += (guint64) g_ascii_strtoll (plus + 1, NULL, 0);
  return operand;
}

/* "%f1, {%f2, %f3}, [%rd4+16]": in a row. */
static void
read_operands (PtxKernel *kernel, PtxInstruction *in, const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, ",{}[]|", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_strstrip (words[i]);
      if (*words[i] == '\0')
        continue;
      g_assert_cmpuint (in->n_operands, <, MAX_OPERANDS);
      if (words[i][0] == '$')
        in->label = g_strdup (words[i]);
      else
        in->operands[in->n_operands++] = read_operand (kernel, words[i]);
    }
}

static void
read_opcode (PtxInstruction *in, const char *opcode)
{
  guint n;

  in->parts = g_strsplit (opcode, ".", -1);
  n = g_strv_length (in->parts);
  for (in->op = 0; in->op < N_OPS && strcmp (op_names[in->op], in->parts[0]) != 0; in->op++)
    ;
  if (in->op == N_OPS)
    g_error ("PTX instruction \"%s\" is not known", in->text);
  in->width = ptx_has_part (in, "v4") ? 4 : ptx_has_part (in, "v2") ? 2 : 1;
  in->space = ptx_has_part (in, "param") ? SPACE_PARAM : ptx_has_part (in, "shared") ? SPACE_SHARED
            : ptx_has_part (in, "local") ? SPACE_LOCAL
            : SPACE_GLOBAL;
  if (n > 1 && read_type (in->parts[n - 1], &in->type) && in->op == OP_CVT)
    {
      in->from = in->type;
      read_type (in->parts[n - 2], &in->type);
    }
}

/* "@%p1 bra $L__BB0_2" */
static void
read_instruction (PtxKernel *kernel, const char *line)
{
  PtxInstruction *in = g_new0 (PtxInstruction, 1);
  const char  *at = line;

  in->text = g_strdup (line);
  in->guard = -1;
  if (*at == '@')
    {
      g_autofree char *name = NULL;

      in->is_negated = at[1] == '!';
      at += 1 + in->is_negated;
      name = g_strndup (at, strcspn (at, " \t"));
      in->guard = (gint) register_index (kernel, name);
      at += strlen (name);
      at += strspn (at, " \t");
    }
  g_autofree char *opcode = g_strndup (at, strcspn (at, " \t"));

  read_opcode (in, opcode);
  read_operands (kernel, in, at + strlen (opcode));
  g_ptr_array_add (kernel->code, in);
}

static void
add_symbol (PtxKernel *kernel, const char *name, PtxOperand operand)
{
  g_hash_table_insert (kernel->symbols, g_strndup (name, strcspn (name, "[")), g_memdup2 (&operand, sizeof operand));
}

/* ".global .align 4 .b8 name[104] = {131, 249, …}" */
static void
read_table (PtxKernel *kernel, const char *line, const char *name)
{
  const char *at = strchr (line, '{');
  guint  element = strstr (line, ".b8") != NULL ? 1 : 4;
  gsize  n = g_ascii_strtoull (strchr (name, '[') + 1, NULL, 10);
  char  *data = g_malloc0 (n * element + 16);
  PtxMemory memory = { data, n * element };

  for (gsize i = 0; i < n && at != NULL && *at != '}'; i++)
    {
      guint64 value = g_ascii_strtoull (at + 1, (char **) &at, 0);

      memcpy (data + i * element, &value, element);
    }
  g_ptr_array_add (kernel->tables, g_memdup2 (&memory, sizeof memory));
  add_symbol (kernel, name, (PtxOperand) { OPERAND_CONSTANT, 0, (guint64) GPOINTER_TO_SIZE (data) });
}

/* ".shared .align 128 .b8 A_shared[512]": memory of a name. */
static void
read_declaration (PtxKernel *kernel, const char *line)
{
  const char *bracket = strchr (line, '['), *name = bracket;
  gsize       n_bytes = bracket != NULL ? g_ascii_strtoull (bracket + 1, NULL, 10) : 0;

  if (bracket == NULL)
    return;
  while (name > line && !g_ascii_isspace (name[-1]))
    name--;
  if (strstr (line, ".global") != NULL)
    {
      read_table (kernel, line, name);
      return;
    }
  if (strstr (line, ".local") != NULL)
    {
      add_symbol (kernel, name, (PtxOperand) { OPERAND_LOCAL, 0, kernel->local_bytes });
      kernel->local_bytes += (n_bytes + 15) / 16 * 16;
      return;
    }
  add_symbol (kernel, name, (PtxOperand) { OPERAND_CONSTANT, 0, kernel->shared_bytes });
  kernel->shared_bytes += (n_bytes + 127) / 128 * 128;
}

static void
read_line (PtxKernel *kernel, char *line)
{
  char *comment = strstr (line, "//"), *end;

  if (comment != NULL)
    *comment = '\0';
  g_strstrip (line);
  end = line + strlen (line);
  if (*line == '\0' || strchr ("{}()", *line) != NULL || g_str_has_prefix (line, ".reg") || g_str_has_prefix (line, ".maxn")
      || g_str_has_prefix (line, ".param") || g_str_has_prefix (line, ".pragma")
      || (g_str_has_prefix (line, ".loc") && g_ascii_isspace (line[strlen (".loc")])))   /* .local declares memory */
    return;
  if (end[-1] == ';')
    end[-1] = '\0';
  if (end[-1] == ':')
    g_hash_table_insert (kernel->labels, g_strndup (line, (gsize) (end - 1 - line)), GUINT_TO_POINTER (kernel->code->len));
  else if (*line == '.')
    read_declaration (kernel, line);
  else
    read_instruction (kernel, line);
}

static void
instruction_free (gpointer data)
{
  PtxInstruction *in = data;

  g_strfreev (in->parts);
  g_free (in->label);
  g_free (in->text);
  g_free (in);
}

static void
table_free (gpointer data)
{
  g_free (((PtxMemory *) data)->data);
  g_free (data);
}

PtxKernel *
ptx_kernel_read (const char *ptx, const char *name)
{
  PtxKernel *kernel = g_new0 (PtxKernel, 1);
  g_autofree char *entry = g_strdup_printf (".entry %s(", name);
  g_auto (GStrv) lines = g_strsplit (ptx, "\n", -1);
  gboolean is_inside = FALSE;

  kernel->code = g_ptr_array_new_with_free_func (instruction_free);
  kernel->registers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  kernel->symbols = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  kernel->labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  kernel->tables = g_ptr_array_new_with_free_func (table_free);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (strstr (lines[i], ".entry ") != NULL)
        is_inside = strstr (lines[i], entry) != NULL;
      else if (is_inside || g_str_has_prefix (lines[i], ".global ") || g_str_has_prefix (lines[i], ".extern .shared"))
        read_line (kernel, lines[i]);
      if (g_str_has_prefix (lines[i], "}"))
        is_inside = FALSE;
    }
  for (guint i = 0; i < kernel->code->len; i++)
    {
      PtxInstruction *in = kernel->code->pdata[i];

      if (in->label != NULL)
        in->target = GPOINTER_TO_UINT (g_hash_table_lookup (kernel->labels, in->label));
    }
  g_assert_cmpuint (kernel->code->len, >, 0);
  return kernel;
}

void
ptx_kernel_free (PtxKernel *kernel)
{
  g_ptr_array_unref (kernel->tables);
  g_hash_table_unref (kernel->labels);
  g_hash_table_unref (kernel->symbols);
  g_hash_table_unref (kernel->registers);
  g_ptr_array_unref (kernel->code);
  g_free (kernel);
}
