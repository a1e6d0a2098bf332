/**
 * The interfaces of a scheme: the protocol of the manager, agents in switches and NICs, their inputs and effects. No
 * time, threads or Akka.
 */
package org.reweave.reconfig.spi;
