/* SPDX-License-Identifier: Apache-2.0 */
#include <sys/socket.h>
#include <unistd.h>

#include "core/worker/message.h"
#include "core/base/json-members.h"
#include "tests/must.h"

static void
make_pair (int fds[2])
{
  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), ==, 0);
}

static void
test_round_trip (void)
{
  g_auto (TlMessageReader) reader = { 0 };
  g_autoptr (GError) error = NULL;
  double samples[] = { 1.25e-6, 0.1, 1e-8, -2e20 };
  TlOutcome sent = { .kind = TL_OUTCOME_WRONG_RESULT, .message = (char *) "C[3, 17]: got \"1e-08.0\",\n expected 2 \xff",
                     .samples_s = samples, .n_samples = G_N_ELEMENTS (samples), .build_s = 0.5, .run_s = 0.25,
                     .parts = { 0.125, 0.25, 0.0625, 0.5 }, .is_checked = TRUE };
  int fds[2];

  make_pair (fds);
  tl_message_reader_init (&reader);
  for (guint round = 0; round < 3; round++)
    {
      g_autoptr (JsonObject) header = json_object_new ();
      g_autoptr (GBytes) payload = g_bytes_new ("\0ELF\0", round * 2);

      json_object_set_int_member (header, "round", round);
      tl_header_set_outcome (header, &sent);
      g_assert_true (tl_message_send (fds[0], header, payload, &error));
    }
  close (fds[0]);
  for (guint round = 0; round < 3; round++)
    {
      g_auto (TlMessage) message = { 0 };
      TlOutcome got;

      g_assert_cmpint (tl_message_reader_read (&reader, fds[1], &message, &error), ==, TL_READ_MESSAGE);
      g_assert_cmpint (tl_json_int (message.header, "round", -1), ==, round);
      g_assert_cmpuint (g_bytes_get_size (message.payload), ==, round * 2);
      tl_header_get_outcome (message.header, &got);
      g_assert_cmpint (got.kind, ==, TL_OUTCOME_WRONG_RESULT);
      g_assert_cmpstr (got.message, ==, "C[3, 17]: got \"1e-08.0\",\n expected 2 \xEF\xBF\xBD");
      g_assert_cmpmem (got.samples_s, sizeof (double) * got.n_samples, samples, sizeof samples);
      g_assert_cmpfloat (got.build_s, ==, 0.5);
      g_assert_cmpfloat (got.run_s, ==, 0.25);
      g_assert_cmpmem (&got.parts, sizeof got.parts, &sent.parts, sizeof sent.parts);
      g_assert_true (got.is_checked);
      tl_outcome_clear (&got);
    }
  {
    g_auto (TlMessage) message = { 0 };

    g_assert_cmpint (tl_message_reader_read (&reader, fds[1], &message, &error), ==, TL_READ_CLOSED);
  }
  close (fds[1]);
}

static gpointer
send_large (gpointer data)
{
  g_autoptr (JsonObject) header = json_object_new ();
  g_autoptr (GBytes) payload = g_bytes_new_take (g_malloc0 (5000000), 5000000);

  g_assert_true (tl_message_send (GPOINTER_TO_INT (data), header, payload, NULL));
  return NULL;
}

/* Larger than any socket buffer: arrives in pieces. */
/* Counters that came, with their reasons; what is malformed was not counted. */
static void
test_counters (void)
{
  g_autoptr (JsonObject) header = json_object_new (), empty = json_object_new ();
  TlOutcome sent = { .kind = TL_OUTCOME_OK, .counts = { .n_runs = 12, .paranoid = 3 } }, got;

  sent.counts.of[TL_COUNTER_CYCLES] = (TlCount) { TL_COUNT_SCALED, 1.5e9 };
  sent.counts.of[TL_COUNTER_STALLS] = (TlCount) { .status = TL_COUNT_DENIED };
  sent.counts.of[TL_COUNTER_PAGE_FAULTS] = (TlCount) { TL_COUNT_EXACT, 0.25 };
  tl_header_set_outcome (header, &sent);
  tl_header_get_outcome (header, &got);
  g_assert_cmpuint (got.counts.n_runs, ==, 12);
  g_assert_cmpint (got.counts.paranoid, ==, 3);
  for (guint i = 0; i < TL_N_COUNTERS; i++)
    {
      g_assert_cmpint (got.counts.of[i].status, ==, sent.counts.of[i].status);
      g_assert_cmpfloat (got.counts.of[i].n, ==, sent.counts.of[i].n);
    }
  tl_outcome_clear (&got);
  json_object_set_string_member (json_object_get_object_member (header, "counts"), "cycles", "many");
  json_object_set_string_member (json_object_get_object_member (json_object_get_object_member (header, "counts"), "page_faults"), "status",
                                 "strange");
  tl_header_get_outcome (header, &got);
  g_assert_cmpint (got.counts.of[TL_COUNTER_CYCLES].status, ==, TL_COUNT_NONE);
  g_assert_cmpint (got.counts.of[TL_COUNTER_PAGE_FAULTS].status, ==, TL_COUNT_NONE);
  g_assert_cmpint (got.counts.of[TL_COUNTER_STALLS].status, ==, TL_COUNT_DENIED);
  tl_outcome_clear (&got);
  sent.counts = (TlCounters) { 0 };
  tl_header_set_outcome (empty, &sent);
  g_assert_false (json_object_has_member (empty, "counts"));
}

