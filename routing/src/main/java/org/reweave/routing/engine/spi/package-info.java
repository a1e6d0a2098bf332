/** The interface of a routing engine. A foreign engine needs this package and, if it likes, {@code engine.build}. */
package org.reweave.routing.engine.spi;
