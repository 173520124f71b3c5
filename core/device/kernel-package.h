/* SPDX-License-Identifier: Apache-2.0 */
/*
 * GPU code on its way from a code generator to a device: all kernels of a function as text in the device's language, and the launches that
 * are one run of the function, in order. TlDeviceApi.load of a GPU takes the bytes that tl_kernel_package_write makes.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  TL_KERNEL_ARG_PARAM,       /* the function's parameter number @index */
  TL_KERNEL_ARG_WORKSPACE,   /* memory of the device that no one else sees, number @index */
  TL_KERNEL_ARG_VALUE,       /* @bytes */
  TL_N_KERNEL_ARG_KINDS,
} TlKernelArgKind;

typedef struct
{
  TlKernelArgKind kind;
  guint           index;
  guint           n_bytes;    /* of a scalar, which is passed by value; 0: a buffer. A parameter's value is what stands in its buffer */
  guint8          bytes[8];   /* in the order of this machine */
} TlKernelArg;

typedef struct
{
  char    *kernel;                        /* "main_kernel_1" */
  guint    n_blocks[3], n_threads[3];     /* x, y, z */
  guint64  dynamic_shared_bytes;          /* besides what the kernel declares */
  GArray  *args;                          /* TlKernelArg: in the order of tl_kernel_params () */
} TlKernelLaunch;

typedef struct
{
  char      *language;     /* "ptx", "opencl" */
  char      *source;
  GArray    *workspaces;   /* guint64: the bytes of each */
  GPtrArray *launches;     /* TlKernelLaunch */
} TlKernelPackage;

TlKernelPackage *tl_kernel_package_new (const char *language, const char *source);
void             tl_kernel_package_free (TlKernelPackage *package);
/* A launch of one thread without arguments, to be filled; owned by @package. */
TlKernelLaunch  *tl_kernel_package_add_launch (TlKernelPackage *package, const char *kernel);

GBytes          *tl_kernel_package_write (const TlKernelPackage *package);
/* Bytes that are no package, and packages in another language than @language, fail with G_IO_ERROR_INVALID_DATA. */
TlKernelPackage *tl_kernel_package_read (GBytes *bytes, const char *language, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TlKernelPackage, tl_kernel_package_free)

G_END_DECLS
