-- The tables of akka-persistence-jdbc 5 that a journal uses.
CREATE TABLE IF NOT EXISTS "event_journal" (
  "ordering" BIGINT UNIQUE NOT NULL AUTO_INCREMENT,
  "deleted" BOOLEAN DEFAULT false NOT NULL,
  "persistence_id" VARCHAR(255) NOT NULL,
  "sequence_number" BIGINT NOT NULL,
  "writer" VARCHAR NOT NULL,
  "write_timestamp" BIGINT NOT NULL,
  "adapter_manifest" VARCHAR NOT NULL,
  "event_payload" BLOB NOT NULL,
  "event_ser_id" INTEGER NOT NULL,
  "event_ser_manifest" VARCHAR NOT NULL,
  "meta_payload" BLOB,
  "meta_ser_id" INTEGER,
  "meta_ser_manifest" VARCHAR,
  PRIMARY KEY ("persistence_id", "sequence_number")
);
CREATE TABLE IF NOT EXISTS "event_tag" (
  "event_id" BIGINT NOT NULL REFERENCES "event_journal" ("ordering") ON DELETE CASCADE,
  "tag" VARCHAR NOT NULL,
  PRIMARY KEY ("event_id", "tag")
);
