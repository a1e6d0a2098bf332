/** What crosses a link: records, the frames that carry them, and the boxes at both ends. */
package org.reweave.emulator.link;
