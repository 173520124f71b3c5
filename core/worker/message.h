/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What travels between the pool, a worker and its child: frames of a JSON header and a payload of bytes over stream sockets.
 *
 *     "TLF1" | header length, 4 bytes | payload length, 8 bytes | header, JSON object | payload         (little endian)
 *
 * Only text and object code cross a process boundary, never pointers or structs, so the two ends may be different builds or machines.
 */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "core/worker/outcome.h"

G_BEGIN_DECLS

#define TL_FRAME_MOST_BYTES (G_GUINT64_CONSTANT (1) << 30)   /* of a payload */

typedef struct
{
  JsonObject *header;
  GBytes     *payload;   /* never NULL in a received frame */
} TlFrame;

void     tl_frame_clear (TlFrame *frame);

/* Blocks until all is written; a closed peer is an error, not a signal. @payload may be NULL. */
gboolean tl_frame_send (int fd, JsonObject *header, GBytes *payload, GError **error);

/* Collects bytes until a frame is whole; a plain value with owned memory. */
typedef struct
{
  GByteArray *bytes;
} TlFrameReader;

void     tl_frame_reader_init (TlFrameReader *reader);
void     tl_frame_reader_clear (TlFrameReader *reader);

typedef enum
{
  TL_READ_MORE,     /* nothing whole yet */
  TL_READ_FRAME,    /* @frame is set */
  TL_READ_CLOSED,   /* the peer is gone */
  TL_READ_BROKEN,   /* what came is no frame, with @error */
} TlReadResult;

/* Takes a frame that is already here, else receives once (blocks if nothing is there: poll first, or mean it). */
TlReadResult tl_frame_reader_read (TlFrameReader *reader, int fd, TlFrame *frame, GError **error);
/* The same without receiving. */
TlReadResult tl_frame_reader_take (TlFrameReader *reader, TlFrame *frame, GError **error);

/* Members with defaults; wrong types count as absent. Strings are borrowed from the header. */
gint64      tl_header_int (JsonObject *header, const char *name, gint64 fallback);
double      tl_header_double (JsonObject *header, const char *name, double fallback);
gboolean    tl_header_bool (JsonObject *header, const char *name);
const char *tl_header_string (JsonObject *header, const char *name);

/* An outcome as header members, and back; absent members read as a crash with a text saying so. */
void        tl_header_set_outcome (JsonObject *header, const TlOutcome *outcome);
void        tl_header_get_outcome (JsonObject *header, TlOutcome *outcome);

/* Sets kind and message of an empty outcome. */
void        tl_outcome_set (TlOutcome *outcome, TlOutcomeKind kind, const char *format, ...) G_GNUC_PRINTF (3, 4);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlFrame, tl_frame_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlFrameReader, tl_frame_reader_clear)

G_END_DECLS
