/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The test program of an exported function. Its inputs are made by one rule, written here and in C: element i of argument a comes from
 * h = mix (a << 40 | i), the output function of SplitMix64; floats are multiples of 1/128 in [-1, 1), which every float type holds exactly.
 * Integers lie between the bounds that tl_interp_make_args keeps, so that those used as indices stay inside.
 */
#include <math.h>
#include <string.h>

#include "core/codegen/export.h"
#include "core/interp/check.h"

#define MAX_ELEMENTS 512   /* per output, in the text of the program */
#define INPUT_SEED    1

typedef struct
{
  gint64 low, high;
} Bounds;

static guint64
mix (guint64 place)
{
  guint64 h = (place + 1) * 0x9e3779b97f4a7c15u;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  return h ^ h >> 31;
}

static Bounds
find_bounds (const TlTensor *tensor)
{
  Bounds bounds = { 0, 1 };
  gint64 n = tensor->n_elements * tensor->dtype.lanes;
  for (gint64 i = 0; i < n && tl_dtype_is_integer (tensor->dtype); i++)
    {
      gint64 value = tl_tensor_get_int (tensor, i);
      bounds.low = i == 0 ? value : MIN (bounds.low, value);
      bounds.high = i == 0 ? value : MAX (bounds.high, value);
    }
  return bounds;
}

static void
fill (TlTensor *tensor, guint argument, Bounds bounds)
{
  gint64 n = tensor->n_elements * tensor->dtype.lanes;
  for (gint64 i = 0; i < n; i++)
    {
      guint64 h = mix ((guint64) argument << 40 | (guint64) i);
      if (tl_dtype_is_float (tensor->dtype))
        tl_tensor_set (tensor, i, ((double) (h % 256) - 128) / 128);
      else
        tl_tensor_set (tensor, i, (double) (bounds.low + (gint64) (h % (guint64) (bounds.high - bounds.low + 1))));
    }
}

/* --- the text --- */

