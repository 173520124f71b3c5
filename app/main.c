/* SPDX-License-Identifier: Apache-2.0 */
#include "ui/application.h"

int
main (int argc, char *argv[])
{
  g_autoptr (TlApplication) application = tl_application_new ();

  return g_application_run (G_APPLICATION (application), argc, argv);
}
