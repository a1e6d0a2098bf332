/** Routing on the mirrored k-ary n-tree, and its rules around faulty switches. See {@code routing/docs/mikant.md}. */
package org.reweave.routing.engine.mikant;
