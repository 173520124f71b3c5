/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/subject.h"

#include "core/text/script.h"
#include "tests/schedule/schedule-checks.h"
#include "tests/schedule/small-sample.h"
#include "tests/soundness/random-program.h"

#define HEADER "from tvm.script import tir as T\n\n@T.prim_func\n"

static const struct { const char *name, *text; } programs[] = {
  { "matmul",
    HEADER
    "def main(A: T.Buffer((6, 10), \"float32\"), B: T.Buffer((10, 8), \"float32\"), C: T.Buffer((6, 8), \"float32\")):\n"
    "    for i, j, k in T.grid(6, 8, 10):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n" },
  { "matmul-relu",
    HEADER
    "def main(A: T.Buffer((7, 9), \"float32\"), B: T.Buffer((9, 6), \"float32\"), D: T.Buffer((7, 6), \"float32\")):\n"
    "    C = T.alloc_buffer((7, 6))\n"
    "    for i, j, k in T.grid(7, 6, 9):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj, vk = T.axis.remap(\"SSR\", [i, j, k])\n"
    "            with T.init():\n"
    "                C[vi, vj] = T.float32(0)\n"
    "            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n"
    "    for i, j in T.grid(7, 6):\n"
    "        with T.block(\"D\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            D[vi, vj] = T.max(C[vi, vj], T.float32(0))\n" },
  { "pad-and-blur",
    HEADER
    "def main(A: T.Buffer((11,), \"float32\"), C: T.Buffer((11,), \"float32\")):\n"
    "    P = T.alloc_buffer((13,))\n"
    "    for i in range(13):\n"
    "        with T.block(\"P\"):\n"
    "            vi = T.axis.spatial(13, i)\n"
    "            P[vi] = T.if_then_else(1 <= vi and vi < 12, A[vi - 1], T.float32(0))\n"
    "    for i, r in T.grid(11, 3):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vr = T.axis.remap(\"SR\", [i, r])\n"
    "            with T.init():\n"
    "                C[vi] = T.float32(0)\n"
    "            C[vi] = C[vi] + P[vi + vr]\n" },
  { "chain",
    HEADER
    "def main(A: T.Buffer((4, 6), \"float32\"), D: T.Buffer((6, 4), \"float32\")):\n"
    "    B = T.alloc_buffer((4, 6))\n"
    "    C = T.alloc_buffer((4, 6))\n"
    "    for i, j in T.grid(4, 6):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = A[vi, vj] + T.float32(1)\n"
    "    for i, j in T.grid(4, 6):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            C[vi, vj] = B[vi, vj] * B[vi, 5 - vj]\n"
    "    for j, i in T.grid(6, 4):\n"
    "        with T.block(\"D\"):\n"
    "            vj, vi = T.axis.remap(\"SS\", [j, i])\n"
    "            D[vj, vi] = C[vi, vj] - T.float32(2)\n" },
  { "row-norm",
    HEADER
    "def main(A: T.Buffer((5, 12), \"float32\"), B: T.Buffer((5, 12), \"float32\")):\n"
    "    S = T.alloc_buffer((5,))\n"
    "    for i, k in T.grid(5, 12):\n"
    "        with T.block(\"S\"):\n"
    "            vi, vk = T.axis.remap(\"SR\", [i, k])\n"
    "            with T.init():\n"
    "                S[vi] = T.float32(0)\n"
    "            S[vi] = S[vi] + A[vi, vk] * A[vi, vk]\n"
    "    for i, j in T.grid(5, 12):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = A[vi, vj] / (S[vi] + T.float32(1))\n" },
  { "rotary",
    HEADER
    "def main(A: T.Buffer((5, 8), \"float32\"), S: T.Buffer((5, 4), \"float32\"), C: T.Buffer((5, 8), \"float32\")):\n"
    "    B = T.alloc_buffer((5, 8))\n"
    "    for i, j in T.grid(5, 8):\n"
    "        with T.block(\"B\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            B[vi, vj] = T.Select(vj < 4, A[vi, vj + 4] * T.float32(-1), A[vi, vj - 4])\n"
    "    for i, j in T.grid(5, 8):\n"
    "        with T.block(\"C\"):\n"
    "            vi, vj = T.axis.remap(\"SS\", [i, j])\n"
    "            C[vi, vj] = A[vi, vj] + T.if_then_else(vj < 4, B[vi, vj + 4], B[vi, vj - 4]) * S[vi, vj % 4]\n" },
  { "uneven-tiles",
    HEADER
    "def main(A: T.Buffer((7, 5), \"float32\"), C: T.Buffer((7, 5), \"float32\")):\n"
    "    for i in range(2):\n"
    "        with T.block(\"tile\"):\n"
    "            vi = T.axis.spatial(2, i)\n"
    "            T.reads(A[vi * 4:vi * 4 + 4, 0:5])\n"
    "            T.writes(C[vi * 4:vi * 4 + 4, 0:5])\n"
    "            B = T.alloc_buffer((T.min(7 - vi * 4, 4), 5))\n"
    "            for ii, j in T.grid(T.min(7 - vi * 4, 4), 5):\n"
    "                with T.block(\"B\"):\n"
    "                    wi, wj = T.axis.remap(\"SS\", [ii, j])\n"
    "                    B[wi, wj] = A[vi * 4 + wi, wj] * T.float32(2)\n"
    "            for ii, j in T.grid(T.min(7 - vi * 4, 4), 5):\n"
    "                with T.block(\"C\"):\n"
    "                    wi, wj = T.axis.remap(\"SS\", [ii, j])\n"
    "                    C[vi * 4 + wi, wj] = B[wi, wj] + B[wi, 4 - wj]\n" },
};

