/**
 * The parts that all devices share: clock, timers, planned outages, SMPs and their relay, packets for all devices,
 * reports.
 */
package org.reweave.emulator.device;
