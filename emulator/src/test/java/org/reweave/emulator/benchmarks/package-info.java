/** JMH benchmarks of the inner loops: {@code mvn -Pjmh test} runs them. */
package org.reweave.emulator.benchmarks;
