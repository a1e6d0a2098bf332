/**
 * Which paths NICs and switches are to have where paths are added beside those in force, computed from what has failed:
 * one and the same for the emulator's manager and the explorer's. Knows no scheme but by the path sources it names. See
 * reconfig/docs/path-migration.md.
 */
package org.reweave.reconfig.paths;
