/** What all devices share: ports and their transmitters, SMPs and their relay, controls, reports. */
package org.reweave.emulator.device;
