/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the tests of lowering and of code generation: arguments, their flattened forms, comparison. */
#pragma once

#include "core/interp/interp.h"
#include "core/text/script.h"

#include <math.h>

#define HEAD "@T.prim_func\ndef main"   /* of a text for test_read */

static inline TlModule *
test_read (const char *body)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strconcat ("from tvm.script import tir as T\n\n", body, NULL);
  TlModule *module = tl_script_read_text (text, &error);
  g_assert_no_error (error);
  return module;
}

/* Copies of @args whose shapes are those of @func's parameters: lowered functions have flat ones. */
static inline GPtrArray *
test_args_for (const TlPrimFunc *func, GPtrArray *args)
{
  GPtrArray *result = g_ptr_array_new_with_free_func ((GDestroyNotify) tl_tensor_unref);
  for (guint i = 0; i < args->len; i++)
    {
      TlTensor *copy = tl_tensor_dup (args->pdata[i]);
      const TlBuffer *buffer = func->params[i].buffer;
      if (buffer != NULL)
        {
          copy->n_dims = buffer->n_dims;
          for (guint d = 0; d < buffer->n_dims; d++)
            g_assert_true (tl_buffer_get_extent (buffer, d, &copy->shape[d]));
        }
      g_ptr_array_add (result, copy);
    }
  return result;
}

static inline void
test_interpret (const TlPrimFunc *func, GPtrArray *args, const char *what)
{
  g_autoptr (GError) error = NULL;
  if (!tl_interp_run (func, (TlTensor *const *) args->pdata, args->len, 0, NULL, &error))
    g_error ("%s: %s", what, error->message);
}

/* Elements may differ by @tolerance relative to the larger of 1 and the expected value; 0 asks for the same numbers. */
static inline void
test_assert_same (GPtrArray *got, GPtrArray *want, double tolerance, const char *what)
{
  for (guint i = 0; i < want->len; i++)
    {
      const TlTensor *a = got->pdata[i], *b = want->pdata[i];
      for (gint64 e = 0; e < b->n_elements; e++)
        {
          double x = tl_tensor_get (a, e), y = tl_tensor_get (b, e);
          if (!(fabs (x - y) <= tolerance * fmax (1, fabs (y))) && !(isnan (x) && isnan (y)) && x != y)
            g_error ("%s: argument %u element %" G_GINT64_FORMAT ": got %.9g, expected %.9g", what, i, e, x, y);
        }
    }
}
