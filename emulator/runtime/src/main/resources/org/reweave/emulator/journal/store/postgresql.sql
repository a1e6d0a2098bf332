-- The tables of akka-persistence-jdbc 5 that a journal uses. The lock keeps runs that start together from making them twice.
SELECT pg_advisory_xact_lock(719001);
CREATE TABLE IF NOT EXISTS event_journal (
  ordering BIGSERIAL,
  persistence_id VARCHAR(255) NOT NULL,
  sequence_number BIGINT NOT NULL,
  deleted BOOLEAN DEFAULT FALSE NOT NULL,
  writer VARCHAR(255) NOT NULL,
  write_timestamp BIGINT,
  adapter_manifest VARCHAR(255),
  event_ser_id INTEGER NOT NULL,
  event_ser_manifest VARCHAR(255) NOT NULL,
  event_payload BYTEA NOT NULL,
  meta_ser_id INTEGER,
  meta_ser_manifest VARCHAR(255),
  meta_payload BYTEA,
  PRIMARY KEY (persistence_id, sequence_number)
);
CREATE UNIQUE INDEX IF NOT EXISTS event_journal_ordering_idx ON event_journal (ordering);
CREATE TABLE IF NOT EXISTS event_tag (
  event_id BIGINT NOT NULL REFERENCES event_journal (ordering) ON DELETE CASCADE,
  tag VARCHAR(256) NOT NULL,
  PRIMARY KEY (event_id, tag)
);