static void
test_large (void)
{
  g_auto (TlMessageReader) reader = { 0 };
  g_auto (TlMessage) message = { 0 };
  TlReadResult result;
  GThread *thread;
  int fds[2];

  make_pair (fds);
  tl_message_reader_init (&reader);
  thread = g_thread_new ("send", send_large, GINT_TO_POINTER (fds[0]));
  while ((result = tl_message_reader_read (&reader, fds[1], &message, NULL)) == TL_READ_MORE)
    ;
  g_assert_cmpint (result, ==, TL_READ_MESSAGE);
  g_assert_cmpuint (g_bytes_get_size (message.payload), ==, 5000000);
  g_thread_join (thread);
  close (fds[0]);
  close (fds[1]);
}

#define PREFIX(header_length, payload_length) "TLF1" header_length "\0\0\0" payload_length "\0\0\0\0\0\0\0"

static const struct
{
  const char  *bytes;
  gsize        n_bytes;
  TlReadResult result;
} broken_rows[] = {
  { "TLF", 3, TL_READ_MORE },
  { "hello, this is text", 19, TL_READ_BROKEN },
  { PREFIX ("\2", "\1") "{}", 18, TL_READ_MORE },
  { PREFIX ("\2", "\1") "{}x", 19, TL_READ_MESSAGE },
  { PREFIX ("\2", "\0") "[]", 18, TL_READ_BROKEN },
  { PREFIX ("\2", "\0") "{x", 18, TL_READ_BROKEN },
  { PREFIX ("\0", "\0"), 16, TL_READ_BROKEN },
  { "TLF1\xff\xff\xff\xff\0\0\0\0\0\0\0\0", 16, TL_READ_BROKEN },
  { "TLF1\2\0\0\0\0\0\0\0\0\0\0\x80", 16, TL_READ_BROKEN },
};

static void
test_broken (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (broken_rows); i++)
    {
      g_auto (TlMessageReader) reader = { 0 };
      g_auto (TlMessage) message = { 0 };
      g_autoptr (GError) error = NULL;

      tl_message_reader_init (&reader);
      g_byte_array_append (reader.bytes, (const guint8 *) broken_rows[i].bytes, (guint) broken_rows[i].n_bytes);
      g_test_message ("row %u", i);
      g_assert_cmpint (tl_message_reader_take (&reader, &message, &error), ==, broken_rows[i].result);
      g_assert_true ((error != NULL) == (broken_rows[i].result == TL_READ_BROKEN));
    }
}

/* Messages of a worker of another version are not trusted. */
static void
test_strange_headers (void)
{
  g_autoptr (JsonObject) header = json_object_new ();
  g_autoptr (GBytes) payload = NULL;
  TlOutcome outcome;

  json_object_set_string_member (header, "outcome", "nonsense");
  json_object_set_string_member (header, "run_s", "fast");
  json_object_set_array_member (header, "message", json_array_new ());
  tl_header_get_outcome (header, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_CRASH);
  tl_outcome_clear (&outcome);
  json_object_set_string_member (header, "outcome", "ok");
  tl_header_get_outcome (header, &outcome);
  g_assert_cmpint (outcome.kind, ==, TL_OUTCOME_OK);
  g_assert_null (outcome.message);
  g_assert_cmpfloat (outcome.run_s, ==, 0);
  tl_outcome_clear (&outcome);
}

static void
test_closed_peer (void)
{
  g_autoptr (JsonObject) header = json_object_new ();
  int fds[2];

  make_pair (fds);
  close (fds[1]);
  must_fail_saying (tl_message_send (fds[0], header, NULL, &failure), "");
  close (fds[0]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/frame/round-trip", test_round_trip);
  g_test_add_func ("/worker/frame/counters", test_counters);
  g_test_add_func ("/worker/frame/large", test_large);
  g_test_add_func ("/worker/frame/broken", test_broken);
  g_test_add_func ("/worker/frame/strange-headers", test_strange_headers);
  g_test_add_func ("/worker/frame/closed-peer", test_closed_peer);
  return g_test_run ();
}
