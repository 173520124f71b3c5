/* SPDX-License-Identifier: Apache-2.0 */
#include <glib/gi18n.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "tileloom-config.h"
#include "ui/application.h"

/* Pictures of frames, of megabytes each, come from pages that the process has: a tenth of a frame went by until new ones were there. */
static void
keep_memory_of_frames (void)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, 32 << 20);
  mallopt (M_TRIM_THRESHOLD, 64 << 20);
#endif
}

int
main (int argc, char *argv[])
{
  g_autoptr (TlApplication) application = NULL;

  keep_memory_of_frames ();
  bindtextdomain (GETTEXT_PACKAGE, TL_LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  application = tl_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
