/* SPDX-License-Identifier: Apache-2.0 */
/* tileloom-worker with the baselines. */
#include "core/worker/worker.h"
#include "tests/bench/baselines/baselines.h"

int
main (int argc, char **argv)
{
  return tl_worker_main (argc, argv, tl_baselines);
}
