/* SPDX-License-Identifier: Apache-2.0 */
#include "core/worker/message.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "core/base/error.h"
#include "core/base/json-members.h"
#include "core/ir/stmt.h"

#define MAGIC             "TLF1"
#define PREFIX_BYTES      16u
#define MAX_HEADER_BYTES  (8u << 20)
#define RECEIVE_BYTES     (256u << 10)

void
tl_message_clear (TlMessage *message)
{
  g_clear_pointer (&message->header, json_object_unref);
  g_clear_pointer (&message->payload, g_bytes_unref);
}

/* json-glib writes 1e-08 as "1e-08.0", which it does not read. */
static void
drop_zeros_of_exponents (char *text)
{
  gboolean in_string = FALSE, in_exponent = FALSE;
  char    *out = text;

  for (const char *at = text; *at != '\0'; at++)
    {
      if (in_string && *at == '\\' && at[1] != '\0')
        *out++ = *at++;
      else if (*at == '"')
        in_string = !in_string;
      in_exponent = !in_string && (*at == 'e' ? at > text && g_ascii_isdigit (at[-1])
                                              : in_exponent && (g_ascii_isdigit (*at) || *at == '-' || *at == '+' || *at == '.'));
      if (in_exponent && *at == '.')
        at++;   /* and the zero behind it */
      else
        *out++ = *at;
    }
  *out = '\0';
}

static char *
header_to_text (JsonObject *header, gsize *length)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);
  char *text;

  json_node_set_object (node, header);
  json_generator_set_root (generator, node);
  text = json_generator_to_data (generator, NULL);
  drop_zeros_of_exponents (text);
  *length = strlen (text);
  return text;
}

static gboolean
send_all (int fd, struct iovec *parts, guint n_parts, GError **error)
{
  struct msghdr message = { .msg_iov = parts, .msg_iovlen = n_parts };

  while (message.msg_iovlen > 0)
    {
      ssize_t n_sent = sendmsg (fd, &message, MSG_NOSIGNAL);

      if (n_sent < 0 && errno == EINTR)
        continue;
      if (n_sent < 0)
        return tl_fail (error, G_IO_ERROR, (gint) g_io_error_from_errno (errno), "cannot send to a worker: %s", g_strerror (errno));
      while (message.msg_iovlen > 0 && (gsize) n_sent >= message.msg_iov->iov_len)
        {
          n_sent -= (ssize_t) message.msg_iov->iov_len;
          message.msg_iov++;
          message.msg_iovlen--;
        }
      if (message.msg_iovlen > 0)
        {
          message.msg_iov->iov_base = (char *) message.msg_iov->iov_base + n_sent;
          message.msg_iov->iov_len -= (gsize) n_sent;
        }
    }
  return TRUE;
}

gboolean
tl_message_send (int fd, JsonObject *header, GBytes *payload, GError **error)
{
  gsize header_bytes, payload_bytes = payload ? g_bytes_get_size (payload) : 0;
  g_autofree char *text = header_to_text (header, &header_bytes);
  guint32 header_le = GUINT32_TO_LE ((guint32) header_bytes);
  guint64 payload_le = GUINT64_TO_LE ((guint64) payload_bytes);
  guint8 prefix[PREFIX_BYTES];
  struct iovec parts[] = {
    { prefix, sizeof prefix },
    { text, header_bytes },
    { payload ? (gpointer) g_bytes_get_data (payload, NULL) : NULL, payload_bytes },
  };

  if (header_bytes > MAX_HEADER_BYTES || payload_bytes > TL_MESSAGE_MAX_BYTES)
    return tl_fail (error, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE,
                    "%" G_GSIZE_FORMAT " bytes exceed the size limit of a message to a worker", header_bytes + payload_bytes);
  memcpy (prefix, MAGIC, 4);
  memcpy (prefix + 4, &header_le, 4);
  memcpy (prefix + 8, &payload_le, 8);
  return send_all (fd, parts, G_N_ELEMENTS (parts), error);
}

void
tl_message_reader_init (TlMessageReader *reader)
{
  reader->bytes = g_byte_array_new ();
}

void
tl_message_reader_clear (TlMessageReader *reader)
{
  g_clear_pointer (&reader->bytes, g_byte_array_unref);
}

static JsonObject *
parse_header (const char *text, gsize length, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  JsonNode *root;

  if (!json_parser_load_from_data (parser, text, (gssize) length, error))
    return NULL;
  root = json_parser_get_root (parser);
  if (!root || !JSON_NODE_HOLDS_OBJECT (root))
    return tl_fail_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "the message header is not a JSON object");
  return json_object_ref (json_node_get_object (root));
}

