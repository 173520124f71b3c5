/* SPDX-License-Identifier: Apache-2.0 */
#include "core/session/steps/applicable-primitives.h"
#include "core/session/steps/primitive-examples.h"

/* Each primitive that changes programs has an example, and it is its last step; others have none. */
static void
test_all (void)
{
  const TlPrimitive *primitive;

  for (guint i = 0; (primitive = tl_primitive_nth (i)) != NULL; i++)
    {
      g_autoptr (TlState) state = tl_primitive_example (primitive);

      g_test_message ("%s", primitive->name);
      g_assert_true ((state != NULL) == tl_primitive_is_edit (primitive));
      if (state == NULL)
        continue;
      g_assert_true (tl_state_inst (state)->primitive == primitive);
      g_assert_true (tl_state_module (state) != tl_state_module (tl_state_parent (state)));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/primitive-examples/all", test_all);
  return g_test_run ();
}