static const char support[]
  = "enum kind { INT, UINT, FLOAT, BFLOAT };\n\n"
    "struct argument { const char *name; enum kind kind; int bytes; int64_t n, low, high; char *data; };\n"
    "struct expected { int64_t index; double value, tolerance; };\n\n"
    "static uint64_t\nmix (uint64_t place)\n{\n"
    "  uint64_t h = (place + 1) * UINT64_C (0x9e3779b97f4a7c15);\n"
    "  h = (h ^ h >> 30) * UINT64_C (0xbf58476d1ce4e5b9);\n"
    "  h = (h ^ h >> 27) * UINT64_C (0x94d049bb133111eb);\n"
    "  return h ^ h >> 31;\n}\n\n"
    "/* To and from float16, which C compilers need not know. Only multiples of 1/128 below 2 go in. */\n"
    "static uint16_t\nto_half (float value)\n{\n"
    "  uint32_t bits;\n"
    "  memcpy (&bits, &value, 4);\n"
    "  return (uint16_t) (bits << 1 == 0 ? bits >> 16 : (bits >> 16 & 0x8000) | (((bits >> 23 & 0xff) - 112) << 10) | (bits >> 13 & "
    "0x3ff));\n}\n\n"
    "static double\nfrom_half (uint16_t half)\n{\n"
    "  int exponent = half >> 10 & 31, mantissa = half & 1023;\n"
    "  double size = exponent == 31 ? (mantissa ? NAN : INFINITY) : exponent ? ldexp (1024 + mantissa, exponent - 25) : ldexp (mantissa, "
    "-24);\n"
    "  return half & 0x8000 ? -size : size;\n}\n\n"
    "static void\nset_float (char *place, enum kind kind, int bytes, double value)\n{\n"
    "  float single = (float) value;\n"
    "  uint32_t bits;\n"
    "  uint16_t half = to_half (single);\n"
    "  memcpy (&bits, &single, 4);\n"
    "  if (kind == BFLOAT)\n    half = (uint16_t) (bits >> 16);\n"
    "  memcpy (place, bytes == 8 ? (void *) &value : bytes == 4 ? (void *) &single : (void *) &half, (size_t) bytes);\n}\n\n"
    "static void\nset_int (char *place, int bytes, int64_t value)\n{\n"
    "  int8_t i8 = (int8_t) value;\n  int16_t i16 = (int16_t) value;\n  int32_t i32 = (int32_t) value;\n"
    "  memcpy (place, bytes == 1 ? (void *) &i8 : bytes == 2 ? (void *) &i16 : bytes == 4 ? (void *) &i32 : (void *) &value, (size_t) "
    "bytes);\n}\n\n"
    "static double\nget (const struct argument *a, int64_t i)\n{\n"
    "  const char *place = a->data + i * a->bytes;\n"
    "  uint64_t raw = 0;\n  uint32_t bits;\n  float single;\n  double value;\n"
    "  int64_t integer;\n"
    "  for (int b = a->bytes; b-- > 0;)\n    {\n      unsigned char byte;\n      memcpy (&byte, place + b, 1);\n"
    "      raw = raw << 8 | byte;\n    }\n"
    "#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__\n#error \"this program reads little-endian numbers\"\n#endif\n"
    "  if (a->kind == UINT)\n    return (double) raw;\n"
    "  if (a->kind == INT)\n    {\n"
    "      memcpy (&integer, &raw, 8);\n"
    "      return (double) (a->bytes == 1 ? (int8_t) integer : a->bytes == 2 ? (int16_t) integer : a->bytes == 4 ? (int32_t) integer : "
    "integer);\n    }\n"
    "  if (a->bytes == 8)\n    {\n      memcpy (&value, &raw, 8);\n      return value;\n    }\n"
    "  if (a->bytes == 2 && a->kind == FLOAT)\n    return from_half ((uint16_t) raw);\n"
    "  bits = (uint32_t) (a->kind == BFLOAT ? raw << 16 : raw);\n"
    "  memcpy (&single, &bits, 4);\n"
    "  return single;\n}\n\n"
    "static void\nfill (struct argument *a, unsigned number)\n{\n"
    "  for (int64_t i = 0; i < a->n; i++)\n    {\n"
    "      uint64_t h = mix ((uint64_t) number << 40 | (uint64_t) i);\n"
    "      if (a->kind >= FLOAT)\n        set_float (a->data + i * a->bytes, a->kind, a->bytes, ((double) (h % 256) - 128) / 128);\n"
    "      else\n        set_int (a->data + i * a->bytes, a->bytes, a->low + (int64_t) (h % (uint64_t) (a->high - a->low + 1)));\n    }\n"
    "}\n\n"
    "static int\ncompare (const struct argument *a, const struct expected *list, int n)\n{\n"
    "  int n_wrong = 0;\n"
    "  for (int k = 0; k < n; k++)\n    {\n"
    "      double got = get (a, list[k].index), want = list[k].value;\n"
    "      int same = isnan (want) ? isnan (got) : isinf (want) ? got == want : fabs (got - want) <= list[k].tolerance;\n"
    "      if (!same && n_wrong++ == 0)\n"
    "        printf (\"%s[%\" PRId64 \"]: got %.9g, expected %.9g\\n\", a->name, list[k].index, got, want);\n    }\n"
    "  return n_wrong;\n}\n\n";

static const char *
kind_name (TlDType dtype)
{
  switch (dtype.code)
    {
    case TL_TYPE_INT:
      return "INT";
    case TL_TYPE_BFLOAT:
      return "BFLOAT";
    case TL_TYPE_FLOAT:
      return "FLOAT";
    default:
      return "UINT";
    }
}

static void
append_arguments (GString *text, const TlPrimFunc *func, GPtrArray *tensors, const Bounds *bounds)
{
  g_string_append (text, "static struct argument arguments[] = {\n");
  for (guint i = 0; i < func->n_params; i++)
    {
      const TlTensor *tensor = tensors->pdata[i];
      g_autofree char *name = tl_export_param_name (func, i);
      g_string_append_printf (text, "  { \"%s\", %s, %u, %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT ", 0 },\n", name,
                              kind_name (tensor->dtype), tl_dtype_bytes (tl_dtype_with_lanes (tensor->dtype, 1)),
                              tensor->n_elements * tensor->dtype.lanes, bounds[i].low, bounds[i].high);
    }
  g_string_append (text, "};\n\n");
}

static void
append_number (GString *text, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  if (isnan (value))
    g_string_append (text, "NAN");
  else if (isinf (value))
    g_string_append (text, value > 0 ? "INFINITY" : "-INFINITY");
  else
    g_string_append (text, g_ascii_dtostr (digits, sizeof digits, value));
}

