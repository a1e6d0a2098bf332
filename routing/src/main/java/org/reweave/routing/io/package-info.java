/** Readers and writers of fabrics and tables: ibnetdiscover, ibsim, DOT, GraphML, dumps of OpenSM. */
package org.reweave.routing.io;