TlReadResult
tl_message_reader_take (TlMessageReader *reader, TlMessage *message, GError **error)
{
  guint32 header_bytes;
  guint64 payload_bytes, total;

  if (reader->bytes->len < PREFIX_BYTES)
    return TL_READ_MORE;
  memcpy (&header_bytes, reader->bytes->data + 4, 4);
  memcpy (&payload_bytes, reader->bytes->data + 8, 8);
  header_bytes = GUINT32_FROM_LE (header_bytes);
  payload_bytes = GUINT64_FROM_LE (payload_bytes);
  if (memcmp (reader->bytes->data, MAGIC, 4) != 0 || header_bytes > MAX_HEADER_BYTES || payload_bytes > TL_MESSAGE_MAX_BYTES)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "malformed message from a worker");
      return TL_READ_BROKEN;
    }
  total = PREFIX_BYTES + header_bytes + payload_bytes;
  if (reader->bytes->len < total)
    return TL_READ_MORE;
  message->header = parse_header ((const char *) reader->bytes->data + PREFIX_BYTES, header_bytes, error);
  if (!message->header)
    return TL_READ_BROKEN;
  message->payload = g_bytes_new (reader->bytes->data + PREFIX_BYTES + header_bytes, payload_bytes);
  g_byte_array_remove_range (reader->bytes, 0, (guint) total);
  return TL_READ_MESSAGE;
}

TlReadResult
tl_message_reader_read (TlMessageReader *reader, int fd, TlMessage *message, GError **error)
{
  TlReadResult result = tl_message_reader_take (reader, message, error);
  guint n_before = reader->bytes->len;
  ssize_t n_read;

  if (result != TL_READ_MORE)
    return result;
  g_byte_array_set_size (reader->bytes, n_before + RECEIVE_BYTES);
  do
    n_read = recv (fd, reader->bytes->data + n_before, RECEIVE_BYTES, 0);
  while (n_read < 0 && errno == EINTR);
  g_byte_array_set_size (reader->bytes, n_before + (guint) MAX (n_read, 0));
  return n_read > 0 ? tl_message_reader_take (reader, message, error) : TL_READ_CLOSED;
}

void
tl_header_set_numbers (JsonObject *header, const char *name, const GArray *numbers)
{
  JsonArray *array = json_array_sized_new (numbers->len);

  for (guint i = 0; i < numbers->len; i++)
    json_array_add_int_element (array, g_array_index (numbers, guint, i));
  json_object_set_array_member (header, name, array);
}

gboolean
tl_header_get_numbers (JsonObject *header, const char *name, GArray *numbers)
{
  JsonNode  *node = json_object_get_member (header, name);
  JsonArray *array = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      gint64    value = JSON_NODE_HOLDS_VALUE (element) ? json_node_get_int (element) : -1;
      guint     number = (guint) value;

      if (value < 0 || value > G_MAXUINT32)
        return FALSE;
      g_array_append_val (numbers, number);
    }
  return array != NULL;
}

void
tl_header_set_origins (JsonObject *header, const char *name, const GArray *origins)
{
  g_autoptr (GArray) numbers = g_array_sized_new (FALSE, FALSE, sizeof (guint), 3 * origins->len);

  for (guint i = 0; i < origins->len; i++)
    {
      const TlOrigin *origin = &g_array_index (origins, TlOrigin, i);
      const guint     three[] = { origin->id, origin->copy, origin->n_copies };

      g_array_append_vals (numbers, three, G_N_ELEMENTS (three));
    }
  tl_header_set_numbers (header, name, numbers);
}

gboolean
tl_header_get_origins (JsonObject *header, const char *name, GArray *origins)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint));

  if (!tl_header_get_numbers (header, name, numbers) || numbers->len % 3 != 0)
    return FALSE;
  for (guint i = 0; i < numbers->len; i += 3)
    {
      const guint *three = &g_array_index (numbers, guint, i);
      TlOrigin     origin = { three[0], (guint16) three[1], (guint16) three[2] };

      if (three[1] > G_MAXUINT16 || three[2] > G_MAXUINT16 || (three[2] > 0 && three[1] >= three[2]))
        return FALSE;
      g_array_append_val (origins, origin);
    }
  return TRUE;
}

/* {"runs": 100, "paranoid": 2, "cycles": {"status": "exact", "n": 1.2e6}, …} */
static void
set_counts (JsonObject *header, const TlCounters *counts)
{
  JsonObject *members = json_object_new ();

  json_object_set_int_member (members, "runs", (gint64) counts->n_runs);
  json_object_set_int_member (members, "paranoid", counts->paranoid);
  for (guint i = 0; i < TL_N_COUNTERS; i++)
    {
      JsonObject *count = json_object_new ();

      json_object_set_string_member (count, "status", tl_count_status_name (counts->of[i].status));
      if (tl_counters_has (counts, i))
        json_object_set_double_member (count, "n", counts->of[i].n);
      json_object_set_object_member (members, tl_counter_name (i), count);
    }
  json_object_set_object_member (header, "counts", members);
}

