/* SPDX-License-Identifier: Apache-2.0 */
/* The forms of a program that code panes show: which there are depends on the target. */
#pragma once

#include <glib.h>

#include "core/session/session.h"

G_BEGIN_DECLS

typedef enum
{
  TL_FORM_SCRIPT,
  TL_FORM_TRACE,
  TL_FORM_LOWERED,
  TL_FORM_PASSES,
  TL_FORM_LLVM,
  TL_FORM_ASM,
  TL_FORM_REPORT,
  TL_FORM_SOURCE,   /* of kernels, in the target's language */
  TL_FORM_PTX,
  TL_FORM_SASS,
  TL_N_FORMS,
} TlCodeForm;

/* Of the stack page, and of the form in requests to a worker: "asm". */
const char *tl_code_form_name (TlCodeForm form);
/* TL_FORM_SCRIPT for other names. */
TlCodeForm  tl_code_form_find (const char *name);
/* "Assembly", "CUDA"; translated. */
const char *tl_code_form_title (TlCodeForm form, const TlTarget *target);
/* Of GtkSourceView; NULL: none. */
const char *tl_code_form_language (TlCodeForm form, const TlTarget *target);
gboolean    tl_code_form_is_for (TlCodeForm form, const TlTarget *target);
/* The form that shows for @target what @form shows for another one: PTX for assembly. */
TlCodeForm  tl_code_form_alike (TlCodeForm form, const TlTarget *target);

G_END_DECLS