/* Evenly spread over what the reference knows. */
static guint
append_expected (GString *text, const TlReference *reference, guint output, guint *param)
{
  TlExpected expected;
  gint64 n = 0;
  guint n_written = 0;
  while (tl_reference_nth (reference, output, n, &expected))
    n++;
  *param = n > 0 ? expected.param : 0;
  g_string_append_printf (text, "static const struct expected expected_%u[] = {\n", output);
  for (gint64 k = 0; k < n; k = n <= MAX_ELEMENTS ? k + 1 : (gint64) ((double) (n_written * (n - 1)) / (MAX_ELEMENTS - 1)))
    {
      if (n_written == MAX_ELEMENTS)
        break;
      tl_reference_nth (reference, output, k, &expected);
      g_string_append_printf (text, "  { %" G_GINT64_FORMAT ", ", expected.index);
      append_number (text, expected.value);
      g_string_append (text, ", ");
      append_number (text, expected.tolerance);
      g_string_append (text, " },\n");
      n_written++;
    }
  if (n_written == 0)
    g_string_append (text, "  { 0, 0, 0 },\n");
  g_string_append (text, "};\n\n");
  return n_written;
}

static gboolean
is_converted (const TlExportConversion *conversions, guint param)
{
  return conversions != NULL && conversions[param].pack != NULL;
}

/* Without its comment and the headers that stand at the top of the program; what an earlier source had, too, stands once. */
static void
append_conversion (GString *text, const char *source, GHashTable *seen)
{
  const char    *body = strstr (source, "\n\n");
  g_auto (GStrv) paragraphs = g_strsplit (body != NULL ? body : source, "\n\n", -1);

  for (guint i = 0; paragraphs[i] != NULL; i++)
    {
      char *paragraph = g_strstrip (paragraphs[i]);

      if (*paragraph != '\0' && g_hash_table_add (seen, g_strdup (paragraph)))
        g_string_append_printf (text, "%s\n\n", paragraph);
    }
}

static void
append_conversions (GString *text, const TlPrimFunc *func, const TlExportConversion *conversions)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; conversions != NULL && i < func->n_params; i++)
    if (is_converted (conversions, i))
      {
        append_conversion (text, conversions[i].pack, seen);
        append_conversion (text, conversions[i].unpack, seen);
      }
}

/* Memory in the layout of the function for each parameter that has another one there. */
static void
append_packing (GString *text, const TlPrimFunc *func, const TlExportConversion *conversions)
{
  for (guint i = 0; conversions != NULL && i < func->n_params; i++)
    {
      const TlBuffer *buffer = func->params[i].buffer;

      if (!is_converted (conversions, i))
        continue;
      g_string_append_printf (text, "  passed[%u] = allocate (%" G_GINT64_FORMAT ", arguments[%u].bytes);\n", i,
                              tl_buffer_n_elements (buffer) * tl_dtype_bytes (buffer->dtype), i);
      g_string_append_printf (text,
                              "  if (passed[%u] == NULL)\n    return 2;\n"
                              "  test_pack_%u ((void *) arguments[%u].data, (void *) passed[%u]);\n", i, i,
                              i, i);
    }
}

static void
append_call (GString *text, const TlPrimFunc *func, const TlExportOptions *options)
{
  g_string_append_printf (text, "  %s (", options->symbol);
  for (guint i = 0; i < func->n_params; i++)
    {
      gboolean is_buffer = func->params[i].buffer != NULL;
      const char *type = is_buffer ? "void" : tl_export_c_type (func->params[i].var->dtype);
      g_string_append (text, i > 0 ? ", " : "");
      if (is_buffer)
        g_string_append_printf (text, "(void *) passed[%u]", i);
      else
        g_string_append_printf (text, "*(%s *) (void *) arguments[%u].data", type, i);
    }
  g_string_append (text, ");\n");
}

