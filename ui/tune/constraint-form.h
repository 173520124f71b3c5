/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/tuning/search-constraints.h"

G_BEGIN_DECLS

/**
 * TlConstraintForm: chooses a decision of the design space and values that it must have, or may not have.
 *
 * Signal "constrain" (string): "pin C/i/4/2=8,16".
 */
#define TL_TYPE_CONSTRAINT_FORM (tl_constraint_form_get_type ())
G_DECLARE_FINAL_TYPE (TlConstraintForm, tl_constraint_form, TL, CONSTRAINT_FORM, GtkWidget)

/* Reads the decisions of @config's design space; they appear when they are known. */
void tl_constraint_form_load (TlConstraintForm *form, TlSession *session, const TlTuneConfig *config);

G_END_DECLS
