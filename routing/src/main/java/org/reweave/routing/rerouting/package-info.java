/**
 * Local rerouting in k-ary n-trees: the four algorithms as pure functions, which live switches and the fault analysis
 * share. Source: fat-tree §V to §VII.
 */
package org.reweave.routing.rerouting;
