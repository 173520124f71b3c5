/* SPDX-License-Identifier: Apache-2.0 */
/* Te scripts from anywhere: each ends soon, with a well-formed program that prints and reads back as an equal one, or with an error. */
#include "core/ir/compare.h"
#include "core/ir/verify.h"
#include "core/te/te.h"

#define MAX_EVALUATED 20000

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (TlSource) source = tl_source_new ("fuzz.py", (const char *) data, (gssize) size);
  g_autoptr (GError)   error = NULL;
  g_autoptr (TlModule) module = tl_program_read_within (source, MAX_EVALUATED, &error), again = NULL;
  g_autofree char     *text = NULL, *difference = NULL;

  g_assert_true ((module == NULL) == (error != NULL));
  if (module == NULL)
    return 0;
  g_assert_true (tl_module_verify (module, &error));
  text = tl_script_print (module, TL_DIALECT_CLASSIC, NULL);
  again = tl_script_read_text (text, &error);
  g_assert_no_error (error);
  g_assert_true (tl_module_equal (module, again, &difference));
  return 0;
}
