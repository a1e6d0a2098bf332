/**
 * Scenarios: HOCON files read into one immutable typed {@link org.reweave.emulator.scenario.Scenario}, with every error
 * reported at once.
 *
 * <p>Stage one ({@link org.reweave.emulator.scenario.ScenarioLoader}) needs only the text; stage two
 * ({@link org.reweave.emulator.scenario.ResolvedScenario}) needs the fabric and turns names into devices and links.
 * Pure Java: no Akka, no clock, no environment variables.
 */
package org.reweave.emulator.scenario;
