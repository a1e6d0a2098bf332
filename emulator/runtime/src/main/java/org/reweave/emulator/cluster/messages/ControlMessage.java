package org.reweave.emulator.cluster.messages;

/** A message between processes, but for frames, reports and states of devices: as CBOR, by Jackson. */
public interface ControlMessage {}
