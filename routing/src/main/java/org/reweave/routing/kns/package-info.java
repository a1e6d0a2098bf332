/**
 * Fault-tolerant routing of k-ary n-direct s-indirect networks by intermediate nodes: which routers a packet visits on
 * its way around faults, in what tables its source keeps them, how its header carries them. Source: KNS §4. The whole
 * rule, its deviations and what was measured: {@code routing/docs/kns.md}.
 */
package org.reweave.routing.kns;
