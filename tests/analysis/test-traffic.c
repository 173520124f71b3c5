/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "core/analysis/access-walk.h"
#include "core/base/extremum.h"
#include "tests/add-test.h"
#include "tests/chain-program.h"
#include "tests/program-text.h"
#include "tests/read-module.h"
#include "tests/traffic-programs.h"

#define HEADER "from tvm.script import tir as T\n@T.prim_func\n"

/* --- prediction and simulation --- */

/*
 * The error of a prediction is that of reuse that is all there or not at all, where a real cache keeps a part: on machines of some dozens
 * of lines a working set often just exceeds a level. Beyond 10 % the reason stands beside the bound.
 */
static const struct
{
  const char *func;
  double      most_percent;
} programs[] = {
  { "matmul", 7 },
  { "matmul_ikj", 3 },
  { "matmul_tiled", 6 },
  { "matmul_registers", 50 },   /* a panel of B and what is between two rows of tiles exceed 12 032 bytes by less than a line */
  { "matmul_odd", 30 },         /* half of the tiles are cut, and their working sets are smaller */
  { "matmul_packed", 20 },      /* both copies of a panel exceed 8192 bytes, but not while they are made */
  { "matmul_fused", 7 },
  { "batch_matmul", 7 },
  { "matmul_relu", 7 },
  { "matmul_relu_fused", 5 },
  { "conv2d", 90 },             /* rows of 72 bytes: 33 lines on average, where there are 32, and fewer for most windows */
  { "conv2d_tiled", 20 },       /* the rows that two tiles share are the last of the one and the first of the other */
  { "conv2d_pad", 90 },
  { "depthwise", 1 },
  { "transpose", 0.1 },
  { "transpose_tiled", 0.1 },
  { "softmax", 1 },
  { "softmax_rows", 2 },
  { "layer_norm", 2 },
  { "window_sum", 0.1 },
  { "vector_add", 0.1 },
  { "repack", 30 },               /* a part of the fused loop reads more lines than its share of the box around it */
};

static TlModule *
read_programs (void)
{
  return read_module_file (DATA_DIR "/benchmarks/traffic.py");
}

static void
test_prediction (gconstpointer data)
{
  guint                row = GPOINTER_TO_UINT (data);
  g_autoptr (TlModule) module = read_programs ();
  const TlPrimFunc    *func = tl_module_prim (module, programs[row].func);

  for (guint m = 0; m < G_N_ELEMENTS (small_machines); m++)
    {
      g_auto (SimulatedTraffic) simulated = simulate_program (module, func, &small_machines[m]);

      for (TlLevel level = TL_LEVEL_REGISTERS; level < TL_N_LEVELS; level++)
        {
          double percent = 100 * prediction_error (&simulated, level);

          g_test_message ("%s, %" G_GINT64_FORMAT " bytes of %s: %.0f predicted, %.0f simulated, %+.1f %%", func->name,
                          small_machines[m].bytes[level], tl_level_name (level), tl_moved_bytes (&simulated.traffic->moved[level]),
                          simulated_bytes (&simulated, level), percent);
          g_assert_cmpfloat (fabs (percent), <=, programs[row].most_percent);
        }
    }
}

/* Nothing is left out above, and no loop reads less than the arguments once. */
static void
test_all_programs (void)
{
  g_autoptr (TlModule) module = read_programs ();

  g_assert_cmpuint (module->n_prims, ==, G_N_ELEMENTS (programs));
  for (guint i = 0; i < module->n_prims; i++)
    {
      g_autoptr (TlTraffic) traffic = tl_traffic_new (module, module->prims[i], &small_machines[0]);
      double                outer = traffic->least_bytes;

      g_assert_cmpstr (module->prims[i]->name, ==, programs[i].func);
      for (guint level = TL_N_LEVELS; level-- > TL_LEVEL_L1;)
        {
          g_assert_cmpfloat (tl_moved_bytes (&traffic->moved[level]), >=, outer * 0.999);
          outer = tl_moved_bytes (&traffic->moved[level]);
        }
    }
}

