/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/explore/code-forms.h"

#include <string.h>

#include "core/base/i18n.h"

typedef enum { ON_CPU = 1, ON_CUDA = 2, ON_OTHERS = 4, ON_GPUS = ON_CUDA | ON_OTHERS, ON_ALL = 7 } Machines;

static const struct
{
  const char *name, *title, *language;
  Machines    machines;
} forms[TL_N_FORMS] = {
  { "script", N_("Script"), "python3", ON_ALL },
  { "trace", N_("Trace"), "python3", ON_ALL },
  { "lowered", N_("Lowered"), "python3", ON_ALL },
  { "passes", N_("Passes"), NULL, ON_ALL },
  { "llvm", "LLVM IR", "llvm", ON_CPU | ON_CUDA },
  { "asm", N_("Assembly"), "tileloom-asm", ON_CPU },
  { "report", N_("Loop Report"), NULL, ON_CPU },
  { "source", N_("Source"), NULL, ON_GPUS },
  { "ptx", "PTX", "tileloom-asm", ON_CUDA },
  { "sass", "SASS", "tileloom-asm", ON_CUDA },
};

/* Languages of kernels by kind of target. */
static const struct { const char *kind, *title, *language; } sources[] = {
  { "cuda", "CUDA", "cuda" }, { "opencl", "OpenCL", "opencl" }, { "metal", "Metal", "cpp" },
};

const char *
tl_code_form_name (TlCodeForm form)
{
  return forms[form].name;
}

TlCodeForm
tl_code_form_find (const char *name)
{
  for (guint i = 0; i < TL_N_FORMS; i++)
    if (g_strcmp0 (forms[i].name, name) == 0)
      return (TlCodeForm) i;
  return TL_FORM_SCRIPT;
}

const char *
tl_code_form_title (TlCodeForm form, const TlTarget *target)
{
  for (guint i = 0; form == TL_FORM_SOURCE && i < G_N_ELEMENTS (sources); i++)
    if (strcmp (sources[i].kind, target->kind->name) == 0)
      return sources[i].title;
  return _(forms[form].title);
}

const char *
tl_code_form_language (TlCodeForm form, const TlTarget *target)
{
  for (guint i = 0; form == TL_FORM_SOURCE && i < G_N_ELEMENTS (sources); i++)
    if (strcmp (sources[i].kind, target->kind->name) == 0)
      return sources[i].language;
  return forms[form].language;
}

gboolean
tl_code_form_is_for (TlCodeForm form, const TlTarget *target)
{
  Machines machine = !tl_target_has_kernels (target)              ? ON_CPU
                     : strcmp (target->kind->name, "cuda") == 0 ? ON_CUDA
                                                                  : ON_OTHERS;

  return (forms[form].machines & machine) != 0;
}

TlCodeForm
tl_code_form_alike (TlCodeForm form, const TlTarget *target)
{
  static const TlCodeForm alike[] = { TL_FORM_ASM, TL_FORM_PTX, TL_FORM_SOURCE };

  for (guint i = 0; i < G_N_ELEMENTS (alike) && !tl_code_form_is_for (form, target); i++)
    if (tl_code_form_is_for (alike[i], target))
      return alike[i];
  return form;
}
