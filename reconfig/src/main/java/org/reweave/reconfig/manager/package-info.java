/**
 * The subnet manager as a pure step machine, without time, packets or SMPs: the emulator and the explorer drive the
 * same code. See reconfig/docs/manager.md.
 */
package org.reweave.reconfig.manager;