/* With all the memory that there is, each line moves once. */
static void
test_large_machine (void)
{
  static const TlCapacities large = { { 1 << 24, 1 << 24, 1 << 24, 0 } };
  g_autoptr (TlModule)      module = read_programs ();

  for (guint i = 0; i < module->n_prims; i++)
    {
      g_auto (SimulatedTraffic) simulated = simulate_program (module, module->prims[i], &large);

      g_assert_cmpfloat (tl_moved_bytes (&simulated.traffic->moved[TL_LEVEL_REGISTERS]), ==, simulated.traffic->least_bytes);
      g_assert_cmpfloat (prediction_error (&simulated, TL_LEVEL_REGISTERS), ==, 0);
      g_assert_cmpfloat (fabs (prediction_error (&simulated, TL_LEVEL_L2)), <, 0.005);
      g_assert_cmpfloat (tl_moved_bytes (&simulated.traffic->moved[TL_LEVEL_L3]), ==, -1);
    }
}

/* --- loops --- */

static TlNodeId
find_loop (const TlTraffic *traffic, const char *name)
{
  for (guint i = 0; i < traffic->n_loops; i++)
    if (strcmp (traffic->loops[i].stmt->loop.var->name, name) == 0)
      return traffic->loops[i].loop;
  g_error ("no loop %s", name);
}

/* "A 1 B 64 C 1": how many iterations of the loop use an element of each buffer; "A 4~": of a region that moves. */
static char *
describe_uses (const TlTraffic *traffic, const TlTrafficLoop *loop)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < loop->footprint->n_touched; i++)
    g_string_append_printf (text, "%s%s %g%s", i > 0 ? " " : "", traffic->buffers[loop->uses[i].buffer].buffer->name,
                            round (loop->uses[i].n_reuses * 100) / 100, loop->uses[i].is_moving ? "~" : "");
  return g_string_free (text, FALSE);
}

static void
test_loops (void)
{
  static const struct
  {
    const char *func, *loop;
    const char *uses;
    TlLevel     level;
    gint64      n_bytes;
  } rows[] = {
    { "matmul", "i", "A 1~ B 64 C 1~", TL_LEVEL_L3, 16896 },
    { "matmul", "j", "A 64 B 1~ C 1~", TL_LEVEL_L2, 516 },
    { "matmul", "k", "A 1~ B 1~ C 64", TL_LEVEL_REGISTERS, 12 },
    { "matmul_registers", "k", "A 1~ B 1~ C 48", TL_LEVEL_REGISTERS, 248 },
    { "matmul_registers", "i1", "A 1~ B 6 C 1~", TL_LEVEL_REGISTERS, 68 },
    { "matmul_odd", "i0", "A 1.28~ B 4 C 1.28~", TL_LEVEL_L3, 16400 },
    { "conv2d", "h", "X 2.67~ W 16 Y 1~", TL_LEVEL_L2, 2080 },
    { "conv2d", "co", "X 8 W 1~ Y 1~", TL_LEVEL_L3, 11680 },
    { "window_sum", "i", "A 3~ B 1~", TL_LEVEL_REGISTERS, 16 },
    { "transpose", "j", "A 1~ B 1~", TL_LEVEL_REGISTERS, 8 },
    { "transpose", "i", "A 1~ B 1~", TL_LEVEL_L3, 1024 },   /* 128 + 8 lines */
    { "matmul_packed", "j0", "B 1~ P 1~ A 4 C 1~", TL_LEVEL_L3, 28672 },
    { "layer_norm", "j", "A 1~ S 96 Q 96 G 1~ N 1~", TL_LEVEL_REGISTERS, 20 },
  };
  g_autoptr (TlModule) module = read_programs ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlTraffic) traffic = tl_traffic_new (module, tl_module_prim (module, rows[i].func), &small_machines[0]);
      const TlTrafficLoop  *loop = tl_traffic_find_loop (traffic, find_loop (traffic, rows[i].loop));
      g_autoptr (TlArena)   arena = tl_arena_new (module->arena);
      g_autofree char      *uses = describe_uses (traffic, loop);

      g_test_message ("%s, %s", rows[i].func, rows[i].loop);
      g_assert_cmpstr (uses, ==, rows[i].uses);
      g_assert_cmpstr (tl_level_name (loop->level), ==, tl_level_name (rows[i].level));
      g_assert_cmpint (loop->footprint->total_bytes, ==, rows[i].n_bytes);
      g_assert_cmpint (loop->footprint->total_bytes, ==, tl_footprint_of (arena, module, loop->loop)->total_bytes);
    }
}

