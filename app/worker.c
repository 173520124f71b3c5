/* SPDX-License-Identifier: Apache-2.0 */
#include "core/worker/worker.h"

int
main (int argc, char **argv)
{
  return tl_worker_main (argc, argv, NULL);
}
