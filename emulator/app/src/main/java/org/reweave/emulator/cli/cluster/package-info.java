/** {@code reweave node} and {@code reweave cluster}. */
package org.reweave.emulator.cli.cluster;
