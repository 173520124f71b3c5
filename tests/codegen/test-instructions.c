/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions by their names: as the machine has them, written out for a machine without, and in the interpreter they are the same. A
 * schedule with tensorize computes the same as its program.
 */
#include "tests/codegen/run-compiled.h"

#define ROUNDS 64

typedef struct
{
  const char *name;
  const char *result, *operands[3];   /* element types of whole registers */
  guint       bits;                   /* of the result; operands are as large */
  const char *feature;                /* what a machine without it lacks, NULL: it is another machine's */
} InstructionCase;

static const InstructionCase cases[] = {
  { "llvm.x86.avx512.vpdpbusd.512", "int32", { "int32", "uint8", "int8" }, 512, "-avx512vnni" },
  { "llvm.x86.avx512.vpdpbusd.512", "int32", { "int32", "int32", "int32" }, 512, "-avx512vnni" },
  { "llvm.x86.avx512.vpdpbusd.512", "int32", { "int32", "uint8", "int8" }, 512, "-avx512vnni,-avxvnni" },
  { "llvm.x86.avx512.vpdpbusd.512", "int32", { "int32", "uint8", "int8" }, 512, "-avx512f,-avxvnni" },
  { "llvm.x86.avx512.vpdpbusd.512", "int32", { "int32", "uint8", "int8" }, 512, "-avx512f,-avxvnni,-avx2" },
  { "llvm.x86.avx512.vpdpbusd.256", "int32", { "int32", "uint8", "int8" }, 256, "-avxvnni" },
  { "llvm.x86.avx2.pmadd.wd", "int32", { "int16", "int16" }, 256, "-avx2" },
  { "llvm.x86.avx512.pmaddubs.w.512", "int16", { "uint8", "int8" }, 512, "-avx512bw" },
  { "llvm.x86.avx512.pmaddw.d.512", "int32", { "int16", "int16" }, 512, "-avx512bw" },
  { "llvm.x86.avx512bf16.dpbf16ps.512", "float32", { "float32", "bfloat16", "bfloat16" }, 512, "-avx512bf16" },
  { "llvm.aarch64.neon.sdot", "int32", { "int32", "int8", "int8" }, 128, NULL },
  { "llvm.aarch64.neon.udot", "uint32", { "uint32", "uint8", "uint8" }, 128, NULL },
  { "llvm.aarch64.neon.addp", "int32", { "int32", "int32" }, 128, NULL },
  { "llvm.aarch64.neon.saddlp", "int32", { "int16" }, 128, NULL },
};

static guint
lanes_of (const char *type, guint bits)
{
  TlDType dtype;
  g_assert_true (tl_dtype_parse (type, &dtype));
  return bits / dtype.bits;
}

/* One instruction over ROUNDS rows of operands. */
static char *
program_of (const InstructionCase *c)
{
  g_autoptr (GString) params = g_string_new (NULL), values = g_string_new (NULL);
  guint lanes = lanes_of (c->result, c->bits);
  for (guint i = 0; i < G_N_ELEMENTS (c->operands) && c->operands[i] != NULL; i++)
    {
      guint n = lanes_of (c->operands[i], c->bits);
      g_string_append_printf (params, "%c: T.Buffer((%u, %u), \"%s\"), ", "ABC"[i], ROUNDS, n, c->operands[i]);
      g_string_append_printf (values, ", %c[i, T.Ramp(0, 1, %u)]", "ABC"[i], n);
    }
  return g_strdup_printf (HEAD "(%sR: T.Buffer((%u, %u), \"%s\")):\n"
                          "    for i in range(%u):\n"
                          "        R[i, T.Ramp(0, 1, %u)] = T.call_llvm_pure_intrin(\"%sx%u\", \"%s\"%s)\n",
                          params->str, ROUNDS, lanes, c->result, ROUNDS, lanes, c->result, lanes, c->name, values->str);
}

