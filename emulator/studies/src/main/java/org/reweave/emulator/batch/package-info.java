/** Many whole emulations side by side: a bounded number of threads, results in the order of the jobs. */
package org.reweave.emulator.batch;
