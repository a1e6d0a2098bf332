package org.reweave.emulator.cluster;

/** What nodes and coordinators tell each other, but for frames and reports: as CBOR, by Jackson. */
interface ControlMessage {}
