/** Static reconfiguration: NICs halt, the fabric drains, then tables change. Source: thesis §7.4. */
package org.reweave.reconfig.stopped;
