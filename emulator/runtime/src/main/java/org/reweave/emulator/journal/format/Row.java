package org.reweave.emulator.journal.format;

/**
 * A record of a run, or an entry of the run's coordinator, as a database stores it.
 *
 * @param number in its chain, from 1
 * @param serializer number of the serializer that wrote the bytes
 * @param manifest the kind of record, as that serializer names it
 */
public record Row(long number, int serializer, String manifest, byte[] bytes) {}
