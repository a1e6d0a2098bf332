/** Devices made from a scenario: checks of routing, schemes and traffic, outages, partition into islands. */
package org.reweave.emulator.network;
