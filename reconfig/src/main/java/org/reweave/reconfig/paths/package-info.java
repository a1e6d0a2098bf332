/**
 * Paths that are added beside those in force, computed from the failed elements; shared by the emulator's manager and
 * the explorer's. Schemes appear here only as lists of path sources. See reconfig/docs/path-migration.md.
 */
package org.reweave.reconfig.paths;
