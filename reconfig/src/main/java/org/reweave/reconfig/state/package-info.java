/**
 * One declaration of a core's state, which serves copies, checkpoints, the comparison of whole states and the explorer;
 * and the bytes in which states, records and frames leave the process.
 */
package org.reweave.reconfig.state;
