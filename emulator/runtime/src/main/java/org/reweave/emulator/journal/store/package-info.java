/** Where journals are kept: databases, their tables, connections and files, and a journal as a stream of bytes. */
package org.reweave.emulator.journal.store;