static void
append_main (GString *text, const TlPrimFunc *func, const TlExportOptions *options, const TlExportConversion *conversions,
             const guint *params,
             const guint *counts, guint n_outputs)
{
  guint total = 0;
  g_string_append_printf (text, "static char *\nallocate (int64_t bytes, int element_bytes)\n{\n"
                                "  char *memory = aligned_alloc (%u, ((size_t) bytes / %u + 2) * %u);\n"
                                "  (void) element_bytes;\n  return memory == NULL ? NULL : memory%s\n}\n\n",
                          TL_EXPORT_ALIGNMENT, TL_EXPORT_ALIGNMENT, TL_EXPORT_ALIGNMENT,
                          options->is_aligned ? ";" : " + element_bytes;   /* aligned for an element and no more */");
  g_string_append_printf (text, "int\nmain (void)\n{\n  char *passed[%u];\n  int n_wrong = 0;\n"
                                "  for (unsigned i = 0; i < sizeof arguments / sizeof *arguments; i++)\n    {\n"
                                "      arguments[i].data = passed[i] = allocate (arguments[i].n * arguments[i].bytes, "
                                "arguments[i].bytes);\n"
                                "      if (passed[i] == NULL)\n        return 2;\n"
                                "      fill (&arguments[i], i);\n    }\n", func->n_params);
  append_packing (text, func, conversions);
  append_call (text, func, options);
  for (guint i = 0; i < n_outputs; i++)
    {
      if (is_converted (conversions, params[i]))
        g_string_append_printf (text, "  test_unpack_%u ((void *) passed[%u], (void *) arguments[%u].data);\n", params[i], params[i],
                                params[i]);
      g_string_append_printf (text, "  n_wrong += compare (&arguments[%u], expected_%u, %u);\n", params[i], i, counts[i]);
      total += counts[i];
    }
  g_string_append_printf (text,
                          "  printf (\"%s: %%s, %u elements compared\\n\", n_wrong == 0 ? \"ok\" : \"wrong\");\n"
                          "  return n_wrong != 0;\n}\n",
                          options->symbol, total);
}

static char *
write_program (const TlReference *reference, const TlPrimFunc *func, const TlExportOptions *options, const TlExportConversion *conversions,
               GPtrArray *tensors, const Bounds *bounds, GError **error)
{
  g_autofree char *prototype = tl_export_prototype (func, options, error);
  guint n = tl_reference_n_outputs (reference);
  g_autofree guint *params = g_new0 (guint, n + 1), *counts = g_new0 (guint, n + 1);
  GString *text;
  if (prototype == NULL)
    return NULL;
  text = g_string_new ("/*\n * Made by Tileloom: ");
  g_string_append_printf (text, "calls %s and compares its outputs with the reference interpreter's.\n *\n"
                                " * Element i of argument a (counted from 0) is computed from h = mix (a << 40 | i): floats are (h %% 256 "
                                "- 128) / 128, integers\n"
                                " * low + h %% (high - low + 1). Outputs are filled the same way before the call. Exit status: 0 all "
                                "agree, 1 some differ.\n",
                          options->symbol);
  if (conversions != NULL)
    g_string_append_printf (text,
                            " *\n * Arguments are filled and compared in the layouts of the program, test_pack_N and test_unpack_N bring "
                            "argument N to that\n"
                                  " * of %s and back.\n", options->symbol);
  g_string_append (text, " */\n");
  g_string_append_printf (text,
                          "#include <inttypes.h>\n#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n#include <stdio.h>\n"
                          "#include <stdlib.h>\n"
                                "#include <string.h>\n\n%s;\n\n%s", prototype, support);
  append_arguments (text, func, tensors, bounds);
  for (guint i = 0; i < n; i++)
    counts[i] = append_expected (text, reference, i, &params[i]);
  append_conversions (text, func, conversions);
  append_main (text, func, options, conversions, params, counts, n);
  return g_string_free (text, FALSE);
}

char *
tl_export_test_program (const TlPrimFunc *base, const TlPrimFunc *func, const TlExportOptions *options,
                        const TlExportConversion *conversions,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) tensors = tl_interp_make_args (base, INPUT_SEED, FALSE, error);
  g_autofree Bounds *bounds = NULL;
  g_autoptr (TlReference) reference = NULL;
  if (tensors == NULL)
    return NULL;
  bounds = g_new0 (Bounds, tensors->len + 1);
  for (guint i = 0; i < tensors->len; i++)
    {
      bounds[i] = find_bounds (tensors->pdata[i]);
      fill (tensors->pdata[i], i, bounds[i]);
    }
  reference = tl_reference_new (base, (TlTensor *const *) tensors->pdata, tensors->len, 0, cancellable, error);
  return reference != NULL ? write_program (reference, func, options, conversions, tensors, bounds, error) : NULL;
}
