/**
 * Tables that someone else computed, behind the interface of our engines. Above {@code engine} and {@code io}, which do
 * not know each other; found as a user's engine would be, through {@link java.util.ServiceLoader}.
 */
package org.reweave.routing.imported;
