/* SPDX-License-Identifier: Apache-2.0 */
/* Models as they stand in files, and their tensors. The structures are generated from the schema of ONNX: onnx.pb-c.h. */
#pragma once

#include <gio/gio.h>

#include "core/base/arena.h"
#include "core/device/tensor.h"

G_BEGIN_DECLS

typedef struct Onnx__ModelProto Onnx__ModelProto;
typedef struct Onnx__TensorProto Onnx__TensorProto;

/*
 * The model, which @arena owns. All its texts are UTF-8, messages are nested only so deep, and blocks of bytes begin at a cache line. NULL
 * with TL_GRAPH_ERROR.
 */
const Onnx__ModelProto *onnx_unpack (TlArena *arena, GBytes *bytes, GError **error);

/* Where weights are that the model's file does not hold. */
typedef struct
{
  TlArena    *arena;
  const char *folder;    /* nullable: no other files are read */
  GHashTable *files;     /* location → GMappedFile, which the arena owns */
} OnnxStore;

/* The element type of that number in files; FALSE if no tensor has it. */
gboolean  onnx_dtype (gint32 number, TlDType *dtype);
/* @proto's tensor: where possible its elements stay where they are, in memory of the arena. NULL with TL_GRAPH_ERROR, which names it. */
TlTensor *onnx_tensor (OnnxStore *store, const Onnx__TensorProto *proto, GError **error);

/* Never NULL: texts that a file leaves out are empty. */
static inline const char *
onnx_text (const char *text)
{
  return text ? text : "";
}

G_END_DECLS
