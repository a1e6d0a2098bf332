/**
 * Epoch-Based Reconfiguration, with whole tables or differences, overlapping changes and one-bit epochs. Source: thesis
 * ch. 6.
 */
package org.reweave.reconfig.epoch;