static const struct { const char *name, *smaller; } samples[] = {
  { "vector-add-1024", "1024=13" },
  { "window-sum", "1024=11 1027=13" },
  { "matmul-128", "128=5" },
  { "matmul-1024", "1024=6" },
  { "matmul-1000", "1000=4" },
  { "mm-relu-128", "128=6" },
  { "bmm-relu-16x128", "16=2 128=4" },
  { "matmul-exp-matmul", "1024=4 2048=5 3072=6" },
  { "linear-1x784x128", "784=10 128=6" },
  { "conv2d-nchw", "56=3 58=5 64=2" },
  { "conv2d-nchw-pad", "28=2 56=4 57=5 58=6 64=2 128=3" },
  { "depthwise-conv2d", "64=2 112=4 114=6" },
  { "softmax", "256=6" },
  { "layer-norm", "128=4 768=9" },
  { "transpose", "1024=7" },
  { "matmul-int8", "512=6" },
  { "matmul-tensorized-16", "8=2 16=3 128=6" },
};

#define N_INPUTS 3
#define N_PROGRAMS (G_N_ELEMENTS (programs) + G_N_ELEMENTS (samples))

static TlModule *
read_program (const char *text)
{
  g_autoptr (GError) error = NULL;
  TlModule          *module = tl_script_read_text (text, &error);

  if (module == NULL)
    g_error ("%s\n%s", error->message, text);
  return module;
}

static void
choose_program (Subject *subject, guint64 seed)
{
  guint which = (guint) (seed / 2 % N_PROGRAMS);

  if (seed % 2 == 1)
    {
      g_autofree char *text = random_program (seed);

      subject->name = g_strdup ("program at random");
      subject->module = read_program (text);
    }
  else if (which < G_N_ELEMENTS (programs))
    {
      subject->name = g_strdup (programs[which].name);
      subject->module = read_program (programs[which].text);
    }
  else
    {
      which -= G_N_ELEMENTS (programs);
      subject->name = g_strdup (samples[which].name);
      subject->module = small_sample_new (samples[which].name, samples[which].smaller);
    }
}

gboolean
subject_init (Subject *subject, guint64 seed, char **problem)
{
  *subject = (Subject) { 0 };
  choose_program (subject, seed);
  subject->inputs = check_inputs (subject->module, seed % N_INPUTS, problem);
  subject->expected = subject->inputs != NULL ? check_run (subject->module, subject->inputs, problem) : NULL;
  return subject->expected != NULL;
}

void
subject_clear (Subject *subject)
{
  g_clear_pointer (&subject->inputs, g_ptr_array_unref);
  g_clear_pointer (&subject->expected, g_ptr_array_unref);
  g_clear_pointer (&subject->module, tl_module_unref);
  g_clear_pointer (&subject->name, g_free);
}