/*
 * A panel of P, 512 KiB, is read for each of 171 tiles of rows from L2, where one of its halves comes to L1 in strips of 1 KiB; 24 KiB of A
 * twice, for each half.
 */
static void
test_packed (void)
{
  static const TlCapacities capacities = { { 2048, 32 << 10, 1 << 20, 32 << 20 } };
  static const double       mib = 1 << 20;
  g_autoptr (TlModule)      module = read_module_file (TEST_DIR "/matmul-packed-1024.py");
  g_autoptr (TlTraffic)     traffic = tl_traffic_new (module, module->prims[0], &capacities);
  const TlTrafficBuffer    *packed = &traffic->buffers[3], *a = &traffic->buffers[0];

  g_assert_cmpstr (packed->buffer->name, ==, "P");
  g_assert_cmpint (packed->n_bytes, ==, 4 << 20);
  g_assert_cmpint (packed->memory.n_bytes, ==, 512 << 10);
  g_assert_cmpstr (a->buffer->name, ==, "A");
  g_assert_cmpfloat (packed->moved[TL_LEVEL_L1].in_bytes, ==, 171 * 4 * mib);
  g_assert_cmpfloat (a->moved[TL_LEVEL_L1].in_bytes, ==, 16 * 4 * mib);
  g_assert_cmpfloat (a->moved[TL_LEVEL_L2].in_bytes, ==, 8 * 4 * mib);
  g_assert_cmpfloat (tl_moved_bytes (&traffic->moved[TL_LEVEL_L3]), ==, 12 * mib);
  g_assert_cmpfloat (traffic->least_bytes, ==, 12 * mib);
}

/* --- what is not known --- */

static TlModule *
read_function (const char *script)
{
  g_autofree char *text = g_strconcat (HEADER, script, NULL);

  return read_module (text);
}

static void
test_symbolic (void)
{
  g_autoptr (TlModule)  module = read_function ("def main(a: T.handle, B: T.Buffer((8,), \"float32\")):\n"
                                                "    n = T.int32()\n"
                                                "    A = T.match_buffer(a, (n, 8), \"float32\")\n"
                                                "    for i, j in T.grid(n, 8):\n"
                                                "        with T.block(\"A\"):\n"
                                                "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
                                                "            A[vi, vj] = A[vi, vj] + B[vj]\n");
  g_autoptr (TlTraffic) traffic = tl_traffic_new (module, module->prims[0], &small_machines[0]);
  g_autofree TlMoved  (*moved)[TL_N_LEVELS] = g_malloc0_n (traffic->n_buffers + 1, sizeof *moved);
  TlTrafficTimes        times;
  TlMachine             machine = { 0 };
  g_autofree char      *reason = tl_traffic_reason_text (traffic, NULL);

  g_assert_cmpfloat (traffic->least_bytes, ==, -1);
  for (guint i = 0; i < TL_N_LEVELS; i++)
    g_assert_cmpfloat (tl_moved_bytes (&traffic->moved[i]), ==, -1);
  g_assert_cmpint (traffic->loops[0].footprint->total_bytes, ==, 64);
  g_assert_true (traffic->loops[0].is_known);
  g_assert_cmpfloat (traffic->loops[0].uses[0].n_reuses, ==, -1);
  g_assert_cmpfloat (traffic->loops[1].uses[1].n_reuses, ==, 1);
  g_assert_false (tl_traffic_simulate (traffic, 1000, moved));
  g_assert_false (tl_traffic_times (traffic, &machine, 1, &times));
  g_assert_cmpstr (reason, ==, "Not all regions of the program have known sizes.");
}

