/**
 * Scenarios: HOCON files read into one immutable typed {@link org.reweave.emulator.scenario.Scenario}, with every error
 * reported at once.
 *
 * <p>Stage one ({@link org.reweave.emulator.scenario.ScenarioLoader}) needs only the text; stage two
 * ({@link org.reweave.emulator.scenario.ResolvedScenario}) needs the fabric and turns names into devices and links.
 * Pure Java: no Akka, no clock, no environment variables.
 *
 * <p>A new key touches two files: the class that declares the key with its meaning, its limits and its value in every
 * preset ({@code DeviceKeys}, {@code TrafficKeys} or {@code RunKeys}), and the record of parameters that the value goes
 * into. {@code ScenarioFilesTest} writes the reference table of {@code cluster-config/scenarios/README.md} from the
 * keys.
 */
package org.reweave.emulator.scenario;
