/** The fat-tree engine: d-mod-k and adaptive, on k-ary n-trees, m-port trees and real Clos fabrics. */
package org.reweave.routing.engine.tree;