/* Integers of all bits, extremes among them, where sums saturate or wrap; floats as they come. */
static void
fill_bits (GPtrArray *args)
{
  static const guint8 extremes[] = { 0x80, 0x7f, 0xff, 0x00 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  for (guint a = 0; a < args->len; a++)
    {
      TlTensor *tensor = args->pdata[a];
      guint8 *bytes = tensor->data;
      if (tl_dtype_is_float (tensor->dtype))
        continue;
      for (gsize i = 0; i < tensor->n_bytes; i++)
        bytes[i] = g_rand_int_range (rand, 0, 4) > 0 ? (guint8) g_rand_int (rand) : extremes[g_rand_int_range (rand, 0, 4)];
    }
}

static void
test_instruction (gconstpointer data)
{
  const InstructionCase *c = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = program_of (c);
  g_autoptr (TlModule) module = test_read (text);
  g_autoptr (GPtrArray) inputs = tl_interp_make_args (module->prims[0], 3, FALSE, &error);
  g_assert_no_error (error);
  fill_bits (inputs);
  g_autoptr (GPtrArray) want = test_args_for (module->prims[0], inputs);
  test_interpret (module->prims[0], want, c->name);
  for (guint has = 0; has < 2; has++)
    {
      TlTarget target = tl_target_host ();
      g_autoptr (GPtrArray) got = test_args_for (module->prims[0], inputs);
      if (has == 0 && c->feature != NULL)
        target.mattr = c->feature;
      test_run_compiled (module, &target, got);
      test_assert_same (got, want, 0, c->name);
    }
}

static void
test_features (void)
{
  static const struct { const char *target, *feature; gboolean has; } rows[] = {
    { "llvm -mcpu=cascadelake", "avx512vnni", TRUE },      { "llvm -mcpu=skylake-avx512", "avx512vnni", FALSE },
    { "llvm -mcpu=haswell", "avx2", TRUE },                { "llvm -mcpu=sandybridge", "avx2", FALSE },
    { "llvm -mcpu=alderlake", "avxvnni", TRUE },           { "llvm -mcpu=x86-64-v3", "avxvnni", FALSE },
    { "llvm -mcpu=x86-64-v4", "avx512bw", TRUE },          { "llvm -mcpu=x86-64-v3", "avx512bw", FALSE },
    { "llvm -mcpu=x86-64-v3 -mattr=+avx512vnni", "avx512vnni", TRUE },
    { "llvm -mcpu=cascadelake -mattr=-avx512f", "avx512vnni", FALSE },
    { "llvm -mcpu=icelake-server -mattr=-avx512vnni", "avx512vnni", FALSE },
    { "llvm -mtriple=aarch64-linux-gnu", "neon", TRUE },   { "llvm -mtriple=aarch64-linux-gnu", "dotprod", FALSE },
    { "llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1", "dotprod", TRUE }, { "llvm -mtriple=x86_64-linux-gnu", "avx512bw", FALSE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      TlTarget target;
      g_assert_true (tl_target_parse (rows[i].target, &target, &error));
      if (tl_target_has (&target, rows[i].feature) != rows[i].has)
        g_error ("%s: %s", rows[i].target, rows[i].feature);
    }
}

/* Every CPU that is said to have an instruction has code for it. */
static void
test_selection (void)
{
  static const char *const targets[] = {
    "llvm -mcpu=znver5", "llvm -mcpu=znver4", "llvm -mcpu=sapphirerapids", "llvm -mcpu=graniterapids", "llvm -mcpu=cascadelake",
    "llvm -mcpu=cooperlake", "llvm -mcpu=tigerlake", "llvm -mcpu=rocketlake", "llvm -mcpu=x86-64-v4", "llvm -mcpu=cannonlake",
    "llvm -mcpu=knl", "llvm -mcpu=haswell", "llvm -mcpu=alderlake", "llvm -mcpu=znver3",
    "llvm -mtriple=aarch64-linux-gnu", "llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1",
    "llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a72",
    "llvm -mtriple=aarch64-linux-gnu -mcpu=apple-m1",
  };
  for (guint t = 0; t < G_N_ELEMENTS (targets); t++)
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        g_autoptr (GError) error = NULL;
        g_autofree char *text = program_of (&cases[i]);
        g_autoptr (TlModule) module = test_read (text);
        TlTarget target;
        g_assert_true (tl_target_parse (targets[t], &target, &error));
        g_autoptr (TlModule) lowered = test_lower (module, &target);
        g_autoptr (GBytes) ir = tl_codegen_compile (lowered, &target, TL_CODEGEN_ASSEMBLY, &error);
        g_assert_no_error (error);
      }
}

/* Wrong operands are an error, not a crash of the code generator. */
static void
test_wrong_operands (void)
{
  static const char *const values[] = {
    "\"int32x16\", \"llvm.x86.avx512.vpdpbusd.512\", A[T.Ramp(0, 1, 16)]",
    "\"int32x16\", \"llvm.x86.avx512.vpdpbusd.512\", A[T.Ramp(0, 1, 16)], A[T.Ramp(0, 1, 8)], A[T.Ramp(0, 1, 16)]",
    "\"int32x16\", \"llvm.x86.no.such.thing\", A[T.Ramp(0, 1, 16)]",
  };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (GError) error = NULL;
      TlTarget target = tl_target_host ();
      g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((16,), \"int32\")):\n"
                                                    "    A[T.Ramp(0, 1, 16)] = T.call_llvm_pure_intrin(%s)\n", values[i]);
      g_autoptr (TlModule) module = test_read (text);
      g_autoptr (TlModule) lowered = test_lower (module, &target);
      g_assert_null (tl_codegen_compile (lowered, &target, TL_CODEGEN_OBJECT, &error));
      g_assert_error (error, TL_CODEGEN_ERROR, TL_CODEGEN_ERROR_UNSUPPORTED);
      g_assert_nonnull (strstr (error->message, "is not known with these operands"));
    }
}

