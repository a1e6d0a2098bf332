/** Path migration over disjoint paths that NICs hold ready. Source: thesis §9.4. */
package org.reweave.reconfig.pathmigration;