/* A block with views counts as it declares; a buffer whose size follows a fused loop leaves the bytes unknown. */
static void
test_views (void)
{
  g_autoptr (TlModule)  views = read_function ("def main(C: T.Buffer((16,), \"float32\")):\n"
                                               "    for o in range(2):\n"
                                               "        with T.block(\"C\"):\n"
                                               "            vo = T.axis.spatial(2, o)\n"
                                               "            T.reads(C[vo * 8:vo * 8 + 8])\n"
                                               "            T.writes(C[vo * 8:vo * 8 + 8])\n"
                                               "            X = T.match_buffer(C[vo * 8:vo * 8 + 8], (8,), \"float32\", offset_factor=1)\n"
                                               "            for i in range(8):\n"
                                               "                X[i] = X[i] + T.float32(1)\n");
  g_autoptr (TlModule)  sized = read_function ("def main(A: T.Buffer((6,), \"float32\"), C: T.Buffer((6,), \"float32\")):\n"
                                               "    for f in range(6):\n"
                                               "        with T.block(\"rows\"):\n"
                                               "            T.reads(A[0:6])\n            T.writes(C[f // 2 * 2 + f % 2])\n"
                                               "            B = T.alloc_buffer((f // 2 + f % 2 + 1,))\n"
                                               "            for k in range(f // 2 + f % 2 + 1):\n"
                                               "                with T.block(\"B\"):\n"
                                               "                    vk = T.axis.spatial(f // 2 + f % 2 + 1, k)\n"
                                               "                    B[vk] = A[vk] * T.float32(2)\n"
                                               "            with T.block(\"C\"):\n"
                                               "                C[f // 2 * 2 + f % 2] = B[0]\n");
  g_autoptr (TlTraffic) of_views = tl_traffic_new (views, views->prims[0], &small_machines[0]);
  g_autoptr (TlTraffic) of_sized = tl_traffic_new (sized, sized->prims[0], &small_machines[0]);

  g_assert_cmpuint (of_views->n_buffers, ==, 1);
  g_assert_cmpuint (of_views->n_loops, ==, 1);
  g_assert_cmpfloat (tl_moved_bytes (&of_views->moved[TL_LEVEL_REGISTERS]), ==, 128);
  g_assert_cmpfloat (tl_moved_bytes (&of_sized->moved[TL_LEVEL_REGISTERS]), ==, -1);
}

/* Where indices are read from memory the sequence of accesses is not known from loops. */
static void
test_gather (void)
{
  g_autoptr (TlModule)  module = read_function ("def main(A: T.Buffer((64,), \"float32\"), I: T.Buffer((8,), \"int32\"), "
                                                "B: T.Buffer((8,), \"float32\")):\n"
                                                BLOCK_S ("B", "8", "B[vi] = A[I[vi]]"));
  g_autoptr (TlTraffic) traffic = tl_traffic_new (module, module->prims[0], &small_machines[0]);
  g_autofree TlMoved  (*moved)[TL_N_LEVELS] = g_malloc0_n (traffic->n_buffers + 1, sizeof *moved);

  g_assert_false (tl_traffic_simulate (traffic, 1000, moved));
}

static void
test_limit (void)
{
  g_autoptr (TlModule)  module = read_programs ();
  g_autoptr (TlTraffic) traffic = tl_traffic_new (module, tl_module_prim (module, "vector_add"), &small_machines[0]);
  g_autofree TlMoved  (*moved)[TL_N_LEVELS] = g_malloc0_n (traffic->n_buffers + 1, sizeof *moved);

  g_assert_true (tl_traffic_simulate (traffic, 3 * 4096, moved));
  g_assert_false (tl_traffic_simulate (traffic, 3 * 4096 - 1, moved));
}

/* --- time --- */

/* One byte or operation takes a nanosecond, but those of @slow. */
static TlMachine
machine_with_slow (guint slow_level, double factor)
{
  TlMachine machine = { 0 };

  for (guint i = 0; i < TL_N_PEAKS; i++)
    machine.operations_per_s[i] = 1e9;
  for (guint i = 0; i < TL_MACHINE_LEVELS; i++)
    for (guint k = 0; k < TL_N_STREAMS; k++)
      machine.levels[i].bytes_per_s[k] = i == slow_level ? 1e9 / factor : 1e9;
  return machine;
}

