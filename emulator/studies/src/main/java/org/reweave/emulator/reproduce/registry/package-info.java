/** All reproductions by name. */
package org.reweave.emulator.reproduce.registry;