/* Counters that are missing or malformed were not counted. */
static TlCount
get_count (JsonObject *members, TlCounter counter)
{
  JsonNode  *node = json_object_get_member (members, tl_counter_name (counter));
  JsonObject *object = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  TlCount    count = { 0 };

  if (object == NULL || !tl_count_status_parse (tl_json_string (object, "status"), &count.status))
    return (TlCount) { 0 };
  count.n = tl_json_double (object, "n", 0);
  return isfinite (count.n) && count.n >= 0 ? count : (TlCount) { 0 };
}

static void
get_counts (JsonObject *header, TlCounters *counts)
{
  JsonNode   *node = json_object_get_member (header, "counts");
  JsonObject *members = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  gint64      n_runs = members != NULL ? tl_json_int (members, "runs", 0) : 0;

  if (n_runs <= 0)
    return;
  counts->n_runs = (guint64) n_runs;
  counts->paranoid = (gint) tl_json_int (members, "paranoid", -1);
  for (guint i = 0; i < TL_N_COUNTERS; i++)
    counts->of[i] = get_count (members, i);
}

void
tl_header_set_outcome (JsonObject *header, const TlOutcome *outcome)
{
  JsonArray *samples = json_array_new ();

  json_object_set_string_member (header, "outcome", tl_outcome_name (outcome->kind));
  if (outcome->message)
    {
      g_autofree char *message = g_utf8_make_valid (outcome->message, -1);

      json_object_set_string_member (header, "message", message);
    }
  for (guint i = 0; i < outcome->n_samples; i++)
    json_array_add_double_element (samples, outcome->samples_s[i]);
  json_object_set_array_member (header, "samples_s", samples);
  json_object_set_double_member (header, "read_s", outcome->parts.read_s);
  json_object_set_double_member (header, "lower_s", outcome->parts.lower_s);
  json_object_set_double_member (header, "compile_s", outcome->parts.compile_s);
  json_object_set_double_member (header, "load_s", outcome->parts.load_s);
  json_object_set_double_member (header, "build_s", outcome->build_s);
  json_object_set_double_member (header, "run_s", outcome->run_s);
  json_object_set_boolean_member (header, "is_checked", outcome->is_checked);
  json_object_set_boolean_member (header, "is_implausible", outcome->is_implausible);
  json_object_set_double_member (header, "lower_bound_s", outcome->lower_bound_s);
  json_object_set_double_member (header, "calibration_s", outcome->calibration_s);
  if (outcome->counts.n_runs > 0)
    set_counts (header, &outcome->counts);
}

void
tl_header_get_outcome (JsonObject *header, TlOutcome *outcome)
{
  JsonNode *samples = json_object_get_member (header, "samples_s");

  *outcome = (TlOutcome) { 0 };
  if (!tl_outcome_parse (tl_json_string (header, "outcome"), &outcome->kind))
    {
      tl_outcome_set (outcome, TL_OUTCOME_CRASH, "malformed worker reply");
      return;
    }
  outcome->message = g_strdup (tl_json_string (header, "message"));
  outcome->build_s = tl_json_double (header, "build_s", 0);
  outcome->run_s = tl_json_double (header, "run_s", 0);
  outcome->is_checked = tl_json_bool (header, "is_checked");
  outcome->is_implausible = tl_json_bool (header, "is_implausible");
  outcome->lower_bound_s = tl_json_double (header, "lower_bound_s", 0);
  outcome->calibration_s = tl_json_double (header, "calibration_s", 0);
  outcome->parts.read_s = tl_json_double (header, "read_s", 0);
  outcome->parts.lower_s = tl_json_double (header, "lower_s", 0);
  outcome->parts.compile_s = tl_json_double (header, "compile_s", 0);
  outcome->parts.load_s = tl_json_double (header, "load_s", 0);
  get_counts (header, &outcome->counts);
  if (samples && JSON_NODE_HOLDS_ARRAY (samples))
    {
      JsonArray *array = json_node_get_array (samples);

      outcome->samples_s = g_new0 (double, json_array_get_length (array));
      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          JsonNode *element = json_array_get_element (array, i);
          GType     type = JSON_NODE_HOLDS_VALUE (element) ? json_node_get_value_type (element) : G_TYPE_INVALID;

          if (type == G_TYPE_DOUBLE || type == G_TYPE_INT64)
            outcome->samples_s[outcome->n_samples++] = json_node_get_double (element);
        }
    }
}

void
tl_outcome_set (TlOutcome *outcome, TlOutcomeKind kind, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_free (outcome->message);
  outcome->kind = kind;
  outcome->message = g_strdup_vprintf (format, args);
  va_end (args);
}
