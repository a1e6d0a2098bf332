/**
 * The façade for programs: loads a scenario, runs it with any driver, follows it cut by cut and gives its results. The
 * command line is one of its users.
 */
package org.reweave.emulator.run;
