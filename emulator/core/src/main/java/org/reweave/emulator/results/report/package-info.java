/**
 * {@code report.html}: one page with a run's results that needs nothing but a browser. The page is a template with its
 * style, its script and a chart library put into it, and the results as JSON; what it shows is decided in its script.
 */
package org.reweave.emulator.results.report;
