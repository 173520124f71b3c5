/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/records/records.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_copied;
  guint n_known;    /* were there already */
  guint n_unread;   /* of programs that cannot be read */
} TlRecordCopy;

/*
 * Adds the records of @module, all if NULL, to @to: every one that is not there yet, or none, with @error. A record is there if one of an
 * equal program has the same decisions and constants and the same time: names and dialects may differ.
 */
gboolean tl_records_copy (TlRecords *from, const TlModule *module, TlRecords *to, TlRecordCopy *copy, GError **error);

G_END_DECLS
