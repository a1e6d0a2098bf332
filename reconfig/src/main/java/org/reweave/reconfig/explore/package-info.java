/**
 * Bounded exhaustive exploration of the schemes' own code on small fabrics without time: every order of everything,
 * what each scheme promises, and the shortest way to what breaks it. See reconfig/docs/explorer.md.
 */
package org.reweave.reconfig.explore;