static void
test_bounds (void)
{
  static const struct
  {
    const char *func;
    guint       slow_level;
    double      factor, measured_s;
    const char *bound, *reason;
  } rows[] = {
    { "matmul_tiled", 0, 0.1, 0, "Compute-bound", "Compute takes 524 µs; the slowest transfer, L2 to L1, 246 µs (C is written 4 times)." },
    { "matmul_tiled", 1, 10, 2e-3, "Bound by L2 bandwidth",
      "Moving 240 KiB, L2 to L1, takes 2.46 ms (C is written 4 times); compute takes 524 µs." },
    { "transpose", 3, 100, 0, "Bound by memory bandwidth", "Moving 128 KiB, memory to L3, takes 13.1 ms." },
    { "transpose", 1, 100, 0, "Bound by L2 bandwidth", "Moving 1.06 MiB, L2 to L1, takes 111 ms (A is read 16 times)." },
    { "transpose", 1, 100, 1e-2, "Not bound as predicted",
      "Moving 1.06 MiB, L2 to L1, would take 111 ms; measured: 10.0 ms. Compiled code moves less." },
  };
  g_autoptr (TlModule) module = read_programs ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TlTraffic) traffic = tl_traffic_new (module, tl_module_prim (module, rows[i].func), &small_machines[0]);
      TlMachine             machine = machine_with_slow (rows[i].slow_level, rows[i].factor);
      TlTrafficTimes        times;
      g_autofree char      *bound = NULL, *reason = NULL;

      g_assert_true (tl_traffic_times (traffic, &machine, 1, &times));
      times.measured_s = rows[i].measured_s;
      bound = tl_traffic_bound_text (traffic, &times);
      reason = tl_traffic_reason_text (traffic, &times);
      g_assert_cmpstr (bound, ==, rows[i].bound);
      g_assert_cmpstr (reason, ==, rows[i].reason);
    }
}

/* The blocks add up to the function; a matmul takes longer than the ReLU behind it; a parallel loop divides its part. */
static void
test_blocks (void)
{
  static const char *const funcs[] = { "matmul", "matmul_relu", "matmul_relu_fused", "matmul_packed", "softmax", "layer_norm" };
  g_autoptr (TlModule)     module = read_programs ();
  TlMachine                machine = machine_with_slow (0, 0.01);

  for (guint i = 0; i < G_N_ELEMENTS (funcs); i++)
    {
      g_autoptr (TlTraffic) traffic = tl_traffic_new (module, tl_module_prim (module, funcs[i]), &small_machines[0]);
      g_autofree double    *one = g_new0 (double, traffic->n_blocks + 1), *four = g_new0 (double, traffic->n_blocks + 1);
      double                operations = 0, moved[TL_N_LEVELS] = { 0 };

      g_assert_true (tl_traffic_block_times (traffic, &machine, 1, one));
      g_assert_true (tl_traffic_block_times (traffic, &machine, 4, four));
      for (guint b = 0; b < traffic->n_blocks; b++)
        {
          operations += traffic->blocks[b].operations;
          for (guint k = 0; k < TL_N_LEVELS; k++)
            moved[k] += tl_moved_bytes (&traffic->blocks[b].moved[k]);
          g_assert_cmpfloat (one[b], >, 0);
          g_assert_cmpfloat_with_epsilon (four[b], traffic->blocks[b].is_parallel ? one[b] / 4 : one[b], one[b] * 1e-9);
        }
      g_assert_cmpfloat_with_epsilon (operations, traffic->operations, 0.5);
      for (guint k = 0; k < TL_N_LEVELS; k++)
        g_assert_cmpfloat_with_epsilon (moved[k], tl_max (0, tl_moved_bytes (&traffic->moved[k])), 1e-6 * moved[k] + 1e-6);
      if (i == 1)
        {
          g_assert_cmpuint (traffic->n_blocks, ==, 2);
          g_assert_cmpfloat (one[0], >, 20 * one[1]);
        }
    }
}

/* Cores count where a loop is parallel, and rates that are not known say so. */
static void
test_cores (void)
{
  g_autoptr (TlModule)  module = read_programs ();
  g_autoptr (TlTraffic) serial = tl_traffic_new (module, tl_module_prim (module, "matmul"), &small_machines[0]);
  g_autoptr (TlTraffic) parallel = tl_traffic_new (module, tl_module_prim (module, "matmul_fused"), &small_machines[0]);
  TlMachine             machine = machine_with_slow (0, 1), unknown = { 0 };
  TlTrafficTimes        one, four;

  g_assert_true (tl_traffic_times (serial, &machine, 1, &one));
  g_assert_true (tl_traffic_times (serial, &machine, 4, &four));
  g_assert_cmpfloat (one.compute_s, ==, four.compute_s);
  g_assert_true (tl_traffic_times (parallel, &machine, 4, &four));
  g_assert_cmpfloat (one.compute_s, ==, 4 * four.compute_s);
  g_assert_cmpfloat (one.edge_s[TL_LEVEL_L2], ==, 4 * four.edge_s[TL_LEVEL_L2]);
  g_assert_false (tl_traffic_times (serial, &unknown, 1, &one));
}

