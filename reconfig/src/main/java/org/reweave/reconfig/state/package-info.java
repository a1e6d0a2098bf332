/**
 * One declaration of a core's state, which serves copies, checkpoints, the comparison of whole states and the explorer.
 */
package org.reweave.reconfig.state;
