/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Translated messages: _("text"), N_("text") in tables, ngettext for plurals. The domain is that of app/main.c; the processes of the
 * command line bind none, so their output, which scripts read, stays English. resources/po lists the files.
 */
#pragma once

#include <glib/gi18n.h>
