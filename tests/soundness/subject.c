/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/subject.h"

#include "tests/named-texts.h"
#include "tests/read-module.h"
#include "tests/schedule/schedule-checks.h"
#include "tests/schedule/small-sample.h"
#include "tests/soundness/random-program.h"
#include "tileloom-config.h"

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
#define N_WRITTEN 7u   /* of programs.py */

static gpointer
read_programs (gpointer unused)
{
  return (gpointer) named_texts_read (TL_SOURCE_DATADIR "/../tests/soundness/programs.py");
}

static void
choose_program (Subject *subject, guint64 seed)
{
  static GOnce     once = G_ONCE_INIT;
  const NamedText *programs = g_once (&once, read_programs, NULL);
  guint            which = (guint) (seed / 2 % (N_WRITTEN + G_N_ELEMENTS (samples)));

  g_assert_null (programs[N_WRITTEN].name);
  if (seed % 2 == 1)
    {
      g_autofree char *text = random_program (seed);

      subject->name = g_strdup ("program at random");
      subject->module = read_module (text);
    }
  else if (which < N_WRITTEN)
    {
      subject->name = g_strdup (programs[which].name);
      subject->module = read_module (programs[which].text);
    }
  else
    {
      which -= N_WRITTEN;
      subject->name = g_strdup (samples[which].name);
      subject->module = small_sample_new (samples[which].name, samples[which].smaller);
    }
}

static gboolean
run_program (Subject *subject, guint64 seed, char **problem)
{
  subject->inputs = check_inputs (subject->module, seed % N_INPUTS, problem);
  subject->expected = subject->inputs != NULL ? check_run (subject->module, subject->inputs, problem) : NULL;
  return subject->expected != NULL;
}

gboolean
subject_init (Subject *subject, guint64 seed, char **problem)
{
  *subject = (Subject) { 0 };
  choose_program (subject, seed);
  return run_program (subject, seed, problem);
}

gboolean
subject_init_sample (Subject *subject, guint64 seed, char **problem)
{
  guint which = (guint) (seed % G_N_ELEMENTS (samples));

  *subject = (Subject) { .name = g_strdup (samples[which].name),
                         .module = small_sample_new (samples[which].name, samples[which].smaller) };
  return run_program (subject, seed, problem);
}

void
subject_clear (Subject *subject)
{
  g_clear_pointer (&subject->inputs, g_ptr_array_unref);
  g_clear_pointer (&subject->expected, g_ptr_array_unref);
  g_clear_pointer (&subject->module, tl_module_unref);
  g_clear_pointer (&subject->name, g_free);
}
