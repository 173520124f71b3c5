/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a module as a graph: each function appends nodes and returns the position of the last one. */
#pragma once

#include "core/ir/stmt.h"
#include "core/schedule/graph-writer.h"
#include "core/tvm-json/tvm-json.h"

G_BEGIN_DECLS

typedef struct
{
  TlGraphWriter writer;
  GHashTable   *buffers;    /* TlBuffer → position */
  char         *why;        /* what has no form, the first of it */
} TlModuleWriter;

guint tl_module_writer_fail (TlModuleWriter *self, const char *format, ...) G_GNUC_PRINTF (2, 3);   /* 0 */
guint tl_module_write_object (TlModuleWriter *self, const char *type, const TlGraphField *fields, guint n);
guint tl_module_write_exprs (TlModuleWriter *self, const TlExpr *const *exprs, guint n);
guint tl_module_write_buffer (TlModuleWriter *self, const TlBuffer *buffer);
/* The buffer of "x: T.float32", which TVM distinguishes from others by its layout. Before anything else writes it. */
guint tl_module_write_scalar (TlModuleWriter *self, const TlBuffer *buffer);
guint tl_module_write_range (TlModuleWriter *self, const TlRange *range);
guint tl_module_write_region (TlModuleWriter *self, const TlRegion *region);
guint tl_module_write_regions (TlModuleWriter *self, const TlRegion *regions, guint n);
guint tl_module_write_attrs (TlModuleWriter *self, const TlAttrs *attrs);
guint tl_module_write_string_immediate (TlModuleWriter *self, const char *text);
guint tl_module_write_stmt (TlModuleWriter *self, const TlStmt *stmt);

G_END_DECLS
