/** Tables as values: text for terminals, Markdown, HTML, and comma-separated values, which FastCSV writes. */
package org.reweave.emulator.table;
