/** Pages over HTTP: what the pages of runs and those of nodes have in common. */
package org.reweave.emulator.http;