/* Lanes in other groups: every width into every other. */
static void
test_regrouping (void)
{
  static const char *const types[] = { "int8", "uint8", "int16", "uint16", "int32", "uint64", "int64", "float16", "bfloat16", "float32",
                                       "float64" };
  TlTarget target = tl_target_host ();
  for (guint from = 0; from < G_N_ELEMENTS (types); from++)
    for (guint to = 0; to < G_N_ELEMENTS (types); to++)
      {
        g_autoptr (GError) error = NULL;
        guint n = lanes_of (types[from], 128), m = lanes_of (types[to], 128);
        gboolean to_float = strstr (types[to], "float") != NULL;
        g_autofree char *text = g_strdup_printf (HEAD "(A: T.Buffer((%u,), \"%s\"), B: T.Buffer((%u,), \"%s\")):\n"
                                                 "    B[T.Ramp(0, 1, %u)] = T.reinterpret(\"%sx%u\", A[T.Ramp(0, 1, %u)])\n",
                                                 n, types[from], m, types[to], m, types[to], m, n);
        g_autoptr (TlModule) module = test_read (text);
        g_autoptr (GPtrArray) inputs = tl_interp_make_args (module->prims[0], 8, FALSE, &error);
        g_assert_no_error (error);
        /* Bits of a NaN may become quiet on the way. */
        if (!to_float)
          fill_bits (inputs);
        g_autoptr (GPtrArray) want = test_args_for (module->prims[0], inputs), got = test_args_for (module->prims[0], inputs);
        test_interpret (module->prims[0], want, text);
        test_run_compiled (module, &target, got);
        test_assert_same (got, want, 0, text);
      }
}

/* A vector that takes rows in turns is loads of rows; the last row ends where the buffer does. */
static void
test_turns (void)
{
  static const struct { const char *dtype; guint group, columns; } packs[] = {
    { "int8", 4, 16 }, { "uint8", 2, 32 }, { "bfloat16", 2, 16 }, { "float32", 4, 4 }, { "int8", 8,
                                                                                         8 }, { "bool", 4, 16 }, { "int8", 3,
                                                                                                                   16 }, { "int16", 16, 2 },
  };
  TlTarget target = tl_target_host ();
  for (guint i = 0; i < G_N_ELEMENTS (packs); i++)
    {
      g_autoptr (GError) error = NULL;
      guint g = packs[i].group, n = packs[i].columns;
      g_autofree char *text = g_strdup_printf (
        HEAD "(B: T.Buffer((%u, %u), \"%s\"), P: T.Buffer((3, %u, %u), \"%s\")):\n"
        "    for a in range(3):\n"
        "        for b in T.vectorized(%u):\n"
        "            with T.block(\"P\"):\n"
        "                va = T.axis.spatial(3, a)\n"
        "                vn = T.axis.spatial(%u, b // %u)\n"
        "                vk = T.axis.spatial(%u, b %% %u)\n"
        "                P[va, vn, vk] = B[va * %u + vk, vn]\n",
        3 * g, n, packs[i].dtype, n, g, packs[i].dtype, n * g, n, g, g, g, g);
      g_autoptr (TlModule) module = test_read (text);
      g_autoptr (GPtrArray) inputs = tl_interp_make_args (module->prims[0], 8, FALSE, &error);
      g_assert_no_error (error);
      g_autoptr (GPtrArray) want = test_args_for (module->prims[0], inputs), got = test_args_for (module->prims[0], inputs);
      test_interpret (module->prims[0], want, text);
      test_run_compiled (module, &target, got);
      test_assert_same (got, want, 0, text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/instructions/%u %s", i, cases[i].name);
      g_test_add_data_func (path, &cases[i], test_instruction);
    }
  g_test_add_func ("/instructions/features", test_features);
  g_test_add_func ("/instructions/selection", test_selection);
  g_test_add_func ("/instructions/wrong operands", test_wrong_operands);
  g_test_add_func ("/instructions/regrouping", test_regrouping);
  g_test_add_func ("/instructions/turns", test_turns);
  return g_test_run ();
}
