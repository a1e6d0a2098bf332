/** RFTR: new paths for the pairs that a fault broke, joined from surviving parts of old paths. Source: thesis ch. 5. */
package org.reweave.routing.rftr;
