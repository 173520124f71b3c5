/* SPDX-License-Identifier: Apache-2.0 */
#include <glib/gi18n.h>

#include "tileloom-config.h"
#include "ui/application.h"

int
main (int argc, char *argv[])
{
  g_autoptr (TlApplication) application = NULL;

  bindtextdomain (GETTEXT_PACKAGE, TL_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  application = tl_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
