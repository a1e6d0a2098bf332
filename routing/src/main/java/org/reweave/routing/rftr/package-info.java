/** RFTR: new paths for the pairs that a fault broke, joined from what is left of old ones. Source: thesis ch. 5. */
package org.reweave.routing.rftr;
