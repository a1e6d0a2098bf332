/** Local rerouting in fat trees, in the switches alone. Source: fat-tree §V to §VII. */
package org.reweave.reconfig.localreroute;
