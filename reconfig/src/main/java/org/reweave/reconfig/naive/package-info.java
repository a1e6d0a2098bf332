/** The baseline: each table is used as it arrives. */
package org.reweave.reconfig.naive;