/* Arguments of 48 KiB stay in a cache of 64 KiB: what comes from memory in the first run is no bound of the others. */
static void
test_kept (void)
{
  g_autoptr (TlModule)  module = read_programs ();
  g_autoptr (TlTraffic) outside = tl_traffic_new (module, tl_module_prim (module, "matmul_tiled"), &small_machines[0]);
  g_autoptr (TlTraffic) inside = tl_traffic_new (module, tl_module_prim (module, "matmul_tiled"), &small_machines[1]);
  TlMachine             machine = machine_with_slow (3, 1000);
  TlTrafficTimes        times;
  g_autofree char      *first = NULL, *each = NULL;

  g_assert_true (tl_traffic_times (outside, &machine, 1, &times));
  g_assert_cmpint (times.kept, ==, TL_LEVEL_MEMORY);
  g_assert_cmpint (times.slowest, ==, TL_LEVEL_L3);
  g_assert_false (times.is_compute_bound);
  g_assert_true (tl_traffic_times (inside, &machine, 1, &times));
  g_assert_cmpint (times.kept, ==, TL_LEVEL_L3);
  g_assert_cmpint (times.slowest, ==, TL_LEVEL_REGISTERS);
  first = tl_traffic_time_text (&times, TL_LEVEL_L3);
  each = tl_traffic_time_text (&times, TL_LEVEL_L2);
  g_assert_cmpstr (first, ==, "(49.2 ms)");
  g_assert_cmpstr (each, ==, "98.3 µs");
}

/* The capacities are those of the target, not of this machine. */
static void
test_capacities (void)
{
  g_autoptr (GError) error = NULL;
  TlTarget           target;
  TlCapacities       capacities;

  g_assert_true (tl_target_parse ("llvm -mcpu=skylake-avx512", &target, &error));
  capacities = tl_capacities_of (&target);
  g_assert_cmpint (capacities.bytes[TL_LEVEL_REGISTERS], ==, 32 * 64);
  g_assert_cmpint (capacities.bytes[TL_LEVEL_L1], ==, 32 * 1024);
  g_assert_cmpint (capacities.bytes[TL_LEVEL_L2], ==, 1024 * 1024);
  capacities.bytes[TL_LEVEL_L3] = 0;
  g_assert_cmpint (tl_capacities_source (&capacities, TL_LEVEL_L1), ==, TL_LEVEL_L2);
  g_assert_cmpint (tl_capacities_source (&capacities, TL_LEVEL_L2), ==, TL_LEVEL_MEMORY);
}

/* The memory of a prediction grows with the length of a chain of nests, not with its square: all its buffers live in one place. */
static void
test_memory_of_many (void)
{
  gsize n_bytes[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char      *text = chain_program (100u << i, 16);
      g_autoptr (TlModule)  module = read_module (text);
      g_autoptr (TlTraffic) traffic = tl_traffic_new (module, module->prims[0], &small_machines[0]);

      g_assert_cmpuint (traffic->n_buffers, ==, (100u << i) + 1);
      n_bytes[i] = tl_arena_used_bytes (traffic->arena);
    }
  g_assert_cmpuint (n_bytes[1], <, 3 * n_bytes[0]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    add_test (test_prediction, GUINT_TO_POINTER (i), "/analysis/traffic/prediction/%s", programs[i].func);
  g_test_add_func ("/analysis/traffic/all", test_all_programs);
  g_test_add_func ("/analysis/traffic/large", test_large_machine);
  g_test_add_func ("/analysis/traffic/loops", test_loops);
  g_test_add_func ("/analysis/traffic/packed", test_packed);
  g_test_add_func ("/analysis/traffic/symbolic", test_symbolic);
  g_test_add_func ("/analysis/traffic/gather", test_gather);
  g_test_add_func ("/analysis/traffic/limit", test_limit);
  g_test_add_func ("/analysis/traffic/bounds", test_bounds);
  g_test_add_func ("/analysis/traffic/blocks", test_blocks);
  g_test_add_func ("/analysis/traffic/views", test_views);
  g_test_add_func ("/analysis/traffic/cores", test_cores);
  g_test_add_func ("/analysis/traffic/kept", test_kept);
  g_test_add_func ("/analysis/traffic/capacities", test_capacities);
  g_test_add_func ("/analysis/traffic/many", test_memory_of_many);
  return g_test_run ();
}
