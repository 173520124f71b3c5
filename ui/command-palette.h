/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <gtk/gtk.h>

#include "core/session/commands/command-list.h"

G_BEGIN_DECLS

/*
 * Shows everything that can be done in a window, by what is typed. @chosen runs once the palette is closed, with the command that was
 * chosen; not for one that cannot be done, except steps: the step itself tells why, and what would make it possible.
 */
typedef void (*TlCommandFunc) (GtkWindow *window, TlCommandList *commands, TlPaletteCommand *command);
void tl_command_palette_open (GtkWindow *window, TlCommandList *commands, TlCommandFunc chosen);

G_END_DECLS
