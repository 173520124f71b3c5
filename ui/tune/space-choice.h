/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/session.h"

G_BEGIN_DECLS

/**
 * TlSpaceChoice: a drop-down of design spaces, the built-in ones and schedule scripts that a person chose. The drop-down is borrowed.
 */
typedef struct _TlSpaceChoice TlSpaceChoice;

/* @say: shows why a script cannot be used. */
TlSpaceChoice *tl_space_choice_new (GtkDropDown *drop_down, void (*say) (const char *sentence, gpointer user_data), gpointer user_data);
void           tl_space_choice_free (TlSpaceChoice *choice);
/* Lists the rule sets for the session's target; the chosen place in the list stays. */
void           tl_space_choice_update (TlSpaceChoice *choice, TlSession *session);
/* The design space in @config. FALSE with an error: a script that is no schedule any more. */
gboolean       tl_space_choice_apply (TlSpaceChoice *choice, TlTuneConfig *config, GError **error);
/* Asks for a script, which becomes the choice. */
void           tl_space_choice_ask (TlSpaceChoice *choice);

G_END_DECLS
