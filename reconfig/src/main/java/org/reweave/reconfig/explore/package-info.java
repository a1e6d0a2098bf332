/**
 * Bounded exhaustive exploration of the schemes' own code on small fabrics without time: every order of events, the
 * promises of each scheme, and a short run that breaks a promise. See reconfig/docs/explorer.md.
 */
package org.reweave.reconfig.explore;
