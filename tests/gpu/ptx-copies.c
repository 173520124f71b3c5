/* SPDX-License-Identifier: Apache-2.0 */
/* Asynchronous copies: elements are copied when the thread waits for their group. */
#include <string.h>

#include "tests/gpu/ptx-machine-private.h"

typedef struct
{
  char       *to;
  const char *from;    /* NULL: zeros */
  gsize       n_bytes;
  guint       group;
} PtxCopy;

/* cp.async.cg.shared.global [to], [from], 16, %bytes_of_from */
static void
start (PtxBlock *block, PtxThread *thread, const PtxInstruction *in)
{
  PtxInstruction source = *in;
  gsize   n_bytes = (gsize) ptx_argument (thread, in, 2), n_there = in->n_operands > 3 ? (gsize) ptx_argument (thread, in, 3) : n_bytes;
  PtxCopy copy = { .n_bytes = n_bytes, .group = thread->n_groups + 1 };

  source.space = SPACE_GLOBAL;
  g_assert_true (n_there == 0 || n_there == n_bytes);
  copy.to = ptx_place (block, thread, in, ptx_argument (thread, in, 0), n_bytes);
  copy.from = n_there > 0 ? ptx_place (block, thread, &source, ptx_argument (thread, in, 1), n_bytes) : NULL;
  if (thread->copies == NULL)
    thread->copies = g_array_new (FALSE, FALSE, sizeof (PtxCopy));
  g_array_append_val (thread->copies, copy);
}

static void
wait (PtxThread *thread, guint n_left)
{
  guint n = 0;

  if (thread->copies == NULL)
    return;
  for (; n < thread->copies->len; n++)
    {
      const PtxCopy *copy = &g_array_index (thread->copies, PtxCopy, n);

      if (copy->group + n_left > thread->n_groups)
        break;
      if (copy->from != NULL)
        memcpy (copy->to, copy->from, copy->n_bytes);
      else
        memset (copy->to, 0, copy->n_bytes);
    }
  g_array_remove_range (thread->copies, 0, n);
}

void
ptx_run_copy (PtxBlock *block, PtxThread *thread, const PtxInstruction *in)
{
  if (ptx_has_part (in, "commit_group"))
    thread->n_groups++;
  else if (ptx_has_part (in, "wait_group"))
    wait (thread, (guint) ptx_argument (thread, in, 0));
  else if (ptx_has_part (in, "async"))
    start (block, thread, in);
  else
    g_error ("PTX instruction \"%s\" is not known", in->text);
}
