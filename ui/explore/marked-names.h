/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define TL_MOST_MARKED_NAMES 7u

/*
 * TlMarkedNames: identifiers that are marked in all texts of a program, each in a colour of its own. The oldest one makes room for an
 * eighth. "changed" follows each change.
 */
#define TL_TYPE_MARKED_NAMES (tl_marked_names_get_type ())
G_DECLARE_FINAL_TYPE (TlMarkedNames, tl_marked_names, TL, MARKED_NAMES, GObject)

TlMarkedNames *tl_marked_names_new (void);
/* Marks @name, or takes its mark away. */
void           tl_marked_names_toggle (TlMarkedNames *self, const char *name);
/* The name that has colour @color, from 0; NULL: none has it. */
const char    *tl_marked_names_nth (TlMarkedNames *self, guint color);

G_END_DECLS
