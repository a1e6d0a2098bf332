/** The driver on Akka: islands as actors, and the coordinator that gives them permits. */
package org.reweave.emulator.actor;
