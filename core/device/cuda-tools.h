/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NVIDIA's assembler and disassembler, where they are installed: neither needs a GPU. They are found when asked for, in PATH, CUDA_HOME,
 * CUDA_PATH, /usr/local/cuda and the packages of Python (nvidia/…), and are no part of this program.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Of "ptxas" or "nvdisasm": all paths, the first to be preferred. An empty array if there is none. Free with g_strfreev. */
char  **tl_cuda_tool_paths (const char *name);

/* Files of NVIDIA's libraries that begin with @prefix, "libcublas.so.", in the same places. Free with g_strfreev. */
char  **tl_cuda_library_paths (const char *prefix);

/* The words of ptxas about a kernel. */
typedef struct
{
  char *name;
  guint n_registers;          /* of a thread */
  guint shared_bytes;         /* declared, of a block */
  guint stack_bytes;          /* of a thread */
  guint spill_store_bytes, spill_load_bytes;
} TlCudaKernel;

void    tl_cuda_kernel_free (TlCudaKernel *kernel);

/*
 * PTX as machine code for @arch ("sm_80"). @kernels, nullable, receives TlCudaKernel with free func. Without a ptxas that knows @arch it
 * fails with G_IO_ERROR_NOT_FOUND, for text that ptxas refuses with G_IO_ERROR_INVALID_DATA and its words. Blocks: not for the main thread.
 */
GBytes *tl_cuda_assemble (const char *ptx, const char *arch, GPtrArray **kernels, GError **error);
/* Whether ptxas takes the text, with the same errors. It does not optimize, which takes minutes where it unrolls long loops. */
gboolean tl_cuda_can_assemble (const char *ptx, const char *arch, GError **error);
/* The same code as text; without nvdisasm it fails with G_IO_ERROR_NOT_FOUND. */
char   *tl_cuda_disassemble (GBytes *cubin, GError **error);
/*
 * Both in one. @lines, a GArray of guint, receives the row of @ptx, from 0, that each row of the machine code comes from; G_MAXUINT: none.
 * @kernels: nullable, as of tl_cuda_assemble.
 */
char   *tl_cuda_machine_code (const char *ptx, const char *arch, GArray *lines, GPtrArray **kernels, GError **error);

G_END_DECLS
