/* SPDX-License-Identifier: Apache-2.0 */
/* tileloom-worker with one kind of machine more. */
#include "core/worker/worker.h"
#include "tests/codegen/null-gpu/null-gpu.h"

int
main (int argc, char **argv)
{
  null_gpu_add_target ();
  null_gpu_add_passes ();
  null_gpu_add_backend ();
  tl_worker_device_add (&null_gpu_device);
  return tl_worker_main (argc, argv, NULL);
}
