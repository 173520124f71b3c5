/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/soundness/gpu/gpu-subject.h"

#include "tests/must.h"
#include "tests/named-texts.h"
#include "tests/read-module.h"
#include "tileloom-config.h"

#define INPUT_SEED 1

static GpuSubject
make_subject (const NamedText *program)
{
  g_autofree char *script = g_strdup_printf ("from tvm.script import tir as T\n%s", program->text);
  GpuSubject       subject = { .name = program->name, .module = read_module (script) };
  const TlPrimFunc *func = tl_module_entry (subject.module);

  subject.inputs = must (tl_interp_make_args (func, INPUT_SEED, FALSE, &failure));
  subject.reference = must (tl_reference_new (func, (TlTensor *const *) subject.inputs->pdata, subject.inputs->len, 0, NULL, &failure));
  return subject;
}

static gpointer
read_programs (gpointer unused)
{
  return (gpointer) named_texts_read (TL_SOURCE_DATADIR "/../tests/soundness/gpu/programs.py");
}

static gpointer
make_subjects (gpointer unused)
{
  static GOnce once = G_ONCE_INIT;
  GArray      *subjects = g_array_new (FALSE, FALSE, sizeof (GpuSubject));

  for (const NamedText *program = g_once (&once, read_programs, NULL); program->name != NULL; program++)
    {
      GpuSubject subject = make_subject (program);

      g_array_append_val (subjects, subject);
    }
  return subjects;
}

const GpuSubject *
gpu_subjects (guint *n)
{
  static GOnce  once = G_ONCE_INIT;
  const GArray *subjects = g_once (&once, make_subjects, NULL);

  *n = subjects->len;
  return (const GpuSubject *) (gpointer) subjects->data;
}

GPtrArray *
gpu_subject_args (const GpuSubject *subject)
{
  GPtrArray *args = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);

  for (guint i = 0; i < subject->inputs->len; i++)
    g_ptr_array_add (args, tl_tensor_dup (subject->inputs->pdata[i]));
  return args;
}
