/** Schemes made of others: paths first and epochs last, local rerouting until new tables are in. */
package org.reweave.reconfig.compose;
