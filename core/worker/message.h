/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages between the pool, a worker and its child: a JSON header and a payload of bytes over stream sockets.
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

#define TL_MESSAGE_MAX_BYTES (G_GUINT64_CONSTANT (1) << 30)   /* of a payload */

typedef struct
{
  JsonObject *header;
  GBytes     *payload;   /* never NULL in a received message */
} TlMessage;

void     tl_message_clear (TlMessage *message);

/* Blocks until all is written; a closed peer is an error, not a signal. @payload: nullable. */
gboolean tl_message_send (int fd, JsonObject *header, GBytes *payload, GError **error);

/* Collects bytes until a message is whole; a plain value with owned memory. */
typedef struct
{
  GByteArray *bytes;
} TlMessageReader;

void     tl_message_reader_init (TlMessageReader *reader);
void     tl_message_reader_clear (TlMessageReader *reader);

typedef enum
{
  TL_READ_MORE,      /* nothing whole yet */
  TL_READ_MESSAGE,   /* @message is set */
  TL_READ_CLOSED,    /* the peer is gone */
  TL_READ_BROKEN,    /* what came is no message, with @error */
} TlReadResult;

/* Takes a message that is already here, else receives once (blocks if nothing is there: poll first, or mean it). */
TlReadResult tl_message_reader_read (TlMessageReader *reader, int fd, TlMessage *message, GError **error);
/* The same without receiving. */
TlReadResult tl_message_reader_take (TlMessageReader *reader, TlMessage *message, GError **error);


/* An outcome as header members, and back; absent members read as a crash with a text saying so. */
/* Small numbers, as of lines. @numbers: a GArray of guint. FALSE if the member is none, or malformed. */
void        tl_header_set_numbers (JsonObject *header, const char *name, const GArray *numbers);
gboolean    tl_header_get_numbers (JsonObject *header, const char *name, GArray *numbers);
/* Origins of lines, three numbers each. @origins: a GArray of TlOrigin. */
void        tl_header_set_origins (JsonObject *header, const char *name, const GArray *origins);
gboolean    tl_header_get_origins (JsonObject *header, const char *name, GArray *origins);
void        tl_header_set_outcome (JsonObject *header, const TlOutcome *outcome);
void        tl_header_get_outcome (JsonObject *header, TlOutcome *outcome);

/* Sets kind and message of an empty outcome. */
void        tl_outcome_set (TlOutcome *outcome, TlOutcomeKind kind, const char *format, ...) G_GNUC_PRINTF (3, 4);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlMessage, tl_message_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TlMessageReader, tl_message_reader_clear)

G_END_DECLS
