/**
 * Engines of fat trees: d-mod-k and adaptive, on k-ary n-trees, m-port trees and real Clos fabrics; and Hybrid-DOR of
 * KNS, whose rows may be fat trees.
 */
package org.reweave.routing.engine.tree;
